// Facts about returning to a lab: by a link, after a lesson, after a trap.
import { beforeEach, describe, expect, it } from "vitest";
import type { FakeEngine } from "./fake-engine.test-data";
import type { Lab } from "./lab";
import { startLab, type LabHarness } from "./lab-harness.test-data";
import { withPinned } from "../curve/curve-choices";
import { scenarioOf } from "../scenario/small-catalogue.test-data";
import type { Notices } from "../announcements/notices";

let harness: LabHarness;
let engine: FakeEngine;
let lab: Lab;
let notices: Notices;

const pass = (milliseconds: number) => harness.pass(milliseconds);
const animate = (milliseconds: number) => harness.animate(milliseconds);
const titles = () => notices.store.get().list.map(({ title }) => title);

beforeEach(async () => {
  harness = await startLab();
  ({ engine, lab, notices } = harness);
});

describe("links", () => {
  it("a_link_opens_the_same_run_at_the_same_moment", async () => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(100);
    lab.pause();
    await animate(20);
    const link = lab.link();
    const { head, scenario } = engine;
    lab.openScenario("second");
    await pass(20);
    lab.openLink(link);
    await pass(20);
    await animate(20);
    expect(engine.head).toBe(head);
    expect(engine.scenario).toEqual(scenario);
    expect(lab.state.get().playing).toBe(false);
    expect(lab.tick.get().t).toBe(head);
  });

  it("a_link_sets_the_layout_only_if_it_names_one", async () => {
    lab.openLink("#/lab?scenario=second&look=projector");
    await pass(20);
    expect(lab.state.get().layout).toBe("projector");
    lab.openLink("#/lab?scenario=first");
    await pass(20);
    expect(lab.state.get().layout).toBe("projector");
    lab.setLayout("auto");
    expect(lab.link()).not.toContain("look=");
  });

  it("a_question_shows_only_the_curves_of_its_link_and_undo_brings_the_pinned_ones_back", async () => {
    const pinned = withPinned([], scenarioOf(), "Before");
    lab.setCurves({ pinned, measure: "p99" });
    lab.openLink("#/lab?scenario=second");
    await pass(20);
    expect(lab.state.get().curves.pinned).toEqual(pinned);
    lab.openLink("#/lab?scenario=second&question=why");
    await pass(20);
    expect(lab.state.get()).toMatchObject({ curves: { pinned: [] }, question: "why" });
    lab.change({ limit: 5 });
    lab.setCurves({ measure: "p50" });
    await pass(20);
    lab.undo();
    await pass(20);
    expect(lab.state.get()).toMatchObject({ curves: { measure: "p50" }, question: "why" });
    lab.undo();
    await pass(20);
    expect(lab.state.get()).toMatchObject({ curves: { pinned }, question: null });
    lab.redo();
    await pass(20);
    expect(lab.state.get()).toMatchObject({
      curves: { pinned: [], measure: "p50" },
      question: "why",
    });
  });

  const CAPTURE = { file: "an evening.pcap", packets: 2, digest: "0123456789abcdef" };
  const opened = { ...CAPTURE, arrivals: new Float64Array([0, 64, 1_000, 64]) };

  it("a_link_waits_for_its_capture_and_loses_nothing", async () => {
    const link =
      "#/lab?v=1&seed=7&capture=an%20evening.pcap~2~0123456789abcdef&t=300&speed=1&play=0";
    lab.openLink(link);
    await pass(20);
    expect(lab.state.get().pendingLink).toEqual({ hash: link, capture: CAPTURE });
    expect(lab.link()).toBe(link);
    await expect(lab.replayCapture({ ...opened, digest: "fedcba9876543210" })).rejects.toThrow(
      /0123456789abcdef/,
    );
    expect(lab.link()).toBe(link);
    await lab.replayCapture(opened);
    await pass(20);
    expect(lab.state.get().pendingLink).toBeNull();
    expect(engine.scenario).toMatchObject({ seed: 7, capture: CAPTURE });
    expect(lab.link()).toContain("capture=an%20evening.pcap~2~0123456789abcdef");
  });

  it("a_discarded_link_can_still_be_copied", async () => {
    lab.openLink("#/lab?v=1&capture=a.pcap~2~0123456789abcdef");
    await pass(20);
    lab.discardPendingLink();
    expect(lab.state.get().pendingLink).toBeNull();
    expect(titles()[0]).toMatch(/needs a.pcap was not opened/);
  });

  it("a_broken_link_is_reported_and_the_lab_goes_on", async () => {
    lab.openLink("#/lab?set=rate:999999");
    await pass(20);
    expect(titles()[0]).toMatch(/link cannot be opened/);
    expect(notices.store.get().list[0]?.text[0]).toContain(
      "rate is 999999: out of range. Allowed: 0 to 14880.",
    );
    expect(engine.opened).toHaveLength(1);
  });

  it("a_cancelled_link_changes_nothing", async () => {
    lab.change({ limit: 5 });
    await pass(20);
    engine.cancelNext = true;
    lab.openLink("#/lab?model=older&scenario=second&speed=0.5&play=0&view=10-90&select=3");
    await pass(20);
    expect(titles()).toEqual(["Cancelled"]);
    expect(lab.state.get()).toMatchObject({ speed: 1, playing: true, range: null });
    expect(lab.state.get().selection).toBeNull();
    expect(lab.state.get().base?.id).toBe("first");
  });

  it("a_refusal_is_dismissed_when_another_machine_is_open", async () => {
    for (const next of [
      () => lab.openLink("#/lab?scenario=second"),
      () => lab.openScenario("first"),
    ]) {
      lab.openLink("#/lab?scenario=nowhere");
      expect(titles()).toEqual(["This link cannot be opened as it is"]);
      next();
      await pass(20);
      expect(titles()).toEqual([]);
    }
  });

  it("a_link_without_a_packet_selects_none", async () => {
    lab.openLink("#/lab?scenario=second&select=3");
    await pass(20);
    expect(lab.state.get().selection).toEqual({ kind: "packet", packet: 3 });
    lab.openLink("#/lab?scenario=second");
    await pass(20);
    expect(lab.state.get().selection).toBeNull();
  });

  it("a_link_of_another_model_runs_and_is_reported", async () => {
    lab.openLink("#/lab?model=older&scenario=second");
    await pass(20);
    expect(titles()).toEqual(["This link was made with another version of the model"]);
    expect(lab.state.get().base?.id).toBe("second");
  });

  it("a_report_about_one_machine_is_gone_when_another_one_is_opened", async () => {
    lab.change({ ring: 64 });
    await pass(200);
    expect(titles().join()).toContain("The machine starts again");
    lab.openScenario("second");
    await pass(20);
    expect(titles()).toEqual([]);
  });
});

