// Facts about a comparison: one clock, the same packets, and undo over both machines.
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeEngine } from "../lab/fake-engine.test-data";
import { startLab, type LabHarness } from "../lab/lab-harness.test-data";
import type { Lab } from "../lab/lab";
import { scenarioOf } from "../../model/scenario/small-catalogue.test-data";
import { parseCompareLink } from "./compare-link";
import { createComparison, type Comparison } from "./comparison";

let bench: LabHarness;
let first: Lab;
let second: Lab;
let engine: FakeEngine;
let comparison: Comparison;
let leave: () => void;

const pass = (milliseconds: number) => bench.pass(milliseconds);
const animate = (milliseconds: number) => bench.animate(milliseconds);
/** The cycles that both machines show. */
const times = () => [first, second].map((lab) => lab.moment()?.t);
const shownFirst = () => comparison.shownMachines()[0];

beforeEach(async () => {
  bench = await startLab();
  first = bench.lab;
  const other = bench.another();
  ({ engine } = other);
  comparison = createComparison(first, () => other.lab);
  second = other.lab;
  leave = comparison.show();
});

describe("one clock", () => {
  it("the_second_machine_shows_the_time_of_the_first_while_playing_and_after_a_seek", async () => {
    await comparison.start({ kind: "copy" });
    await animate(200);
    expect(times()[0]).toBeGreaterThan(200);
    expect(times()[1]).toBe(times()[0]);
    first.time.seek(150);
    await animate(40);
    expect(times()).toEqual([150, 150]);
  });

  it("the_views_of_both_machines_render_in_turn_and_none_is_left_behind", async () => {
    await comparison.start({ kind: "copy" });
    await animate(1_000);
    const log: string[] = [];
    [first, second].forEach(({ staggeredTicks }, machine) =>
      staggeredTicks.forEach((group, index) =>
        group.subscribe(() => log.push(`${frame} ${"AB"[machine] ?? ""}${index}`)),
      ),
    );
    let frame = 0;
    for (; frame < 120; frame++) await animate(16);
    // No animation frame renders views of both machines ...
    const frames = log.map((entry) => entry.split(" ")[0]);
    expect(new Set(frames).size).toBe(frames.length);
    // ... and each group of both got about five ticks a second, in 1.9 s.
    for (const view of ["A0", "A1", "A2", "B0", "B1", "B2"]) {
      const ticks = log.filter((entry) => entry.endsWith(view)).length;
      expect(ticks, view).toBeGreaterThanOrEqual(7);
    }
  });

  it("the_numbers_of_both_machines_have_one_window_while_they_play", async () => {
    await animate(90);
    await comparison.start({ kind: "copy" });
    await animate(400);
    const ends = new Set<number>();
    for (let wall = 0; wall < 1_000; wall += 10) {
      await animate(10);
      const [a, b] = [first, second].map(({ frames }) => frames.current?.windowTo ?? NaN);
      expect(b).toBe(a);
      ends.add(a ?? NaN);
    }
    expect(ends.size).toBeGreaterThanOrEqual(4);
  });

  it("with_another_clock_rate_the_second_machine_shows_the_same_moment", async () => {
    engine.hertz = 2_000;
    await comparison.start({ kind: "copy" });
    first.time.seek(100);
    await animate(60);
    expect(times()).toEqual([100, 200]);
  });

  it("a_step_goes_to_the_nearest_boundary_of_the_two", async () => {
    await comparison.start({ kind: "copy" });
    first.time.seek(100);
    await animate(40);
    // The fake machines have a boundary 7 cycles after any time.
    engine.boundary = 3;
    await first.time.step("step", 1);
    await animate(40);
    expect(times()).toEqual([103, 103]);
  });

  it("with_another_clock_rate_a_step_ends_in_the_exact_cycle_of_its_boundary", async () => {
    engine.hertz = 2_000;
    await comparison.start({ kind: "copy" });
    first.time.seek(100);
    await animate(60);
    engine.boundary = 3;
    await first.time.step("step", 1);
    await animate(60);
    // The second machine's boundary is between two cycles of the first.
    expect(times()).toEqual([101, 203]);
  });

  it("a_link_of_the_second_machine_leaves_the_clock_as_it_is", async () => {
    await comparison.startWithLink("#/lab?scenario=second&speed=0.5&view=10-20&play=0");
    expect(first.state.get()).toMatchObject({ speed: 1, range: null, playing: true });
    expect(second.state.get()).toMatchObject({ speed: 1, range: null, playing: true });
  });

  it("a_jump_right_after_a_change_of_the_second_machine_shows_50_ms_of_its_effect", async () => {
    first.clock.setSpeed(0.002);
    await comparison.start({ kind: "copy" });
    await animate(100);
    first.clock.pause();
    await animate(50);
    second.change({ limit: 5 });
    await animate(50);
    // Another knob within 100 ms reaches the machine later.
    second.change({ cure: true });
    first.clock.skipToEffect();
    expect(first.state.get().skip).toBeNull();
    await animate(2_500);
    const interventions = second.state.get().scenario?.interventions ?? [];
    expect(interventions).toHaveLength(2);
    const changedAt = interventions.at(-1)?.at ?? NaN;
    expect(second.tick.get().t).toBeGreaterThanOrEqual(changedAt + 50);
    expect(times()[1]).toBe(times()[0]);
  });

  it("the_second_machine_is_paused_while_the_page_shows_only_the_first", async () => {
    await comparison.start({ kind: "copy" });
    await animate(100);
    leave();
    const [, before] = times();
    await animate(100);
    expect(times()[0]).toBeGreaterThan(before ?? 0);
    expect(times()[1]).toBe(before);
  });
});

