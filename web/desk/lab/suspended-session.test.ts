// Facts about the lab's session while a lesson uses the machine: it is restored with its undo.
import { describe, expect } from "vitest";
import type { Lab } from "./lab";
import { it } from "./lab-harness.test-data";

describe("a link that is being opened", () => {
  it("is_the_session_that_a_lesson_suspends", async ({ lab, engine, pass }) => {
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
  const labels = (lab: Lab) => lab.state.get().history.past.map(({ label }) => label);
  it.beforeEach(async ({ lab, engine, pass }) => {
    lab.change({ limit: 5 });
    await pass(20);
    lab.suspendSession();
    const first = engine.opened[0]?.scenario;
    if (first !== undefined) await lab.open(first, 200);
    lab.change({ limit: 7 });
    await pass(200);
  });

  it("restores_its_undo_with_the_machine", async ({ lab, pass }) => {
    expect(labels(lab)).toEqual(["limit"]);
    lab.restoreSession();
    await pass(20);
    expect(labels(lab)).toEqual(["limit"]);
    expect(lab.values().limit).toBe(5);
    lab.undo();
    await pass(20);
    expect(lab.values().limit).toBe(10);
  });

  it("survives_a_lesson_that_begins_during_the_restore", async ({ lab, pass }) => {
    lab.restoreSession();
    lab.suspendSession();
    const second = lab.state.get().catalogue?.scenarios[1];
    if (second !== undefined) void lab.open(second, 200);
    await pass(50);
    expect(lab.state.get().base?.id).toBe("second");
    expect(labels(lab)).toEqual([]);
    lab.restoreSession();
    await pass(50);
    expect(lab.values().limit).toBe(5);
    expect(labels(lab)).toEqual(["limit"]);
  });

  it("is_the_next_undo_step_after_a_cancelled_restore", async ({ lab, engine, pass }) => {
    engine.cancelNext = true;
    lab.restoreSession();
    await pass(50);
    expect(lab.values().limit).toBe(7);
    expect(labels(lab)).toEqual(["limit", "Scenario “First”"]);
    lab.undo();
    await pass(50);
    expect(lab.values().limit).toBe(5);
  });

  it("a_cancelled_machine_does_not_change_undo", async ({ lab, engine }) => {
    const first = engine.opened[0]?.scenario;
    engine.cancelNext = true;
    expect(first === undefined || (await lab.open(first, 200))).toBe(false);
    expect(labels(lab)).toEqual(["limit"]);
    expect(lab.values().limit).toBe(7);
  });

  it.for(["#/lab?set=rate:999999", "#/lab?capture=a.pcap~2~0123456789abcdef"])(
    "is_restored_when_a_link_does_not_open: %s",
    async (hash, { lab, pass }) => {
      lab.openLink(hash);
      await pass(50);
      expect(lab.values().limit).toBe(5);
      expect(labels(lab)).toEqual(["limit"]);
    },
  );

  it("restored_while_hidden_plays_when_it_is_shown", async ({ lab, pass }) => {
    lab.pause();
    lab.restoreSession();
    const wake = lab.pauseWhileHidden();
    await pass(50);
    expect(lab.values().limit).toBe(5);
    expect(lab.state.get().playing).toBe(false);
    wake();
    expect(lab.state.get().playing).toBe(true);
  });

  it("shows_nothing_of_the_lessons_machine_during_the_restore", async ({ lab, animate }) => {
    await animate(200);
    expect(lab.tick.get().frame).not.toBeNull();
    lab.restoreSession();
    expect(lab.tick.get()).toMatchObject({ frame: null, diagnosis: null });
    await animate(200);
    expect(lab.tick.get().frame).not.toBeNull();
  });

  it("is_the_next_undo_step_after_a_link_was_opened_instead", async ({ lab, pass }) => {
    lab.openLink("#/lab?scenario=second");
    await pass(20);
    lab.restoreSession();
    await pass(20);
    expect(lab.state.get().base?.id).toBe("second");
    expect(labels(lab)).toEqual(["limit", "Scenario “Second”"]);
    lab.undo();
    await pass(20);
    expect(lab.values().limit).toBe(5);
  });
});
