// Facts about a comparison: one clock, the same packets, and undo over both machines.
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeEngine } from "../lab/fake-engine.test-data";
import { startLab, type LabHarness } from "../lab/lab-harness.test-data";
import type { Lab } from "../lab/lab";
import { scenarioOf } from "../../model/scenario/small-catalogue.test-data";
import { createComparison, type Comparison } from "./comparison";

let bench: LabHarness;
let leader: Lab;
let follower: Lab;
let engine: FakeEngine;
let comparison: Comparison;
let leave: () => void;

const pass = (milliseconds: number) => bench.pass(milliseconds);
const animate = (milliseconds: number) => bench.animate(milliseconds);
/** The cycles that both machines show. */
const times = () => [leader, follower].map((lab) => lab.moment()?.t);

beforeEach(async () => {
  bench = await startLab();
  leader = bench.lab;
  const other = bench.another();
  ({ engine } = other);
  comparison = createComparison(leader, () => other.lab);
  follower = other.lab;
  leave = comparison.show();
});

describe("one clock", () => {
  it("the_follower_shows_the_leaders_time_while_playing_and_after_a_seek", async () => {
    await comparison.start({ kind: "copy" });
    await animate(200);
    expect(times()[0]).toBeGreaterThan(200);
    expect(times()[1]).toBe(times()[0]);
    leader.time.seek(150);
    await animate(40);
    expect(times()).toEqual([150, 150]);
  });

  it("the_views_of_both_machines_render_in_turn_and_none_is_left_behind", async () => {
    await comparison.start({ kind: "copy" });
    await animate(1_000);
    const log: string[] = [];
    [leader, follower].forEach(({ staggeredTicks }, machine) =>
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
      const [a, b] = [leader, follower].map(({ frames }) => frames.current?.windowTo ?? NaN);
      expect(b).toBe(a);
      ends.add(a ?? NaN);
    }
    expect(ends.size).toBeGreaterThanOrEqual(4);
  });

  it("with_another_clock_rate_the_follower_shows_the_same_moment", async () => {
    engine.hertz = 2_000;
    await comparison.start({ kind: "copy" });
    leader.time.seek(100);
    await animate(60);
    expect(times()).toEqual([100, 200]);
  });

  it("a_step_goes_to_the_nearest_boundary_of_the_two", async () => {
    await comparison.start({ kind: "copy" });
    leader.time.seek(100);
    await animate(40);
    // The fake machines have a boundary 7 cycles after any time.
    engine.boundary = 3;
    await leader.time.step("step", 1);
    await animate(40);
    expect(times()).toEqual([103, 103]);
  });

  it("with_another_clock_rate_a_step_ends_in_the_exact_cycle_of_its_boundary", async () => {
    engine.hertz = 2_000;
    await comparison.start({ kind: "copy" });
    leader.time.seek(100);
    await animate(60);
    engine.boundary = 3;
    await leader.time.step("step", 1);
    await animate(60);
    // The second machine's boundary is between two cycles of the first.
    expect(times()).toEqual([101, 203]);
  });

  it("a_link_of_the_second_machine_leaves_the_clock_as_it_is", async () => {
    await comparison.startWithLink("#/lab?scenario=second&speed=0.5&view=10-20&play=0");
    expect(leader.state.get()).toMatchObject({ speed: 1, range: null, playing: true });
    expect(follower.state.get()).toMatchObject({ speed: 1, range: null, playing: true });
  });

  it("a_jump_right_after_a_change_of_the_follower_shows_50_ms_of_its_effect", async () => {
    leader.clock.setSpeed(0.002);
    await comparison.start({ kind: "copy" });
    await animate(100);
    leader.clock.pause();
    await animate(50);
    const knobs = comparison.state.get().follower;
    knobs?.change({ limit: 5 });
    await animate(50);
    // Another knob within 100 ms reaches the machine later.
    knobs?.change({ cure: true });
    leader.clock.skipToEffect();
    expect(leader.state.get().skip).toBeNull();
    await animate(2_500);
    const interventions = follower.state.get().scenario?.interventions ?? [];
    expect(interventions).toHaveLength(2);
    const changedAt = interventions.at(-1)?.at ?? NaN;
    expect(follower.tick.get().t).toBeGreaterThanOrEqual(changedAt + 50);
    expect(times()[1]).toBe(times()[0]);
  });

  it("the_follower_is_paused_while_the_page_shows_only_the_leader", async () => {
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
    leader.change({ "traffic.rate": 9_000 });
    await animate(300);
    expect(traffic(leader)).toHaveLength(1);
    expect(traffic(follower)).toEqual(traffic(leader));
    // Its run was not replayed.
    expect(engine.opened).toHaveLength(1);
  });

  it("a_change_of_the_traffic_in_the_past_takes_effect_at_the_shown_moment_of_both", async () => {
    await comparison.start({ kind: "copy" });
    await animate(300);
    leader.time.seek(250);
    await animate(50);
    leader.change({ "traffic.rate": 9_000 });
    await animate(300);
    expect(traffic(leader)).toEqual([{ at: 250, set: { "traffic.rate": 9_000 } }]);
    expect(traffic(follower)).toEqual(traffic(leader));
    expect(leader.values()).toMatchObject({ "traffic.rate": 9_000 });
  });

  it("a_traffic_knob_of_the_follower_turns_the_leaders", async () => {
    await comparison.start({ kind: "copy" });
    comparison.state.get().follower?.change({ "traffic.rate": 9_000, limit: 5 });
    await animate(300);
    expect(traffic(follower)).toEqual(traffic(leader));
    expect(leader.values()).toMatchObject({ "traffic.rate": 9_000, limit: 10 });
    expect(follower.values()).toMatchObject({ "traffic.rate": 9_000, limit: 5 });
  });

  it("undo_of_a_traffic_change_reaches_both", async () => {
    await comparison.start({ kind: "copy" });
    leader.change({ "traffic.rate": 9_000 });
    await animate(300);
    leader.undo();
    await animate(300);
    expect(traffic(leader)).toEqual([]);
    expect(traffic(follower)).toEqual([]);
  });

  it("a_change_made_while_only_the_leader_is_shown_reaches_the_follower_when_both_are_shown_again", async () => {
    await comparison.start({ kind: "copy" });
    leave();
    leader.change({ "traffic.rate": 9_000 });
    await animate(300);
    expect(traffic(follower)).toEqual([]);
    comparison.show();
    await animate(300);
    expect(traffic(follower)).toEqual(traffic(leader));
  });

  it("another_scenario_gets_the_leaders_traffic", async () => {
    leader.change({ "traffic.rate": 9_000 });
    await bench.animate(100);
    await comparison.start({ kind: "scenario", id: "second" });
    expect(follower.values()).toMatchObject({ rate: 900, "traffic.rate": 9_000 });
  });

  it("a_setting_that_a_lesson_shares_is_the_leaders_on_both_and_the_others_are_not", async () => {
    const scenario = { ...scenarioOf({ id: "other" }), settings: { limit: 3, ring: 8 } };
    await comparison.start({ kind: "machine", scenario, alsoShared: ["limit"] });
    expect(follower.values()).toMatchObject({ limit: 10, ring: 8 });
    await animate(100);
    leader.change({ limit: 5 });
    await animate(300);
    leader.change({ ring: 64 });
    await animate(300);
    expect(follower.values()).toMatchObject({ limit: 5, ring: 8 });
    leader.undo();
    leader.undo();
    await animate(300);
    expect(follower.values()).toMatchObject({ limit: 10, ring: 8 });
    // The next comparison shares the traffic alone.
    await comparison.start({ kind: "copy" });
    leader.change({ limit: 6 });
    await animate(300);
    expect(follower.values()).toMatchObject({ limit: 10 });
  });
});