describe("the same packets", () => {
  const traffic = (lab: Lab) =>
    lab.state.get().scenario?.interventions.filter(({ set }) => "traffic.rate" in set);

  it("a_change_of_the_traffic_reaches_both_machines_in_the_same_cycle", async () => {
    await comparison.start({ kind: "copy" });
    await animate(100);
    first.change({ "traffic.rate": 9_000 });
    await animate(300);
    expect(traffic(first)).toHaveLength(1);
    expect(traffic(second)).toEqual(traffic(first));
    // Its run was not replayed.
    expect(engine.opened).toHaveLength(1);
  });

  it("a_change_of_the_traffic_in_the_past_takes_effect_at_the_shown_moment_of_both", async () => {
    await comparison.start({ kind: "copy" });
    await animate(300);
    first.time.seek(250);
    await animate(50);
    first.change({ "traffic.rate": 9_000 });
    await animate(300);
    expect(traffic(first)).toEqual([{ at: 250, set: { "traffic.rate": 9_000 } }]);
    expect(traffic(second)).toEqual(traffic(first));
    expect(first.values()).toMatchObject({ "traffic.rate": 9_000 });
  });

  it("a_traffic_knob_of_the_second_machine_turns_that_of_the_first", async () => {
    await comparison.start({ kind: "copy" });
    second.change({ "traffic.rate": 9_000, limit: 5 });
    await animate(300);
    expect(traffic(second)).toEqual(traffic(first));
    expect(first.values()).toMatchObject({ "traffic.rate": 9_000, limit: 10 });
    expect(second.values()).toMatchObject({ "traffic.rate": 9_000, limit: 5 });
  });

  it("undo_of_a_traffic_change_reaches_both", async () => {
    await comparison.start({ kind: "copy" });
    first.change({ "traffic.rate": 9_000 });
    await animate(300);
    first.undo();
    await animate(300);
    expect(traffic(first)).toEqual([]);
    expect(traffic(second)).toEqual([]);
  });

  it("a_change_made_while_only_the_first_machine_is_shown_reaches_the_second_when_both_are_shown_again", async () => {
    await comparison.start({ kind: "copy" });
    leave();
    first.change({ "traffic.rate": 9_000 });
    await animate(300);
    expect(traffic(second)).toEqual([]);
    comparison.show();
    await animate(300);
    expect(traffic(second)).toEqual(traffic(first));
  });

  it("another_scenario_gets_the_traffic_of_the_first_machine", async () => {
    first.change({ "traffic.rate": 9_000 });
    await bench.animate(100);
    await comparison.start({ kind: "scenario", id: "second" });
    expect(second.values()).toMatchObject({ rate: 900, "traffic.rate": 9_000 });
  });

  it("a_setting_that_a_lesson_shares_is_that_of_the_first_machine_on_both_and_the_others_are_not", async () => {
    const scenario = { ...scenarioOf({ id: "other" }), settings: { limit: 3, ring: 8 } };
    await comparison.start({ kind: "machine", scenario, alsoShared: ["limit"] });
    expect(second.values()).toMatchObject({ limit: 10, ring: 8 });
    await animate(100);
    first.change({ limit: 5 });
    await animate(300);
    first.change({ ring: 64 });
    await animate(300);
    expect(second.values()).toMatchObject({ limit: 5, ring: 8 });
    first.undo();
    first.undo();
    await animate(300);
    expect(second.values()).toMatchObject({ limit: 10, ring: 8 });
    // The next comparison shares the traffic alone.
    await comparison.start({ kind: "copy" });
    first.change({ limit: 6 });
    await animate(300);
    expect(second.values()).toMatchObject({ limit: 10 });
  });
});

