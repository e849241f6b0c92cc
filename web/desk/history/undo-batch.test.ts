// Facts about several undo clicks that are applied as one.
import { describe, expect, it } from "vitest";
import { undoStep, redoStep, record, NO_HISTORY, type Moment } from "./history";
import { beginUndoBatch, extendUndoBatch, describeUndoBatch } from "./undo-batch";
import { scenarioOf } from "../../model/scenario/small-catalogue.test-data";

const moment = (t: number): Moment => ({ base: scenarioOf(), scenario: scenarioOf(), head: t, t });
const history = [1, 2].reduce((one, i) => record(one, i, `Knob ${i}`, moment(i)), NO_HISTORY);

describe("undo batch", () => {
  it("every_click_counts_and_only_the_last_moment_is_opened", () => {
    const batch = [undoStep, undoStep].reduce(extendUndoBatch, beginUndoBatch(history, moment(9)));
    expect(batch.target).toEqual(moment(1));
    expect(describeUndoBatch(batch, "present")).toBe("Undoing 2 steps");
    expect(describeUndoBatch(batch, "past")).toBe("2 steps undone");
  });

  it("clicks_beyond_the_beginning_change_nothing", () => {
    const batch = [undoStep, undoStep, undoStep].reduce(
      extendUndoBatch,
      beginUndoBatch(history, moment(9)),
    );
    expect(batch.labels).toEqual(["Knob 2", "Knob 1"]);
  });

  it("undo_and_redo_together_change_nothing", () => {
    const batch = [undoStep, redoStep].reduce(extendUndoBatch, beginUndoBatch(history, moment(9)));
    expect(batch.target).toEqual(moment(9));
    expect(describeUndoBatch(batch, "past")).toBe("Back where you were");
  });

  it("one_step_is_named", () => {
    const batch = extendUndoBatch(beginUndoBatch(history, moment(9)), undoStep);
    expect(describeUndoBatch(batch, "past")).toBe("Undone: Knob 2");
  });
});