describe("what the leader is compared with", () => {
  it("before_is_the_machine_before_the_last_change_of_another_setting", async () => {
    leader.change({ limit: 5 });
    await pass(300);
    leader.change({ "traffic.rate": 9_000 });
    await pass(300);
    await comparison.start({ kind: "before" });
    // The machine before the change is shown first.
    expect(comparison.state.get()).toMatchObject({ before: "limit", isSwapped: true });
    expect(follower.values()).toMatchObject({ limit: 10, "traffic.rate": 9_000 });
    expect(leader.values()).toMatchObject({ limit: 5, "traffic.rate": 9_000 });
  });

  it("a_change_that_has_not_reached_the_machine_counts", async () => {
    leader.change({ limit: 5 });
    await comparison.start({ kind: "before" });
    expect(comparison.state.get()).toMatchObject({ before: "limit" });
    expect(follower.values()).toMatchObject({ limit: 10 });
    leader.change({ ring: 64 });
    await comparison.start({ kind: "copy" });
    expect(follower.values()).toEqual(leader.values());
    expect(leader.values()).toMatchObject({ limit: 5, ring: 64 });
  });

  it("opening_a_scenario_is_no_change", async () => {
    leader.change({ limit: 5 });
    await pass(300);
    expect(comparison.lastChange()).toBe("limit");
    leader.openScenario("second");
    await pass(300);
    expect(comparison.lastChange()).toBeNull();
    leader.change({ limit: 7 });
    await pass(300);
    expect(comparison.lastChange()).toBe("limit");
  });

  it("without_a_change_it_is_a_copy", async () => {
    await comparison.start({ kind: "before" });
    expect(comparison.state.get()).toMatchObject({ phase: "ready", before: null });
    expect(follower.values()).toEqual(leader.values());
  });

  it("without_one_change_is_the_same_machine_with_the_scenarios_value_of_that_knob_and_the_other_changes", async () => {
    leader.change({ limit: 5 });
    await pass(2_000);
    leader.change({ cure: true, limit: 7 });
    await pass(300);
    await comparison.start({ kind: "without", path: "limit" });
    expect(comparison.state.get()).toMatchObject({ before: null, isSwapped: true });
    expect(follower.values()).toMatchObject({ limit: 10, cure: true });
    expect(leader.values()).toMatchObject({ limit: 7, cure: true });
    await comparison.start({ kind: "copy" });
    expect(comparison.state.get().isSwapped).toBe(false);
  });

  it("with_settings_they_hold_during_the_whole_run_and_the_leaders_other_changes_happen_too", async () => {
    leader.change({ limit: 5 });
    await pass(2_000);
    leader.change({ cure: true });
    await pass(300);
    await comparison.start({ kind: "with", set: { limit: 7 } });
    expect(follower.state.get().base).toBe(leader.state.get().base);
    expect(follower.values()).toMatchObject({ limit: 7, cure: true });
    leader.time.seek(10);
    await animate(60);
    expect([leader, follower].map((lab) => lab.values().limit)).toEqual([10, 7]);
    await comparison.start({ kind: "scenario", id: "second", set: { limit: 7 } });
    expect(follower.values()).toMatchObject({ rate: 900, limit: 7 });
  });

  it("a_refused_machine_leaves_the_leader_as_it_was", async () => {
    await comparison.start({ kind: "copy" });
    engine.cancelNext = true;
    const { scenario } = leader.state.get();
    expect(await comparison.start({ kind: "copy" })).toBe(false);
    expect(comparison.state.get().phase).toBe("broken");
    expect(leader.state.get().scenario).toBe(scenario);
  });
});