describe("what the first machine is compared with", () => {
  it("before_is_the_machine_before_the_last_change_of_another_setting", async () => {
    first.change({ limit: 5 });
    await pass(300);
    first.change({ "traffic.rate": 9_000 });
    await pass(300);
    await comparison.start({ kind: "before" });
    // The machine before the change is shown first.
    expect(comparison.state.get().before).toBe("limit");
    expect(shownFirst()).toBe(second);
    expect(second.values()).toMatchObject({ limit: 10, "traffic.rate": 9_000 });
    expect(first.values()).toMatchObject({ limit: 5, "traffic.rate": 9_000 });
  });

  it("a_change_that_has_not_reached_the_machine_counts", async () => {
    first.change({ limit: 5 });
    await comparison.start({ kind: "before" });
    expect(comparison.state.get()).toMatchObject({ before: "limit" });
    expect(second.values()).toMatchObject({ limit: 10 });
    first.change({ ring: 64 });
    await comparison.start({ kind: "copy" });
    expect(second.values()).toEqual(first.values());
    expect(first.values()).toMatchObject({ limit: 5, ring: 64 });
  });

  it("opening_a_scenario_is_no_change", async () => {
    first.change({ limit: 5 });
    await pass(300);
    expect(comparison.lastChange()).toBe("limit");
    first.openScenario("second");
    await pass(300);
    expect(comparison.lastChange()).toBeNull();
    first.change({ limit: 7 });
    await pass(300);
    expect(comparison.lastChange()).toBe("limit");
  });

  it("without_a_change_it_is_a_copy", async () => {
    await comparison.start({ kind: "before" });
    expect(comparison.state.get()).toMatchObject({ phase: "ready", before: null });
    expect(second.values()).toEqual(first.values());
  });

  it("without_one_change_is_the_same_machine_with_the_scenarios_value_of_that_knob_and_the_other_changes", async () => {
    first.change({ limit: 5 });
    await pass(2_000);
    first.change({ cure: true, limit: 7 });
    await pass(300);
    await comparison.start({ kind: "without", path: "limit" });
    expect(comparison.state.get().before).toBeNull();
    expect(shownFirst()).toBe(second);
    expect(second.values()).toMatchObject({ limit: 10, cure: true });
    expect(first.values()).toMatchObject({ limit: 7, cure: true });
    await comparison.start({ kind: "copy" });
    expect(shownFirst()).toBe(first);
  });

  it("with_settings_they_hold_during_the_whole_run_and_the_other_changes_of_the_first_machine_happen_too", async () => {
    first.change({ limit: 5 });
    await pass(2_000);
    first.change({ cure: true });
    await pass(300);
    await comparison.start({ kind: "with", set: { limit: 7 } });
    expect(second.state.get().base).toBe(first.state.get().base);
    expect(second.values()).toMatchObject({ limit: 7, cure: true });
    first.time.seek(10);
    await animate(60);
    expect([first, second].map((lab) => lab.values().limit)).toEqual([10, 7]);
    await comparison.start({ kind: "scenario", id: "second", set: { limit: 7 } });
    expect(second.values()).toMatchObject({ rate: 900, limit: 7 });
  });

  it("a_refused_machine_leaves_the_first_as_it_was", async () => {
    await comparison.start({ kind: "copy" });
    engine.cancelNext = true;
    const { scenario } = first.state.get();
    expect(await comparison.start({ kind: "copy" })).toBe(false);
    expect(comparison.state.get().phase).toBe("broken");
    expect(first.state.get().scenario).toBe(scenario);
  });
});

