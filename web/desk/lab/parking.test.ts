// Facts about the lab while the page shows a lesson's desk: it gives its worker back, and is shown again with its undo.
import { describe, expect } from "vitest";
import type { Lab } from "./lab";
import { it } from "./lab-harness.test-data";

const labels = (lab: Lab) => lab.state.get().history.past.map(({ label }) => label);

describe("a link that is being opened", () => {
  it("is_opened_although_a_lesson_begins", async ({ lab, engine, pass }) => {
    lab.change({ limit: 5 });
    await pass(20);
    void lab.openLink("#/lab?scenario=second&speed=0.5");
    lab.park();
    await pass(50);
    expect(engine.scenario).toBeNull();
    lab.resume();
    await pass(50);
    expect(lab.state.get()).toMatchObject({ base: { id: "second" }, speed: 0.5 });
    expect(engine.scenario?.id).toBe("second");
    expect(labels(lab)).toEqual(["limit", "Scenario “Second”"]);
    lab.undo();
    await pass(50);
    expect(lab.values().limit).toBe(5);
  });
});

describe("a parked lab", () => {
  it.beforeEach(async ({ lab, engine, animate, pass }) => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(100);
    lab.park();
    await pass(20);
    expect(engine.scenario).toBeNull();
  });

  it("rebuilds_its_machine_at_its_moment_with_its_undo", async ({ lab, engine, pass }) => {
    const moment = lab.moment();
    const opened = engine.opened.length;
    lab.resume();
    await pass(20);
    expect(engine.opened).toHaveLength(opened + 1);
    expect(lab.moment()).toEqual(moment);
    expect(labels(lab)).toEqual(["limit"]);
    lab.undo();
    await pass(20);
    expect(lab.values().limit).toBe(10);
  });

  it("keeps_its_picture_and_its_view", async ({ lab, pass }) => {
    lab.time.setRange({ from: 100, to: 150 });
    lab.select({ kind: "packet", packet: 7 });
    const { frame } = lab.tick.get();
    expect(frame).not.toBeNull();
    lab.resume();
    await pass(50);
    expect(lab.state.get()).toMatchObject({
      range: { from: 100, to: 150 },
      selection: { kind: "packet", packet: 7 },
      playing: true,
    });
    expect(lab.tick.get().frame).toBe(frame);
  });

  it("survives_a_lesson_that_begins_during_the_rebuild", async ({ lab, engine, pass }) => {
    lab.resume();
    lab.park();
    await pass(50);
    expect(engine.scenario).toBeNull();
    lab.resume();
    await pass(50);
    expect(lab.values().limit).toBe(5);
    expect(labels(lab)).toEqual(["limit"]);
  });

  it("that_is_parked_again_at_once_rebuilds_nothing", async ({ lab, engine, pass }) => {
    const opened = engine.opened.length;
    lab.resume();
    lab.park();
    await pass(50);
    expect(engine.opened).toHaveLength(opened);
  });

  it("that_is_shown_again_while_a_change_is_under_way_keeps_its_machine", async ({
    lab,
    engine,
    pass,
  }) => {
    lab.resume();
    await pass(50);
    lab.undo();
    lab.park();
    lab.resume();
    const opened = engine.opened.length;
    await pass(50);
    // The undo alone has built a machine.
    expect(engine.opened).toHaveLength(opened + 1);
    expect(engine.scenario).not.toBeNull();
    expect(lab.values().limit).toBe(10);
  });

  it("begins_its_scenario_again_after_a_cancelled_rebuild_and_undo_leads_back", async ({
    lab,
    engine,
    pass,
  }) => {
    engine.cancelNext = true;
    lab.resume();
    await pass(50);
    expect(lab.values().limit).toBe(10);
    expect(labels(lab)).toEqual(["limit", "Scenario “First”"]);
    lab.undo();
    await pass(50);
    expect(lab.values().limit).toBe(5);
  });

  it.for(["#/lab?set=rate:999999", "#/lab?capture=a.pcap~2~0123456789abcdef"])(
    "is_rebuilt_when_a_link_does_not_open: %s",
    async (hash, { lab, engine, pass }) => {
      void lab.openLink(hash);
      lab.resume();
      await pass(50);
      expect(lab.values().limit).toBe(5);
      expect(engine.scenario).not.toBeNull();
      expect(labels(lab)).toEqual(["limit"]);
    },
  );

  it("is_the_next_undo_step_after_a_link_was_opened_instead", async ({ lab, engine, pass }) => {
    const opened = engine.opened.length;
    void lab.openLink("#/lab?scenario=second");
    lab.resume();
    await pass(20);
    // Only the link's machine was built.
    expect(engine.opened).toHaveLength(opened + 1);
    expect(lab.state.get().base?.id).toBe("second");
    expect(labels(lab)).toEqual(["limit", "Scenario “Second”"]);
    lab.undo();
    await pass(20);
    expect(lab.values().limit).toBe(5);
  });
});

it("a_cancelled_machine_does_not_change_undo", async ({ lab, engine, pass }) => {
  lab.change({ limit: 7 });
  await pass(200);
  const first = engine.opened[0]?.scenario;
  engine.cancelNext = true;
  expect(first === undefined || (await lab.open(first, 200))).toBe(false);
  expect(labels(lab)).toEqual(["limit"]);
  expect(lab.values().limit).toBe(7);
});

it("a_forgotten_machine_leaves_neither_state_nor_picture", async ({ lab, animate }) => {
  await animate(100);
  lab.setLayout("projector");
  lab.forgetMachine(0.0005);
  expect(lab.state.get()).toMatchObject({
    ...{ phase: "ready", base: null, topology: null, speed: 0.002, layout: "projector" },
    history: { past: [] },
  });
  expect(lab.tick.get()).toMatchObject({ frame: null, diagnosis: null });
});