describe("a machine of a lesson", () => {
  const machine = scenarioOf({ id: "own", settings: { rate: 900 } });
  const reopened = async (link: string) => {
    lab.openScenario("second");
    await pass(20);
    const isOpen = await lab.openMachineLink(machine, link);
    await animate(20);
    return isOpen;
  };
  beforeEach(async () => {
    await lab.open(machine, 200);
    lab.change({ limit: 5 });
    await pass(20);
    await animate(100);
    lab.pause();
    await animate(20);
  });

  it("is_reopened_with_its_knobs_and_time_and_an_empty_undo", async () => {
    const { head, scenario } = engine;
    expect(await reopened(lab.machineLink())).toBe(true);
    expect(engine.head).toBe(head);
    expect(engine.scenario).toEqual(scenario);
    expect(lab.state.get()).toMatchObject({ playing: false, base: { id: "own" } });
    expect(lab.baseValue("limit")).toBe(10);
    expect(lab.state.get().history.past).toEqual([]);
  });

  it("includes_pending_changes", async () => {
    lab.change({ limit: 6 });
    lab.change({ limit: 7 });
    expect(await reopened(lab.machineLink())).toBe(true);
    expect(lab.values()).toMatchObject({ rate: 900, limit: 7 });
    lab.change({ ring: 64 });
    expect(await reopened(lab.machineLink())).toBe(true);
    expect(lab.values()).toMatchObject({ rate: 900, limit: 7, ring: 64 });
    expect(engine.opened.at(-1)?.until).toEqual({ cycles: 200 });
  });

  it("has_a_link_even_while_another_link_waits_for_its_capture", async () => {
    lab.openLink("#/lab?capture=a.pcap~2~0123456789abcdef");
    await pass(20);
    expect(await reopened(lab.machineLink())).toBe(true);
    expect(lab.values()).toMatchObject({ rate: 900, limit: 5 });
  });

  it("is_not_opened_from_an_unreadable_link_and_shows_no_notice", async () => {
    expect(await reopened("#/lab?v=2")).toBe(false);
    expect(lab.state.get().base?.id).toBe("second");
    expect(titles()).toEqual([]);
  });

  it("can_be_opened_again_and_undo_reverts_that", async () => {
    await lab.open(machine, 200, "append");
    expect(lab.values().limit).toBe(10);
    lab.undo();
    await pass(20);
    expect(lab.values().limit).toBe(5);
  });
});

describe("a link that is being opened", () => {
  it("is_the_session_that_a_lesson_suspends", async () => {
    lab.change({ limit: 5 });
    await pass(20);
    lab.openLink("#/lab?scenario=second&speed=0.5");
    lab.suspendSession();
    const first = engine.opened[0]?.scenario;
    if (first === undefined) throw new Error("the lab has opened its first scenario");
    void lab.open(first, 200);
    await pass(50);
    expect(lab.state.get().base?.id).toBe("first");
    lab.restoreSession();
    await pass(50);
    expect(lab.state.get()).toMatchObject({ base: { id: "second" }, speed: 0.5 });
    const labels = lab.state.get().history.past.map(({ label }) => label);
    expect(labels).toEqual(["limit", "Scenario “Second”"]);
    lab.undo();
    await pass(50);
    expect(lab.values().limit).toBe(5);
  });
});