it("undo_takes_back_the_later_change_of_the_two_machines", async () => {
  await comparison.start({ kind: "copy" });
  leader.change({ cure: true });
  await animate(300);
  comparison.state.get().follower?.change({ limit: 5 });
  await animate(300);
  expect(comparison.undoTarget()).toMatchObject({ lab: follower, label: "limit" });
  comparison.undoTarget()?.lab.undo();
  await animate(100);
  expect(comparison.redoTarget()).toMatchObject({ lab: follower, label: "limit" });
});

it("the_same_packet_is_selected_in_both", async () => {
  await comparison.start({ kind: "copy" });
  comparison.state.get().follower?.select({ kind: "packet", packet: 812 });
  expect(leader.state.get().selection).toEqual({ kind: "packet", packet: 812 });
  leader.select(null);
  expect(follower.state.get().selection).toBeNull();
});

it("the_followers_machine_can_be_kept", async () => {
  await comparison.start({ kind: "copy" });
  comparison.state.get().follower?.change({ limit: 5 });
  await animate(300);
  expect(await comparison.keepFollower()).toBe(true);
  expect(leader.values()).toMatchObject({ limit: 5 });
  expect(comparison.state.get().phase).toBe("off");
  leader.undo();
  await bench.animate(100);
  expect(leader.values()).toMatchObject({ limit: 10 });
});

it("continuing_with_the_follower_keeps_a_change_that_has_not_reached_it", async () => {
  await comparison.start({ kind: "copy" });
  comparison.state.get().follower?.change({ ring: 64 });
  expect(await comparison.keepFollower()).toBe(true);
  expect(leader.values()).toMatchObject({ ring: 64 });
});