it("undo_takes_back_the_later_change_of_the_two_machines", async () => {
  await comparison.start({ kind: "copy" });
  first.change({ cure: true });
  await animate(300);
  second.change({ limit: 5 });
  await animate(300);
  expect(comparison.undoTarget()).toMatchObject({ lab: second, label: "limit" });
  comparison.undoTarget()?.lab.undo();
  await animate(100);
  expect(comparison.redoTarget()).toMatchObject({ lab: second, label: "limit" });
});

it("swap_exchanges_the_sides_and_the_link_says_which_is_first", async () => {
  await comparison.start({ kind: "copy" });
  second.change({ limit: 5 });
  await animate(300);
  const { links } = parseCompareLink(comparison.link() ?? "") ?? {};
  comparison.swap();
  expect(comparison.shownMachines().map((machine) => machine === first)).toEqual([false, true]);
  expect(parseCompareLink(comparison.link() ?? "")).toEqual({ links, isSwapped: true });
  comparison.swap();
  expect(shownFirst()).toBe(first);
});

it("what_a_lesson_allows_on_the_second_machine_is_set_there_alone", async () => {
  await comparison.start({ kind: "copy" });
  comparison.limitSecond({ unlocked: [], concealed: [], curve: null, offersCures: false });
  second.change({ limit: 5 });
  first.change({ limit: 6 });
  await animate(300);
  expect([first, second].map((lab) => lab.values().limit)).toEqual([6, 10]);
});

it("a_parked_comparison_gives_the_second_worker_back", async () => {
  comparison.park();
  await comparison.start({ kind: "copy" });
  comparison.park();
  await pass(50);
  expect([bench.engine.scenario === null, engine.scenario === null]).toEqual([false, true]);
  comparison.show();
  await pass(50);
  expect(engine.scenario).not.toBeNull();
});

it("the_second_machine_can_be_kept", async () => {
  await comparison.start({ kind: "copy" });
  second.change({ limit: 5 });
  await animate(300);
  expect(await comparison.keepSecond()).toBe(true);
  expect(first.values()).toMatchObject({ limit: 5 });
  expect(comparison.state.get().phase).toBe("off");
  first.undo();
  await bench.animate(100);
  expect(first.values()).toMatchObject({ limit: 10 });
});

it("continuing_with_the_second_machine_keeps_a_change_that_has_not_reached_it", async () => {
  await comparison.start({ kind: "copy" });
  second.change({ ring: 64 });
  expect(await comparison.keepSecond()).toBe(true);
  expect(first.values()).toMatchObject({ ring: 64 });
});
