// Facts about several undo clicks as one way.
import { describe, expect, it } from "vitest";
import { back, forward, record, NO_HISTORY, type Moment } from "./history";
import { beginJourney, goOn, sayJourney } from "./undo-batch";
import { scenarioOf } from "../scenario/small-catalogue.test-data";

const moment = (t: number): Moment => ({ base: scenarioOf(), scenario: scenarioOf(), head: t, t });
const history = [1, 2].reduce((one, i) => record(one, i, `Knob ${i}`, moment(i)), NO_HISTORY);

describe("journey", () => {
  it("every_click_counts_and_only_the_last_moment_is_stood_at", () => {
    const journey = [back, back].reduce(goOn, beginJourney(history, moment(9)));
    expect(journey.moment).toEqual(moment(1));
    expect(sayJourney(journey, "going")).toBe("Undoing 2 steps");
    expect(sayJourney(journey, "gone")).toBe("2 steps undone");
  });

  it("clicks_beyond_the_beginning_change_nothing", () => {
    const journey = [back, back, back].reduce(goOn, beginJourney(history, moment(9)));
    expect(journey.labels).toEqual(["Knob 2", "Knob 1"]);
  });

  it("there_and_back_is_where_one_was", () => {
    const journey = [back, forward].reduce(goOn, beginJourney(history, moment(9)));
    expect(journey.moment).toEqual(moment(9));
    expect(sayJourney(journey, "gone")).toBe("As it was");
  });

  it("one_step_has_its_name", () => {
    const journey = goOn(beginJourney(history, moment(9)), back);
    expect(sayJourney(journey, "gone")).toBe("Undone: Knob 2");
  });
});
