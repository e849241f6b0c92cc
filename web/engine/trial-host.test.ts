// Facts about the worker's side of a sweep: trials in their order, one at a time; cancelled ones end.
import { describe, expect, it } from "vitest";
import type { Simulator } from "./machine";
import type { Answer } from "./protocol";
import { TrialHost } from "./trial-host";

/** A host whose trials take so many looks each, and what it posted. */
function hostOf(looksEach = 3) {
  const posted: Answer[] = [];
  let running = 0;
  let most = 0;
  let clock = 0;
  const trial = () => {
    let looks = 0;
    most = Math.max(most, ++running);
    return {
      advance: () => ++looks >= looksEach,
      progress: 0,
      result: () => "{}",
      free: () => void running--,
    };
  };
  const simulator = { trial } as unknown as Simulator;
  // Every look at the clock is a slice later.
  const host = new TrialHost(
    simulator,
    (answer) => posted.push(answer),
    () => (clock += 1e3),
    () => new Promise((resolve) => setTimeout(resolve)),
  );
  return { host, posted, most: () => most };
}

const trial = (task: number) => ({ kind: "trial", task, scenario: "" }) as const;
const ends = (posted: readonly Answer[]) =>
  posted.flatMap((answer) =>
    answer.kind === "finished" || answer.kind === "cancelled"
      ? [`${answer.kind} ${answer.task}`]
      : [],
  );

describe("trials", () => {
  it("that_come_meanwhile_wait_for_their_turn", async () => {
    const { host, posted, most } = hostOf();
    await Promise.all([host.handle(trial(1)), host.handle(trial(2)), host.handle(trial(3))]);
    expect(ends(posted)).toEqual(["finished 1", "finished 2", "finished 3"]);
    expect(most()).toBe(1);
  });

  it("that_are_cancelled_end_whether_they_run_or_wait", async () => {
    const { host, posted } = hostOf();
    const all = [1, 2, 3].map((task) => host.handle(trial(task)));
    await Promise.resolve();
    await host.handle({ kind: "cancel", task: 1 });
    await host.handle({ kind: "cancel", task: 2 });
    await Promise.all(all);
    expect(ends(posted)).toEqual(["cancelled 1", "cancelled 2", "finished 3"]);
  });

  it("that_take_less_than_a_slice_let_a_cancelling_in_between", async () => {
    const { host, posted } = hostOf(1);
    // A message, as from the page: it is heard when the worker lets messages in.
    setTimeout(() => void host.handle({ kind: "cancel", task: 3 }));
    await Promise.all([1, 2, 3].map((task) => host.handle(trial(task))));
    expect(ends(posted)).toEqual(["finished 1", "finished 2", "cancelled 3"]);
  });
});
