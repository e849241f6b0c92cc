// Which view state is reset for another run and which is kept, on a lab with a fake engine.
import { describe, expect } from "vitest";
import { firstDifference } from "./run-diff";
import type { Lab } from "./lab";
import { it } from "./lab-harness.test-data";
import { scenarioOf } from "../../model/scenario/small-catalogue.test-data";
import { WATCH_PACKETS } from "../../model/playback";

describe("two runs", () => {
  const run = (...changes: [number, number][]) =>
    scenarioOf({ interventions: changes.map(([at, limit]) => ({ at, set: { limit } })) });

  it("are_the_same_until_only_one_of_them_changes_a_knob", () => {
    expect(firstDifference(run([5, 1], [9, 2]), run([5, 1], [9, 2]))).toBe(Infinity);
    expect(firstDifference(run([5, 1]), run([5, 1], [9, 2]))).toBe(9);
    expect(firstDifference(run([5, 1]), run([7, 1]))).toBe(5);
  });

  it("that_start_differently_are_never_the_same", () => {
    expect(firstDifference(scenarioOf(), scenarioOf({ seed: 8 }))).toBe(0);
    expect(firstDifference(scenarioOf(), scenarioOf({ settings: { ring: 64 } }))).toBe(0);
  });
});

describe("another run", () => {
  const viewState = (lab: Lab) => {
    const { range, selection, viewWidth, runNumber } = lab.state.get();
    return { range, selection, viewWidth, run: runNumber };
  };
  let run: number;
  it.beforeEach(async ({ lab, animate }) => {
    await animate(300);
    lab.time.setRange({ from: 250, to: 300 });
    lab.select({ kind: "packet", packet: 7 });
    ({ runNumber: run } = lab.state.get());
  });

  it("a_restarted_run_resets_range_and_packet", async ({ lab, pass }) => {
    lab.change({ ring: 64 });
    await pass(120);
    expect(viewState(lab)).toMatchObject({ range: null, selection: null, run: run + 1 });
  });

  it("undo_to_before_the_shown_time_resets_range_and_packet", async ({ lab, pass, animate }) => {
    lab.change({ limit: 5 });
    await animate(300);
    expect(viewState(lab)).toMatchObject({ selection: { kind: "packet", packet: 7 }, run });
    lab.undo();
    await pass(20);
    expect(viewState(lab)).toMatchObject({ range: null, selection: null, run: run + 1 });
  });

  it("a_branch_keeps_range_and_packet", async ({ lab, engine, pass, animate }) => {
    lab.change({ limit: 5 });
    await animate(300);
    lab.time.seek(280);
    await animate(20);
    lab.change({ cure: true });
    await pass(120);
    expect(engine.interventions).toEqual([{ at: 280, set: { cure: true } }]);
    expect(viewState(lab)).toMatchObject({ range: { from: 250, to: 300 }, run });
    expect(viewState(lab).selection).not.toBeNull();
  });

  it("another_clock_rate_resets_the_timelines_width", async ({ lab, engine, pass }) => {
    lab.clock.follow();
    expect(viewState(lab).viewWidth).toBe(50);
    engine.hertz = 2000;
    lab.openScenario("second");
    await pass(20);
    expect(viewState(lab)).toMatchObject({ viewWidth: 0, selection: null });
  });

  it("undo_across_scenarios_sets_the_initial_speed", async ({ lab, animate }) => {
    const second = lab.state.get().catalogue?.scenarios[1];
    if (second === undefined) throw new Error("there are two");
    lab.clock.setSpeed(WATCH_PACKETS);
    lab.openScenario({ ...second, settings: { "traffic.pattern": "burst" } });
    await animate(50);
    expect(lab.state.get().speed).toBeLessThan(WATCH_PACKETS);
    lab.undo();
    await animate(50);
    expect(lab.state.get()).toMatchObject({ base: { id: "first" }, speed: WATCH_PACKETS });
  });
});
