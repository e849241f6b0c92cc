// Facts about the whole lab, with a fake engine: knobs at the live edge and in the past, undo, new runs, drags, steps.
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeEngine } from "./fake-engine.test-data";
import type { Lab } from "./lab";
import { startLab, type LabHarness } from "./lab-harness.test-data";
import type { Notices } from "../announcements/notices";

let harness: LabHarness;
let engine: FakeEngine;
let lab: Lab;
let notices: Notices;

const pass = (milliseconds: number) => harness.pass(milliseconds);
const animate = (milliseconds: number) => harness.animate(milliseconds);
const titles = () => notices.store.get().list.map(({ title }) => title);
const interventions = () => engine.scenario?.interventions ?? [];

beforeEach(async () => {
  harness = await startLab();
  ({ engine, lab, notices } = harness);
});

describe("playing", () => {
  it("opens_the_first_scenario_after_its_warm_up_and_plays", async () => {
    expect(lab.state.get()).toMatchObject({ phase: "ready", playing: true });
    expect(engine.opened[0]?.until).toEqual({ milliseconds: 200 });
    await animate(100);
    expect(lab.tick.get().t).toBeGreaterThan(200);
  });

  it("pausing_stops_the_head_too", async () => {
    await animate(100);
    lab.pause();
    await animate(50);
    const { head } = engine;
    await animate(200);
    expect(engine.head).toBe(head);
    expect(lab.tick.get().t).toBe(head);
  });

  it("while_playing_the_head_is_one_packet_time_ahead_and_pausing_does_not_jump", async () => {
    engine.hertz = 1_000_000;
    lab.openScenario("second");
    await pass(20);
    lab.setSpeed(0.002);
    await animate(300);
    const { t, head } = lab.tick.get();
    expect(head - t).toBe(80);
    lab.pause();
    await animate(50);
    expect(lab.tick.get().t).toBeLessThanOrEqual(t + 200);
    expect(engine.head - lab.tick.get().t).toBe(80);
    expect(engine.head).toBe(lab.tick.get().head);
    const opened = engine.opened.length;
    lab.change({ limit: 5 });
    await pass(120);
    expect(engine.opened).toHaveLength(opened);
    expect(interventions()).toEqual([{ at: engine.head, set: { limit: 5 } }]);
  });

  it("every_group_of_views_gets_the_tick_even_with_slow_frames", async () => {
    for (let frame = 0; frame < 9; frame++) {
      await pass(200);
      await animate(10);
    }
    const shown = lab.staggeredTicks.map((group) => group.get().t);
    for (const t of shown) expect(t).toBeGreaterThan(lab.tick.get().t - 500);
  });

  it("groups_of_views_get_the_tick_some_frames_apart_and_text_stays_readable", async () => {
    let wall = 0;
    const given: { group: number; at: number }[] = [];
    lab.staggeredTicks.forEach((one, group) =>
      one.subscribe(() => given.push({ group, at: wall })),
    );
    for (; wall < 1000; wall += 10) await animate(10);
    const gaps = given.slice(1).map(({ at }, index) => at - (given[index]?.at ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(30);
    for (const group of lab.staggeredTicks.keys()) {
      expect(given.filter((one) => one.group === group)).toHaveLength(5);
    }
  });

  it("another_machine_clears_the_frame_of_the_one_before", async () => {
    await animate(300);
    engine.hertz = 2000;
    const seen: unknown[] = [];
    lab.state.subscribe(() => {
      if (lab.state.get().topology?.clock_hz !== 2000) return;
      seen.push(lab.frames.current, ...lab.staggeredTicks.map((group) => group.get().frame));
    });
    lab.openScenario("second");
    await pass(20);
    expect(seen.slice(0, 4)).toEqual([null, null, null, null]);
  });

  it("at_the_highest_speed_the_head_is_shown", async () => {
    engine.hertz = 1_000_000;
    lab.openScenario("second");
    await pass(20);
    lab.setSpeed(Infinity);
    await animate(100);
    expect(lab.tick.get().t).toBe(lab.tick.get().head);
  });

  it("at_its_bound_a_run_plays_to_its_end_and_pauses", async () => {
    engine.hertz = 1_000_000;
    lab.openScenario("second");
    await pass(20);
    lab.setSpeed(0.002);
    await animate(200);
    engine.bound = engine.head;
    await animate(200);
    expect(lab.state.get().playing).toBe(false);
    expect(lab.tick.get()).toMatchObject({ t: engine.bound, head: engine.bound });
  });

  it("after_the_bound_a_knob_begins_a_new_run_without_a_skip", async () => {
    lab.setSpeed(0.002);
    await animate(200);
    engine.bound = engine.head;
    await animate(200);
    engine.bound = Infinity;
    lab.change({ limit: 5 });
    await pass(120);
    expect(engine.opened.at(-1)).toMatchObject({
      scenario: { settings: { limit: 5 }, interventions: [] },
      until: { milliseconds: 200 },
    });
    expect(lab.state.get().effectFrom).toBeNull();
    expect(titles()).toEqual(["The old run had ended. The new run has limit: 5"]);
    lab.change({ limit: 7 });
    await pass(200);
    expect(interventions()).toEqual([{ at: 200, set: { limit: 7 } }]);
  });

  it("the_effect_of_a_runs_last_change_cannot_be_skipped_to", async () => {
    lab.setSpeed(0.002);
    await animate(200);
    lab.change({ limit: 5 });
    engine.bound = engine.head;
    await animate(200);
    expect(interventions()).toHaveLength(1);
    expect(lab.state.get()).toMatchObject({ effectFrom: null, playing: false });
  });

  it("scrubbing_reads_the_record_and_does_not_run_the_machine", async () => {
    await animate(100);
    lab.seek(150);
    const { head } = engine;
    await animate(50);
    expect(lab.tick.get()).toMatchObject({ t: 150, head });
    expect(engine.opened).toHaveLength(1);
  });

  it("a_skip_to_the_effect_takes_two_seconds_and_then_returns_to_the_slow_speed", async () => {
    lab.setSpeed(0.002);
    lab.change({ "traffic.rate": 9000 });
    await pass(20);
    expect(lab.state.get().effectFrom).not.toBeNull();
    const from = engine.head;
    lab.skipToEffect();
    await animate(2_050);
    expect(lab.tick.get().t - from).toBeGreaterThanOrEqual(50);
    expect(lab.tick.get().t - from).toBeLessThan(52);
    expect(lab.state.get()).toMatchObject({ skip: null, playing: true, speed: 0.002 });
  });

  it("a_second_skip_while_paused_ends_paused", async () => {
    lab.pause();
    lab.skipToEffect();
    await animate(200);
    lab.skipToEffect();
    await animate(3_000);
    expect(lab.state.get()).toMatchObject({ skip: null, playing: false });
  });

  it("a_step_pauses_at_the_boundary", async () => {
    void lab.step("step", 1);
    await animate(50);
    expect(lab.state.get().playing).toBe(false);
    expect(lab.tick.get().t).toBe(207);
  });

  it("a_machine_that_is_being_built_does_not_run_to_the_time_of_the_one_before", async () => {
    engine.hertz = 1e6;
    lab.openScenario("first");
    await pass(20);
    lab.openScenario("second");
    while (lab.state.get().replay === null) await Promise.resolve();
    lab.select(null);
    lab.animate(1e6);
    expect(engine.requests.at(-1)).toMatchObject({ t: 200, runOptions: { until: 0 } });
  });
});

describe("the timeline's range", () => {
  const ranges = () => engine.requests.slice(-5).map(({ from, to }) => ({ from, to }));

  it("a_range_chosen_by_hand_stays_until_the_timeline_follows_again", async () => {
    await animate(100);
    const { t } = lab.tick.get();
    const range = { from: t - 100, to: t + 50 };
    lab.setRange(range);
    await animate(100);
    expect(ranges()).toEqual(Array.from({ length: 5 }, () => range));
    lab.follow();
    await animate(100);
    expect(lab.state.get().range).toBeNull();
    for (const { from, to } of ranges()) expect(to - from).toBe(150);
    expect(ranges().at(-1)?.from).toBeGreaterThan(range.from);
  });

  it("after_a_zoom_around_the_shown_time_the_timeline_still_follows", async () => {
    await animate(100);
    const { t } = lab.tick.get();
    lab.setRange({ from: t - 10, to: t + 1 }, true);
    await animate(100);
    expect(lab.state.get()).toMatchObject({ range: null, viewWidth: 11 });
    const last = engine.requests.at(-1);
    expect((last?.to ?? 0) - (last?.from ?? 0)).toBe(11);
    expect(last?.from).toBeGreaterThan(t);
  });
});

describe("knobs", () => {
  it("at_the_live_edge_a_knob_is_an_intervention_and_nothing_is_replayed", async () => {
    lab.change({ limit: 5 });
    await pass(20);
    expect(interventions()).toEqual([{ at: 200, set: { limit: 5 } }]);
    expect(engine.opened).toHaveLength(1);
    expect(lab.values().limit).toBe(5);
  });

  it("a_knob_shows_its_new_value_at_once", () => {
    lab.change({ limit: 5 });
    expect(lab.values().limit).toBe(5);
  });

  it("in_the_past_a_knob_starts_a_branch", async () => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(200);
    lab.seek(150);
    await animate(20);
    lab.change({ cure: true });
    await pass(120);
    expect(engine.opened.at(-1)?.until).toEqual({ cycles: 150 });
    expect(interventions()).toEqual([{ at: 150, set: { cure: true } }]);
    expect(lab.values().limit).toBe(10);
    expect(titles()[0]).toMatch(/new branch/);
  });

  it("undo_brings_back_the_moment_before_and_redo_the_one_after", async () => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(300);
    const { head } = engine;
    lab.undo();
    await pass(20);
    expect(lab.values().limit).toBe(10);
    expect(engine.opened.at(-1)).toMatchObject({ until: { cycles: 200 } });
    lab.redo();
    await pass(20);
    expect(engine.opened.at(-1)?.until).toEqual({ cycles: head });
    expect(interventions()).toHaveLength(1);
    expect(lab.values().limit).toBe(5);
  });

  it("undo_of_a_branch_restores_what_came_after", async () => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(200);
    const { head } = engine;
    lab.seek(150);
    await animate(20);
    lab.change({ cure: true });
    await pass(120);
    lab.undo();
    await pass(20);
    await animate(20);
    expect(engine.head).toBe(head);
    expect(interventions()).toEqual([{ at: 200, set: { limit: 5 } }]);
    expect(lab.tick.get().t).toBe(150);
  });

  it("one_drag_is_one_undo_step_and_few_interventions", async () => {
    for (let rate = 2000; rate < 8000; rate += 100) {
      lab.change({ "traffic.rate": rate });
      await animate(10);
    }
    await animate(200);
    expect(lab.values()["traffic.rate"]).toBe(7900);
    expect(interventions().length).toBeLessThanOrEqual(8);
    expect(lab.state.get().history.past).toHaveLength(1);
    lab.undo();
    await pass(20);
    expect(lab.values()["traffic.rate"]).toBe(2000);
  });

  it("in_slow_motion_only_the_first_and_last_value_of_a_drag_reach_the_machine", async () => {
    lab.setSpeed(0.002);
    lab.setDragging(true);
    for (let rate = 2000; rate < 8000; rate += 100) {
      lab.change({ "traffic.rate": rate });
      await animate(10);
    }
    await animate(200);
    expect(interventions().map(({ set }) => set["traffic.rate"])).toEqual([2000, 7900]);
    await animate(3_000);
    lab.change({ "traffic.rate": 9000 });
    await animate(200);
    lab.setDragging(false);
    expect(lab.state.get().history.past).toHaveLength(1);
  });

  it("every_undo_click_counts_while_an_undo_is_running", async () => {
    for (const limit of [5, 6, 7]) {
      lab.change({ limit });
      await animate(1_100);
    }
    lab.undo();
    lab.undo();
    lab.undo();
    await pass(30);
    expect(lab.values().limit).toBe(10);
    expect(titles()).toContain("3 steps undone");
    expect(lab.state.get().history.future).toHaveLength(3);
  });

  it("undo_includes_a_pending_change", async () => {
    lab.change({ limit: 5 });
    lab.change({ limit: 6 });
    lab.undo();
    await pass(300);
    expect(lab.values().limit).toBe(10);
    expect(interventions()).toEqual([]);
  });

  it("a_restart_knob_starts_a_new_run_with_the_current_knobs_and_reports_it", async () => {
    lab.change({ limit: 5 });
    await pass(200);
    lab.change({ ring: 64 });
    await pass(200);
    expect(engine.scenario).toMatchObject({ settings: { limit: 5, ring: 64 }, interventions: [] });
    expect(engine.opened.at(-1)?.scenario.seed).toBe(engine.opened[0]?.scenario.seed);
    expect(titles().join()).toContain("The machine starts again, with ring: 64");
  });

  it("a_restart_knob_keeps_a_change_that_is_ahead_of_the_shown_time", async () => {
    engine.hertz = 1_000_000;
    lab.openScenario("second");
    await pass(20);
    lab.setSpeed(0.0001);
    await animate(300);
    lab.change({ limit: 5 });
    await animate(200);
    expect(interventions()[0]?.at).toBeGreaterThan(lab.tick.get().t);
    lab.change({ ring: 64 });
    await animate(200);
    expect(engine.scenario?.settings).toMatchObject({ limit: 5, ring: 64 });
  });

  it("a_refused_knob_names_its_field_and_changes_nothing", async () => {
    engine.refuseNext = true;
    lab.change({ limit: 0 });
    await pass(20);
    expect(notices.store.get().list[0]?.text[0]).toContain(
      "limit is 0: too small. Allowed: 1 to 255.",
    );
    expect(lab.values().limit).toBe(10);
    expect(lab.state.get().history.past).toHaveLength(0);
  });

  it("a_cancelled_replay_does_not_change_the_machine", async () => {
    await animate(200);
    lab.seek(150);
    await animate(20);
    engine.cancelNext = true;
    lab.change({ cure: true });
    await pass(120);
    expect(titles()).toEqual(["Cancelled"]);
    expect(lab.values().cure).toBe(false);
    expect(interventions()).toEqual([]);
  });

  it("a_cancelled_new_run_does_not_play", async () => {
    lab.pause();
    engine.cancelNext = true;
    lab.startNewRun();
    await pass(20);
    expect(lab.state.get().playing).toBe(false);
  });

  it("opening_a_scenario_can_be_undone", async () => {
    lab.openScenario("second");
    await pass(20);
    expect(lab.state.get().base?.id).toBe("second");
    lab.undo();
    await pass(20);
    expect(lab.state.get().base?.id).toBe("first");
  });

  it("reset_goes_back_to_the_scenarios_own_value", async () => {
    lab.openScenario("second");
    await pass(20);
    lab.change({ rate: 7 });
    await pass(200);
    lab.reset("rate");
    await pass(200);
    expect(lab.values().rate).toBe(900);
  });
});
