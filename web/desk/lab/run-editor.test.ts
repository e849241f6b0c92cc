// Facts about changes of the run, with a fake engine: knobs at the live edge and in the past, undo, new runs, drags.
import { describe, expect } from "vitest";
import { it } from "./lab-harness.test-data";

describe("knobs", () => {
  it("at_the_live_edge_a_knob_is_an_intervention_and_nothing_is_replayed", async ({
    lab,
    engine,
    pass,
  }) => {
    lab.change({ limit: 5 });
    await pass(20);
    expect(engine.interventions).toEqual([{ at: 200, set: { limit: 5 } }]);
    expect(engine.opened).toHaveLength(1);
    expect(lab.values().limit).toBe(5);
  });

  it("a_knob_shows_its_new_value_at_once", ({ lab }) => {
    lab.change({ limit: 5 });
    expect(lab.values().limit).toBe(5);
  });

  it("in_the_past_a_knob_starts_a_branch", async ({ lab, engine, pass, animate, titles }) => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(200);
    lab.time.seek(150);
    await animate(20);
    lab.change({ cure: true });
    await pass(120);
    expect(engine.opened.at(-1)?.until).toEqual({ cycles: 150 });
    expect(engine.interventions).toEqual([{ at: 150, set: { cure: true } }]);
    expect(lab.values().limit).toBe(10);
    expect(titles()[0]).toMatch(/new branch/);
  });

  it("undo_brings_back_the_moment_before_and_redo_the_one_after", async ({
    lab,
    engine,
    pass,
    animate,
  }) => {
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
    expect(engine.interventions).toHaveLength(1);
    expect(lab.values().limit).toBe(5);
  });

  it("undo_of_a_branch_restores_what_came_after", async ({ lab, engine, pass, animate }) => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(200);
    const { head } = engine;
    lab.time.seek(150);
    await animate(20);
    lab.change({ cure: true });
    await pass(120);
    lab.undo();
    await pass(20);
    await animate(20);
    expect(engine.head).toBe(head);
    expect(engine.interventions).toEqual([{ at: 200, set: { limit: 5 } }]);
    expect(lab.tick.get().t).toBe(150);
  });

  it("one_drag_is_one_undo_step_and_few_interventions", async ({ lab, engine, pass, animate }) => {
    for (let rate = 2000; rate < 8000; rate += 100) {
      lab.change({ "traffic.rate": rate });
      await animate(10);
    }
    await animate(200);
    expect(lab.values()["traffic.rate"]).toBe(7900);
    expect(engine.interventions.length).toBeLessThanOrEqual(8);
    expect(lab.state.get().history.past).toHaveLength(1);
    lab.undo();
    await pass(20);
    expect(lab.values()["traffic.rate"]).toBe(2000);
  });

  it("in_slow_motion_only_the_first_and_last_value_of_a_drag_reach_the_machine", async ({
    lab,
    engine,
    animate,
  }) => {
    lab.clock.setSpeed(0.002);
    lab.setDragging(true);
    for (let rate = 2000; rate < 8000; rate += 100) {
      lab.change({ "traffic.rate": rate });
      await animate(10);
    }
    await animate(200);
    expect(engine.interventions.map(({ set }) => set["traffic.rate"])).toEqual([2000, 7900]);
    await animate(3_000);
    lab.change({ "traffic.rate": 9000 });
    await animate(200);
    lab.setDragging(false);
    expect(lab.state.get().history.past).toHaveLength(1);
  });

  it("every_undo_click_counts_while_an_undo_is_running", async ({ lab, pass, animate, titles }) => {
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

  it("an_undo_click_after_a_change_undoes_that_change", async ({ lab, pass, animate }) => {
    lab.change({ limit: 5 });
    await animate(1_100);
    lab.change({ limit: 6 });
    await animate(1_100);
    lab.undo();
    lab.change({ cure: true });
    lab.undo();
    await pass(300);
    expect(lab.values()).toMatchObject({ limit: 5, cure: false });
    expect(lab.state.get().history.past).toHaveLength(1);
  });

  it("a_knob_turned_during_an_undo_keeps_its_new_value_on_the_page", async ({
    lab,
    pass,
    animate,
  }) => {
    lab.change({ limit: 5 });
    await animate(1_100);
    lab.undo();
    const shown: unknown[] = [];
    lab.change({ ring: 64 });
    lab.state.subscribe(() => shown.push(lab.values().ring));
    await pass(300);
    expect(new Set(shown)).toEqual(new Set([64]));
    expect(lab.values()).toMatchObject({ limit: 10, ring: 64 });
  });

  it("undo_includes_a_pending_change", async ({ lab, engine, pass }) => {
    lab.change({ limit: 5 });
    lab.change({ limit: 6 });
    lab.undo();
    await pass(300);
    expect(lab.values().limit).toBe(10);
    expect(engine.interventions).toEqual([]);
  });

  it("a_restart_knob_starts_a_new_run_with_the_current_knobs_and_reports_it", async ({
    lab,
    engine,
    pass,
    titles,
  }) => {
    lab.change({ limit: 5 });
    await pass(200);
    lab.change({ ring: 64 });
    await pass(200);
    expect(engine.scenario).toMatchObject({ settings: { limit: 5, ring: 64 }, interventions: [] });
    expect(engine.opened.at(-1)?.scenario.seed).toBe(engine.opened[0]?.scenario.seed);
    expect(titles().join()).toContain("New run with ring: 64");
  });

  it("a_restart_knob_keeps_a_change_that_is_ahead_of_the_shown_time", async ({
    lab,
    engine,
    pass,
    animate,
  }) => {
    engine.hertz = 1_000_000;
    lab.openScenario("second");
    await pass(20);
    lab.clock.setSpeed(0.0001);
    await animate(300);
    lab.change({ limit: 5 });
    await animate(200);
    expect(engine.interventions[0]?.at).toBeGreaterThan(lab.tick.get().t);
    lab.change({ ring: 64 });
    await animate(200);
    expect(engine.scenario?.settings).toMatchObject({ limit: 5, ring: 64 });
  });

  it("a_refused_knob_names_its_field_and_changes_nothing", async ({
    lab,
    engine,
    notices,
    pass,
  }) => {
    engine.refuseNext = true;
    lab.change({ limit: 0 });
    await pass(20);
    expect(notices.store.get().list[0]?.text[0]).toContain(
      "limit is 0: too small. Allowed: 1 to 255.",
    );
    expect(lab.values().limit).toBe(10);
    expect(lab.state.get().history.past).toHaveLength(0);
  });

  it("a_cancelled_replay_does_not_change_the_machine", async ({
    lab,
    engine,
    pass,
    animate,
    titles,
  }) => {
    await animate(200);
    lab.time.seek(150);
    await animate(20);
    engine.cancelNext = true;
    lab.change({ cure: true });
    await pass(120);
    expect(titles()).toEqual(["Cancelled"]);
    expect(lab.values().cure).toBe(false);
    expect(engine.interventions).toEqual([]);
  });

  it("a_cancelled_new_run_does_not_play", async ({ lab, engine, pass }) => {
    lab.clock.pause();
    engine.cancelNext = true;
    lab.startNewRun();
    await pass(20);
    expect(lab.state.get().playing).toBe(false);
  });

  it("opening_a_scenario_can_be_undone", async ({ lab, pass }) => {
    lab.openScenario("second");
    await pass(20);
    expect(lab.state.get().base?.id).toBe("second");
    lab.undo();
    await pass(20);
    expect(lab.state.get().base?.id).toBe("first");
  });

  it("reset_goes_back_to_the_scenarios_own_value", async ({ lab, pass }) => {
    lab.openScenario("second");
    await pass(20);
    lab.change({ rate: 7 });
    await pass(200);
    lab.reset("rate");
    await pass(200);
    expect(lab.values().rate).toBe(900);
  });
});
