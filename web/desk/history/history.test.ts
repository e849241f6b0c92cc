// Facts about undo and redo.
import { describe, expect, it } from "vitest";
import { undoStep, redoStep, NO_HISTORY, record, type Moment } from "./history";
import { scenarioOf } from "../../model/scenario/small-catalogue.test-data";

const moment = (t: number): Moment => ({ base: scenarioOf(), scenario: scenarioOf(), head: t, t });

describe("history", () => {
  it("undo_returns_the_moment_before_the_change_and_redo_the_moment_of_the_undo", () => {
    const changed = record(NO_HISTORY, 1, "Offered rate", moment(10));
    const undone = undoStep(changed, moment(50));
    expect(undone?.entry).toEqual({ label: "Offered rate", moment: moment(10), madeAt: 0 });
    const redone = redoStep(undone?.history ?? NO_HISTORY, moment(10));
    expect(redone?.entry.moment).toEqual(moment(50));
    expect(redone?.history.past).toHaveLength(1);
  });

  it("one_drag_is_one_step", () => {
    let history = NO_HISTORY;
    for (let i = 0; i < 20; i++) history = record(history, 1, "Offered rate", moment(i));
    expect(history.past).toHaveLength(1);
    expect(history.past[0]?.moment.t).toBe(0);
  });

  it("another_transaction_is_another_step", () => {
    let history = record(NO_HISTORY, 1, "", moment(1));
    history = record(history, 2, "", moment(2));
    history = record(history, 3, "", moment(3));
    expect(history.past).toHaveLength(3);
  });

  it("a_change_after_undo_clears_redo_and_is_a_new_step", () => {
    const first = record(NO_HISTORY, 1, "", moment(1));
    const undone = undoStep(first, moment(2))?.history ?? NO_HISTORY;
    const again = record(undone, 1, "", moment(1));
    expect(again.future).toEqual([]);
    expect(again.past).toHaveLength(1);
  });

  it("undo_and_redo_stop_at_the_ends", () => {
    expect(undoStep(NO_HISTORY, moment(0))).toBeNull();
    expect(redoStep(NO_HISTORY, moment(0))).toBeNull();
  });

  it("the_oldest_step_is_dropped_when_there_are_too_many", () => {
    let history = NO_HISTORY;
    for (let i = 0; i < 300; i++) history = record(history, i, "", moment(i));
    expect(history.past).toHaveLength(200);
    expect(history.past[0]?.moment.t).toBe(100);
  });
});
