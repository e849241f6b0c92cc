// Facts about settings that cannot cross: the knobs, the axes of curves, and the words of a refusal.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parseRefusal } from "../../engine/problems";
import { startSimulator } from "../../engine/simulator.test-data";
import catalogue from "../../generated/catalogue.json" with { type: "json" };
import type { Catalogue } from "../../generated/model";
import { translateProblem } from "../../i18n/model-texts";
import { axisOf } from "../curve-axis";
import { describeProblem, formatSetting, labelProblems, unitAfter } from "./setting-text";
import { describeOrder, rangeBeside } from "./setting-orders";
import { findParameter, valuesAtStart } from "./settings";

const known = catalogue as unknown as Catalogue;
/** A machine with feedback, whose marks are the usual ones. */
const scenario = known.scenarios.find(
  ({ settings }) => settings["feedback.enabled"] === true && !("feedback.high" in settings),
)!;
const values = { ...valuesAtStart(known, scenario) };
const of = (path: string) => findParameter(known, path)!;

it("a_mark_ends_where_the_other_one_is", () => {
  expect(rangeBeside(known, of("feedback.high"), values)).toEqual({ min: 26, max: 100 });
  expect(rangeBeside(known, of("feedback.low"), values)).toEqual({ min: 0, max: 74 });
  expect(describeOrder(known, of("feedback.high"), values)).toBe(
    "More than “Continue at”, which is 25 %.",
  );
  expect(describeOrder(known, of("feedback.low"), values)).toBe(
    "Less than “Stop at”, which is 75 %.",
  );
  expect(describeOrder(known, of("traffic.rate"), values)).toBe("");
});

it("no_axis_has_a_value_that_the_simulator_refuses", () => {
  const axis = (path: string, changed = {}, ends = { from: null, to: null } as never) =>
    axisOf(known, path, { ...values, ...changed }, 0, ends)?.range ?? null;
  expect(axis("feedback.high")).toMatchObject({ min: 26, max: 100 });
  const lesson = { from: 0, to: 74 } as never;
  expect(axis("feedback.low", {}, lesson)).toMatchObject({ min: 0, max: 74 });
  expect(axis("feedback.low", { "feedback.high": 40 }, lesson)).toMatchObject({ min: 0, max: 39 });
  expect(axis("feedback.low", { "feedback.high": 1 }, lesson)).toBeNull();
});

it("each_pair_names_two_numeric_settings", () => {
  expect(known.orders.length).toBeGreaterThan(3);
  for (const { low, high } of known.orders) {
    for (const path of [low, high]) expect(of(path).kind.type, path).toBe("integer");
  }
});

it("a_refusal_names_both_knobs_by_their_labels", () => {
  const { Session } = startSimulator((file) => readFileSync(file));
  const crossed = { ...scenario, interventions: [{ at: 5, set: { "feedback.high": 20 } }] };
  let refused: unknown;
  try {
    new Session(JSON.stringify(crossed), 1).free();
  } catch (error) {
    refused = error;
  }
  const problems = parseRefusal(refused)!.map(translateProblem);
  expect(labelProblems(problems, known).map(describeProblem)).toEqual([
    "Stop at (interventions[0].feedback.high) is 20: input continues at a level that is not below the level at which it " +
      "stops. Allowed: more than Continue at (feedback.low), which is 25.",
  ]);
  const allowed = "one that exists, such as `traffic.rate`";
  const unknown = { field: "rate", value: "5", problem: "unknown parameter", allowed };
  expect(labelProblems([unknown], known)).toEqual([unknown]);
});

it("one_has_no_plural_and_words_have_no_unit", () => {
  for (const parameter of known.parameters) {
    if (parameter.kind.type !== "integer") continue;
    const one = unitAfter(parameter, 1);
    expect(/^[A-Za-z]{2,}[^s/]s$/.test(one), `1 ${one}`).toBe(false);
    expect(unitAfter(parameter, "infinity"), parameter.path).toBe("");
    expect(formatSetting(parameter, 1).endsWith(one), parameter.path).toBe(true);
  }
  expect(unitAfter(of("feedback.timeout_ticks"), 1)).toBe("tick");
  expect(unitAfter(of("feedback.timeout_ticks"), 2)).toBe("ticks");
});
