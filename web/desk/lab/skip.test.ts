// Facts about the jump to the effect of a change: it shows 50 ms of the effect, however quickly the two follow each other
// and however slow the machine is.
import { beforeEach, expect, it } from "vitest";
import type { FakeEngine } from "./fake-engine.test-data";
import { startLab, type LabHarness } from "./lab-harness.test-data";
import type { Lab } from "./lab";
import { WATCH_PACKETS } from "../../model/playback";

let bench: LabHarness;
let lab: Lab;
let engine: FakeEngine;

/** The fake machine has 1,000 cycles a second, so 50 ms are 50 cycles. */
const EFFECT_CYCLES = 50;

beforeEach(async () => {
  bench = await startLab();
  ({ lab, engine } = bench);
  lab.clock.setSpeed(WATCH_PACKETS);
  await bench.animate(100);
  lab.clock.pause();
  await bench.animate(50);
});

const changedAt = () => lab.state.get().scenario?.interventions.at(-1)?.at ?? NaN;

it("a_jump_right_after_a_change_shows_50_ms_of_its_effect", async () => {
  lab.change({ limit: 5 });
  lab.clock.skipToEffect();
  await bench.animate(2_500);
  expect(changedAt()).not.toBeNaN();
  expect(lab.tick.get().t).toBeGreaterThanOrEqual(changedAt() + EFFECT_CYCLES);
  expect(lab.state.get()).toMatchObject({ playing: false, skip: null });
});

it("a_jump_after_a_change_that_still_waits_shows_50_ms_of_its_effect", async () => {
  lab.change({ limit: 4 });
  await bench.animate(50);
  // Another knob within 100 ms reaches the machine later.
  lab.change({ "traffic.rate": 9_000 });
  lab.clock.skipToEffect();
  expect(lab.state.get().skip).toBeNull();
  await bench.animate(2_500);
  expect(lab.state.get().scenario?.interventions).toHaveLength(2);
  expect(lab.tick.get().t).toBeGreaterThanOrEqual(changedAt() + EFFECT_CYCLES);
});

it("a_jump_ends_when_a_slow_machine_has_reached_its_end", async () => {
  lab.change({ limit: 5 });
  lab.clock.skipToEffect();
  await bench.animate(1_990);
  const until = lab.state.get().skip?.until;
  engine.cyclesPerRequest = 0.01;
  await bench.animate(50);
  expect(lab.tick.get().t).toBeLessThan(until ?? 0);
  engine.cyclesPerRequest = 1;
  await bench.animate(50);
  expect(lab.tick.get().t).toBe(until);
});

it("a_jump_reaches_its_end_if_another_request_replaces_its_last_one", async () => {
  lab.change({ limit: 5 });
  lab.clock.skipToEffect();
  await bench.animate(1_980);
  const until = lab.state.get().skip?.until;
  for (let left = 50; left > 0 && lab.state.get().skip !== null; left--) {
    engine.losesNext = true;
    await bench.animate(10);
  }
  lab.setColumns(300);
  await bench.animate(50);
  expect(lab.tick.get().t).toBe(until);
});
