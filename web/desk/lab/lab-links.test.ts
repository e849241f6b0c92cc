// Facts about links: the lab's links, and those of a lesson's machine.
import { describe, expect } from "vitest";
import { it, type LabHarness } from "./lab-harness.test-data";
import { withPinned } from "../../model/curve-choices";
import { scenarioOf } from "../../model/scenario/small-catalogue.test-data";

describe("links", () => {
  it("a_link_opens_the_same_run_at_the_same_moment", async ({ lab, engine, pass, animate }) => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(100);
    lab.clock.pause();
    await animate(20);
    const link = lab.link();
    const { head, scenario } = engine;
    lab.openScenario("second");
    await pass(20);
    void lab.openLink(link);
    await pass(20);
    await animate(20);
    expect(engine.head).toBe(head);
    expect(engine.scenario).toEqual(scenario);
    expect(lab.state.get().playing).toBe(false);
    expect(lab.tick.get().t).toBe(head);
  });

  it("a_link_sets_the_layout_only_if_it_names_one", async ({ lab, pass }) => {
    void lab.openLink("#/lab?scenario=second&look=projector");
    await pass(20);
    expect(lab.state.get().layout).toBe("projector");
    void lab.openLink("#/lab?scenario=first");
    await pass(20);
    expect(lab.state.get().layout).toBe("projector");
    lab.setLayout("auto");
    expect(lab.link()).not.toContain("look=");
  });

  it("a_question_shows_only_the_curves_of_its_link_and_undo_brings_the_pinned_ones_back", async ({
    lab,
    pass,
  }) => {
    const pinned = withPinned([], scenarioOf(), "Before");
    lab.setCurves({ pinned, measure: "p99" });
    void lab.openLink("#/lab?scenario=second");
    await pass(20);
    expect(lab.state.get().curves.pinned).toEqual(pinned);
    void lab.openLink("#/lab?scenario=second&question=why");
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

  it("a_link_waits_for_its_capture_and_loses_nothing", async ({ lab, engine, pass }) => {
    const link =
      "#/lab?v=1&seed=7&capture=an%20evening.pcap~2~0123456789abcdef&t=300&speed=1&play=0";
    void lab.openLink(link);
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

  it("a_discarded_link_can_still_be_copied", async ({ lab, pass, titles }) => {
    void lab.openLink("#/lab?v=1&capture=a.pcap~2~0123456789abcdef");
    await pass(20);
    lab.discardPendingLink();
    expect(lab.state.get().pendingLink).toBeNull();
    expect(titles()[0]).toMatch(/needs a.pcap was not opened/);
  });

  it("a_broken_link_is_reported_and_the_lab_goes_on", async ({
    lab,
    engine,
    notices,
    pass,
    titles,
  }) => {
    void lab.openLink("#/lab?set=rate:999999");
    await pass(20);
    expect(titles()[0]).toMatch(/link cannot be opened/);
    expect(notices.store.get().list[0]?.text[0]).toContain(
      "rate is 999999: out of range. Allowed: 0 to 14880.",
    );
    expect(engine.opened).toHaveLength(1);
  });

  it("a_cancelled_link_changes_nothing", async ({ lab, engine, pass, titles }) => {
    lab.change({ limit: 5 });
    await pass(20);
    engine.cancelNext = true;
    void lab.openLink("#/lab?model=older&scenario=second&speed=0.5&play=0&view=10-90&select=3");
    await pass(20);
    expect(titles()).toEqual(["Cancelled"]);
    expect(lab.state.get()).toMatchObject({ speed: 1, playing: true, range: null });
    expect(lab.state.get().selection).toBeNull();
    expect(lab.state.get().base?.id).toBe("first");
  });

  it("a_refusal_is_dismissed_when_another_machine_is_open", async ({ lab, pass, titles }) => {
    for (const next of [
      () => lab.openLink("#/lab?scenario=second"),
      () => lab.openScenario("first"),
    ]) {
      void lab.openLink("#/lab?scenario=nowhere");
      expect(titles()).toEqual(["This link cannot be opened as it is"]);
      next();
      await pass(20);
      expect(titles()).toEqual([]);
    }
  });

  it("a_link_without_a_packet_selects_none", async ({ lab, pass }) => {
    void lab.openLink("#/lab?scenario=second&select=3");
    await pass(20);
    expect(lab.state.get().selection).toEqual({ kind: "packet", packet: 3 });
    void lab.openLink("#/lab?scenario=second");
    await pass(20);
    expect(lab.state.get().selection).toBeNull();
  });

  it("a_link_of_another_model_runs_and_is_reported", async ({ lab, pass, titles }) => {
    void lab.openLink("#/lab?model=older&scenario=second");
    await pass(20);
    expect(titles()).toEqual(["This link was made with another version of the model"]);
    expect(lab.state.get().base?.id).toBe("second");
  });

  it("a_report_about_one_machine_is_gone_when_another_one_is_opened", async ({
    lab,
    pass,
    titles,
  }) => {
    lab.change({ ring: 64 });
    await pass(200);
    expect(titles().join()).toContain("New run with");
    lab.openScenario("second");
    await pass(20);
    expect(titles()).toEqual([]);
  });
});

describe("a machine of a lesson", () => {
  const machine = scenarioOf({ id: "own", settings: { rate: 900 } });
  /** Opens another machine, and then the lesson's machine from a link. Returns whether the link opens it. */
  const reopen = async ({ lab, pass, animate }: LabHarness, link: string) => {
    lab.openScenario("second");
    await pass(20);
    const isOpen = await lab.openMachineLink(machine, link);
    await animate(20);
    return isOpen;
  };
  it.beforeEach(async ({ lab, pass, animate }) => {
    await lab.open(machine, 200);
    lab.change({ limit: 5 });
    await pass(20);
    await animate(100);
    lab.clock.pause();
    await animate(20);
  });

  it("is_reopened_with_its_knobs_and_time_and_an_empty_undo", async ({ harness, lab, engine }) => {
    const { head, scenario } = engine;
    expect(await reopen(harness, lab.machineLink())).toBe(true);
    expect(engine.head).toBe(head);
    expect(engine.scenario).toEqual(scenario);
    expect(lab.state.get()).toMatchObject({ playing: false, base: { id: "own" } });
    expect(lab.baseValue("limit")).toBe(10);
    expect(lab.state.get().history.past).toEqual([]);
  });

  it("includes_pending_changes", async ({ harness, lab, engine }) => {
    lab.change({ limit: 6 });
    lab.change({ limit: 7 });
    expect(await reopen(harness, lab.machineLink())).toBe(true);
    expect(lab.values()).toMatchObject({ rate: 900, limit: 7 });
    lab.change({ ring: 64 });
    expect(await reopen(harness, lab.machineLink())).toBe(true);
    expect(lab.values()).toMatchObject({ rate: 900, limit: 7, ring: 64 });
    expect(engine.opened.at(-1)?.until).toEqual({ cycles: 200 });
  });

  it("has_a_link_even_while_another_link_waits_for_its_capture", async ({ harness, lab, pass }) => {
    void lab.openLink("#/lab?capture=a.pcap~2~0123456789abcdef");
    await pass(20);
    expect(await reopen(harness, lab.machineLink())).toBe(true);
    expect(lab.values()).toMatchObject({ rate: 900, limit: 5 });
  });

  it("is_not_opened_from_an_unreadable_link_and_shows_no_notice", async ({
    harness,
    lab,
    titles,
  }) => {
    expect(await reopen(harness, "#/lab?v=2")).toBe(false);
    expect(lab.state.get().base?.id).toBe("second");
    expect(titles()).toEqual([]);
  });

  it("can_be_opened_again_and_undo_reverts_that", async ({ lab, pass }) => {
    await lab.open(machine, 200, "append");
    expect(lab.values().limit).toBe(10);
    lab.undo();
    await pass(20);
    expect(lab.values().limit).toBe(5);
  });
});