describe("a suspended session", () => {
  const labels = () => lab.state.get().history.past.map(({ label }) => label);
  beforeEach(async () => {
    lab.change({ limit: 5 });
    await pass(20);
    lab.suspendSession();
    const first = engine.opened[0]?.scenario;
    if (first !== undefined) await lab.open(first, 200);
    lab.change({ limit: 7 });
    await pass(200);
  });

  it("restores_its_undo_with_the_machine", async () => {
    expect(labels()).toEqual(["limit"]);
    lab.restoreSession();
    await pass(20);
    expect(labels()).toEqual(["limit"]);
    expect(lab.values().limit).toBe(5);
    lab.undo();
    await pass(20);
    expect(lab.values().limit).toBe(10);
  });

  it("survives_a_lesson_that_begins_during_the_restore", async () => {
    lab.restoreSession();
    lab.suspendSession();
    const second = lab.state.get().catalogue?.scenarios[1];
    if (second !== undefined) void lab.open(second, 200);
    await pass(50);
    expect(lab.state.get().base?.id).toBe("second");
    expect(labels()).toEqual([]);
    lab.restoreSession();
    await pass(50);
    expect(lab.values().limit).toBe(5);
    expect(labels()).toEqual(["limit"]);
  });

  it("is_the_next_undo_step_after_a_cancelled_restore", async () => {
    engine.cancelNext = true;
    lab.restoreSession();
    await pass(50);
    expect(lab.values().limit).toBe(7);
    expect(labels()).toEqual(["limit", "Scenario “First”"]);
    lab.undo();
    await pass(50);
    expect(lab.values().limit).toBe(5);
  });

  it("a_cancelled_machine_does_not_change_undo", async () => {
    const first = engine.opened[0]?.scenario;
    engine.cancelNext = true;
    expect(first === undefined || (await lab.open(first, 200))).toBe(false);
    expect(labels()).toEqual(["limit"]);
    expect(lab.values().limit).toBe(7);
  });

  it.each(["#/lab?set=rate:999999", "#/lab?capture=a.pcap~2~0123456789abcdef"])(
    "is_restored_when_a_link_does_not_open: %s",
    async (hash) => {
      lab.openLink(hash);
      await pass(50);
      expect(lab.values().limit).toBe(5);
      expect(labels()).toEqual(["limit"]);
    },
  );

  it("restored_while_hidden_plays_when_it_is_shown", async () => {
    lab.pause();
    lab.restoreSession();
    const wake = lab.pauseWhileHidden();
    await pass(50);
    expect(lab.values().limit).toBe(5);
    expect(lab.state.get().playing).toBe(false);
    wake();
    expect(lab.state.get().playing).toBe(true);
  });

  it("shows_nothing_of_the_lessons_machine_during_the_restore", async () => {
    await animate(200);
    expect(lab.tick.get().frame).not.toBeNull();
    lab.restoreSession();
    expect(lab.tick.get()).toMatchObject({ frame: null, diagnosis: null });
    await animate(200);
    expect(lab.tick.get().frame).not.toBeNull();
  });

  it("is_the_next_undo_step_after_a_link_was_opened_instead", async () => {
    lab.openLink("#/lab?scenario=second");
    await pass(20);
    lab.restoreSession();
    await pass(20);
    expect(lab.state.get().base?.id).toBe("second");
    expect(labels()).toEqual(["limit", "Scenario “Second”"]);
    lab.undo();
    await pass(20);
    expect(lab.values().limit).toBe(5);
  });
});

describe("traps", () => {
  it("the_run_is_rebuilt_to_just_before_the_trap_and_a_report_is_offered", async () => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(100);
    const { head } = engine;
    engine.trap();
    await pass(20);
    await animate(20);
    expect(engine.opened.at(-1)).toMatchObject({ until: { cycles: head } });
    expect(lab.values().limit).toBe(5);
    expect(lab.state.get()).toMatchObject({ phase: "ready", playing: false });
    expect(titles()[0]).toMatch(/crashed and was restarted/);
    notices.store.get().list[0]?.actions[0]?.run();
    expect(JSON.parse(harness.saved[0] ?? "")).toMatchObject({
      what: "wasm trap",
      message: "unreachable",
    });
  });

  it("a_cancelled_rebuild_is_not_reported_as_rebuilt", async () => {
    engine.cancelNext = true;
    engine.trap();
    await pass(20);
    expect(titles()).toEqual([]);
    const { phase, fatalError } = lab.state.get();
    expect(phase).toBe("broken");
    expect(fatalError?.title).toMatch(/could not be restarted/);
    expect(fatalError?.report).toContain("wasm trap");
  });

  it("a_machine_that_keeps_trapping_is_not_rebuilt_again", async () => {
    for (let i = 0; i < 4; i++) {
      engine.trap();
      await pass(20);
    }
    expect(lab.state.get().phase).toBe("broken");
    lab.openFirstScenario();
    await pass(20);
    expect(lab.state.get().phase).toBe("ready");
  });
});
