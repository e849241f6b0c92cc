// A started lab for tests, with a fake engine and a clock that the test controls. `it` is a test for which one is started.
import { test } from "vitest";
import { createCaptures } from "../../engine/captures";
import { FakeEngine } from "./fake-engine.test-data";
import { createLab, type Lab } from "./lab";
import { createNotices, type Notices } from "../../lib/notices";

export interface LabHarness {
  engine: FakeEngine;
  lab: Lab;
  notices: Notices;
  saved: string[];
  /** The titles of the notices that are shown. */
  titles(): string[];
  /** A second lab beside the first one, not started yet. */
  another(): { engine: FakeEngine; lab: Lab };
  /** Wall time, in milliseconds. */
  now(): number;
  /** Lets wall time pass: promises settle and timers run. */
  pass(milliseconds: number): Promise<void>;
  /** The same, with an animation frame every 10 ms. */
  animate(milliseconds: number): Promise<void>;
}

export async function startLab(): Promise<LabHarness> {
  let wall = 0;
  const timers: { run: () => void; at: number }[] = [];
  const saved: string[] = [];
  const now = () => wall;
  const later = (run: () => void, milliseconds: number) =>
    void timers.push({ run, at: wall + milliseconds });
  const notices = createNotices(later);
  const outside = {
    save: (_name: string, text: string) => void saved.push(text),
    copy: () => undefined,
    reload: () => undefined,
    reducesMotion: () => false,
  };
  const captures = createCaptures();
  const create = (first: Lab | null) => {
    const engine = new FakeEngine();
    const parts = {
      kind: "lab" as const,
      engine,
      captures,
      notices,
      now,
      schedule: later,
      traceMegabytes: 1,
    };
    return { engine, lab: createLab(parts, outside, first) };
  };
  const { engine, lab } = create(null);
  const another = () => create(lab);
  await lab.start("");
  lab.clock.setSpeed(1);

  async function pass(milliseconds: number): Promise<void> {
    const end = wall + milliseconds;
    while (wall < end) {
      wall = Math.min(end, wall + 10);
      for (const timer of timers.splice(0)) {
        if (timer.at <= wall) timer.run();
        else timers.push(timer);
      }
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  async function animate(milliseconds: number): Promise<void> {
    for (let left = milliseconds; left > 0; left -= 10) {
      await pass(10);
      lab.clock.animate(wall);
    }
  }

  const titles = () => notices.store.get().list.map(({ title }) => title);
  return { engine, lab, notices, saved, titles, another, now, pass, animate };
}

/** A test with a lab of its own: `it("...", async ({ lab, pass }) => ...)` names the parts that it uses. */
export const it = test
  .extend("harness", () => startLab())
  .extend("lab", ({ harness }) => harness.lab)
  .extend("engine", ({ harness }) => harness.engine)
  .extend("notices", ({ harness }) => harness.notices)
  .extend("saved", ({ harness }) => harness.saved)
  .extend("titles", ({ harness }) => harness.titles)
  .extend("pass", ({ harness }) => harness.pass)
  .extend("animate", ({ harness }) => harness.animate);
