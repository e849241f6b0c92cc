// Facts about the whole lab, with a fake engine: playing, pausing, the range of the timeline, steps.
import { describe, expect } from "vitest";
import type { FakeEngine } from "./fake-engine.test-data";
import { it } from "./lab-harness.test-data";

describe("playing", () => {
  it("opens_the_first_scenario_after_its_warm_up_and_plays", async ({ lab, engine, animate }) => {
    expect(lab.state.get()).toMatchObject({ phase: "ready", playing: true });
    expect(engine.opened[0]?.until).toEqual({ milliseconds: 200 });
    await animate(100);
    expect(lab.tick.get().t).toBeGreaterThan(200);
  });

  it("pausing_stops_the_head_too", async ({ lab, engine, animate }) => {
    await animate(100);
    lab.clock.pause();
    await animate(50);
    const { head } = engine;
    await animate(200);
    expect(engine.head).toBe(head);
    expect(lab.tick.get().t).toBe(head);
  });

  it("while_playing_the_head_is_one_packet_time_ahead_and_pausing_does_not_jump", async ({
    lab,
    engine,
    pass,
    animate,
  }) => {
    engine.hertz = 1_000_000;
    lab.openScenario("second");
    await pass(20);
    lab.clock.setSpeed(0.002);
    await animate(300);
    const { t, head } = lab.tick.get();
    expect(head - t).toBe(80);
    lab.clock.pause();
    await animate(50);
    expect(lab.tick.get().t).toBeLessThanOrEqual(t + 200);
    expect(engine.head - lab.tick.get().t).toBe(80);
    expect(engine.head).toBe(lab.tick.get().head);
    const opened = engine.opened.length;
    lab.change({ limit: 5 });
    await pass(120);
    expect(engine.opened).toHaveLength(opened);
    expect(engine.interventions).toEqual([{ at: engine.head, set: { limit: 5 } }]);
  });

  it("every_group_of_views_gets_the_tick_even_with_slow_frames", async ({ lab, pass, animate }) => {
    for (let frame = 0; frame < 9; frame++) {
      await pass(200);
      await animate(10);
    }
    const shown = lab.staggeredTicks.map((group) => group.get().t);
    for (const t of shown) expect(t).toBeGreaterThan(lab.tick.get().t - 500);
  });

  it("groups_of_views_get_the_tick_some_frames_apart_and_text_stays_readable", async ({
    lab,
    animate,
  }) => {
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

  it("the_numbers_of_the_picture_the_diagnosis_and_the_other_cards_have_one_window", async ({
    lab,
    engine,
    animate,
  }) => {
    engine.hertz = 1_000_000;
    // The request of a diagnosis is lost: from now on the diagnoses come at other times than before.
    const sinceDiagnosis = () =>
      engine.requests.length - engine.requests.findLastIndex((one) => one.runOptions.diagnose);
    do await animate(10);
    while (lab.tick.get().frame === null || sinceDiagnosis() < 20);
    engine.losesNext = true;
    await animate(100);
    const ends = new Set<number>();
    for (let wall = 0; wall < 1_000; wall += 10) {
      await animate(10);
      const picture = lab.frames.current?.windowTo ?? NaN;
      const cards = lab.staggeredTicks.map(({ get }) => get().frame?.windowTo);
      ends.add(picture);
      expect(cards[0]).toBe(picture);
      // The other groups of views render some frames later.
      for (const end of cards) expect([...ends].slice(-2)).toContain(end);
    }
    expect(ends.size).toBeGreaterThanOrEqual(5);
  });

  it("another_machine_clears_the_frame_of_the_one_before", async ({
    lab,
    engine,
    pass,
    animate,
  }) => {
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

  it("at_the_highest_speed_the_head_is_shown", async ({ lab, engine, pass, animate }) => {
    engine.hertz = 1_000_000;
    lab.openScenario("second");
    await pass(20);
    lab.clock.setSpeed(Infinity);
    await animate(100);
    expect(lab.tick.get().t).toBe(lab.tick.get().head);
  });

  it("at_its_bound_a_run_plays_to_its_end_and_pauses", async ({ lab, engine, pass, animate }) => {
    engine.hertz = 1_000_000;
    lab.openScenario("second");
    await pass(20);
    lab.clock.setSpeed(0.002);
    await animate(200);
    engine.bound = engine.head;
    await animate(200);
    expect(lab.state.get().playing).toBe(false);
    expect(lab.tick.get()).toMatchObject({ t: engine.bound, head: engine.bound });
  });

  it("after_the_bound_a_knob_begins_a_new_run_without_a_skip", async ({
    lab,
    engine,
    pass,
    animate,
    titles,
  }) => {
    lab.clock.setSpeed(0.002);
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
    expect(titles()).toEqual(["New run with limit: 5"]);
    lab.change({ limit: 7 });
    await pass(200);
    expect(engine.interventions).toEqual([{ at: 200, set: { limit: 7 } }]);
  });

  it("the_effect_of_a_runs_last_change_cannot_be_skipped_to", async ({ lab, engine, animate }) => {
    lab.clock.setSpeed(0.002);
    await animate(200);
    lab.change({ limit: 5 });
    engine.bound = engine.head;
    await animate(200);
    expect(engine.interventions).toHaveLength(1);
    expect(lab.state.get()).toMatchObject({ effectFrom: null, playing: false });
  });

  it("scrubbing_reads_the_record_and_does_not_run_the_machine", async ({
    lab,
    engine,
    animate,
  }) => {
    await animate(100);
    lab.time.seek(150);
    const { head } = engine;
    await animate(50);
    expect(lab.tick.get()).toMatchObject({ t: 150, head });
    expect(engine.opened).toHaveLength(1);
  });

  it("a_skip_to_the_effect_takes_two_seconds_and_then_returns_to_the_slow_speed", async ({
    lab,
    engine,
    pass,
    animate,
  }) => {
    lab.clock.setSpeed(0.002);
    lab.change({ "traffic.rate": 9000 });
    await pass(20);
    expect(lab.state.get().effectFrom).not.toBeNull();
    const from = engine.head;
    lab.clock.skipToEffect();
    await animate(2_050);
    expect(lab.tick.get().t - from).toBeGreaterThanOrEqual(50);
    expect(lab.tick.get().t - from).toBeLessThan(52);
    expect(lab.state.get()).toMatchObject({ skip: null, playing: true, speed: 0.002 });
  });

  it("a_second_skip_while_paused_ends_paused", async ({ lab, animate }) => {
    lab.clock.pause();
    lab.clock.skipToEffect();
    await animate(200);
    lab.clock.skipToEffect();
    await animate(3_000);
    expect(lab.state.get()).toMatchObject({ skip: null, playing: false });
  });

  it("a_step_pauses_at_the_boundary", async ({ lab, animate }) => {
    void lab.time.step("step", 1);
    await animate(50);
    expect(lab.state.get().playing).toBe(false);
    expect(lab.tick.get().t).toBe(207);
  });

  it("a_machine_that_is_being_built_does_not_run_to_the_time_of_the_one_before", async ({
    lab,
    engine,
    pass,
  }) => {
    engine.hertz = 1e6;
    lab.openScenario("first");
    await pass(20);
    lab.openScenario("second");
    while (lab.state.get().replay === null) await Promise.resolve();
    lab.select(null);
    lab.clock.animate(1e6);
    expect(engine.requests.at(-1)).toMatchObject({ t: 200, runOptions: { until: 0 } });
  });
});

describe("the timeline's range", () => {
  const ranges = (engine: FakeEngine) =>
    engine.requests.slice(-5).map(({ from, to }) => ({ from, to }));

  it("a_range_chosen_by_hand_stays_until_the_timeline_follows_again", async ({
    lab,
    engine,
    animate,
  }) => {
    await animate(100);
    const { t } = lab.tick.get();
    const range = { from: t - 100, to: t + 50 };
    lab.time.setRange(range);
    await animate(100);
    expect(ranges(engine)).toEqual(Array.from({ length: 5 }, () => range));
    lab.clock.follow();
    await animate(100);
    expect(lab.state.get().range).toBeNull();
    for (const { from, to } of ranges(engine)) expect(to - from).toBe(150);
    expect(ranges(engine).at(-1)?.from).toBeGreaterThan(range.from);
  });

  it("after_a_zoom_around_the_shown_time_the_timeline_still_follows", async ({
    lab,
    engine,
    animate,
  }) => {
    await animate(100);
    const { t } = lab.tick.get();
    lab.time.setRange({ from: t - 10, to: t + 1 }, true);
    await animate(100);
    expect(lab.state.get()).toMatchObject({ range: null, viewWidth: 11 });
    const last = engine.requests.at(-1);
    expect((last?.to ?? 0) - (last?.from ?? 0)).toBe(11);
    expect(last?.from).toBeGreaterThan(t);
  });
});
