// Facts about the texts of goals, and about where a wrong answer sends the learner.
import { expect, it } from "vitest";
import type { Catalogue, Topology } from "../../generated/model";
import type { Goal, NumberQuestion, Requirement, Score, Step } from "../../lesson/lesson";
import { catalogueOf } from "../../model/scenario/small-catalogue.test-data";
import {
  describeResult,
  describeResults,
  describeVerdict,
  requirementParts,
  describeWhereToLook,
  describeSlip,
} from "./task-text";

const topology = {
  places: [{ id: "ring", name: "Receive ring" }],
  contexts: [],
  lines: [],
} as unknown as Topology;
const known = { catalogue: catalogueOf(), topology };

const delivered: Requirement = {
  metric: "delivered_pps",
  op: ">=",
  value: 4700,
  set: { "traffic.rate": 12_000 },
  load: "",
  line: 1,
};
const nothing: Requirement = {
  metric: "dropped_pps.ring",
  op: "==",
  value: 0,
  set: {},
  load: "",
  line: 2,
};
const share: Requirement = {
  metric: "delivered_share",
  op: ">=",
  value: 0.99,
  set: {},
  load: "",
  line: 3,
};

const goalOf = (requirements: Requirement[], scored: Partial<Goal> = {}) =>
  ({ requirements, scores: [], loads: [], scoreNeeded: 0, ...scored }) as unknown as Goal;

it("a_goal_with_enough_points_names_the_requirement_that_is_missing", () => {
  const load = { id: "flood", name: "A flood", set: delivered.set, line: 1 };
  const goal = goalOf([nothing, { ...delivered, load: "flood" }], {
    loads: [load],
    scores: [{} as Score],
    scoreNeeded: 75,
  });
  const verdict = (total: number, least: number) => {
    const met = least >= 4700;
    const requirements = [
      { least: 0, most: 0, met: true },
      { least, most: least, met },
    ];
    const result = { requirements, scores: [], total, met: met && total >= 75 };
    return describeVerdict(goal, result, known);
  };
  expect(verdict(76.3, 3200)).toBe(
    "Not yet. 76.3 points are enough. But one requirement is missing: at least 4,700/s delivered under the load “A flood” (not met: 3,200/s in every trial).",
  );
  expect(verdict(70, 3200)).toBe("Not yet. 70 points; 75 reach the goal.");
  expect(verdict(76.3, 4800)).toBe("Reached. 76.3 points; 75 reach the goal.");
});

it("a_required_setting_is_named_and_written_as_the_knob_writes_it", () => {
  const parameter = {
    path: "traffic.rate",
    label: "Offered rate",
    unit: "packets/s",
    kind: { type: "integer", min: 0, max: 14_880 },
  };
  const catalogue = { ...known.catalogue, parameters: [parameter] } as unknown as Catalogue;
  const rate: Requirement = { ...delivered, metric: "setting.traffic.rate", value: 4600, set: {} };
  const { op, bound, metric } = requirementParts(rate, { ...known, catalogue }, "");
  expect([op, bound, metric]).toEqual(["at least", "4,600/s", "offered rate"]);
  const result = { least: 4600, most: 4600, met: true };
  expect(describeResult(rate, result, catalogue)).toBe("met: it is 4,600/s");
});

it("results_say_unmet_requirements_first_with_their_bounds", () => {
  const verdict = describeResults(
    goalOf([nothing, delivered]),
    [
      { least: 0, most: 0, met: true },
      { least: 3200, most: 3400, met: false },
    ],
    known,
  );
  expect(verdict).toBe(
    "Not met: 3,200/s to 3,400/s; wanted: at least 4,700/s delivered at traffic.rate 12,000/s. " +
      "Met: 0/s in every trial; wanted: nothing lost at the Receive ring.",
  );
});

it("a_range_whose_ends_are_formatted_alike_has_one_number", () => {
  const said = (least: number, most: number) =>
    describeResult(share, { least, most, met: true }, known.catalogue).replaceAll("\u202f", " ");
  expect(said(1, 1)).toBe("met: 100 % in every trial");
  expect(said(0.9998, 1)).toBe("met: 99.9 % to 100 %");
  expect(said(0.9998, 0.9999)).toBe("met: 99.9 % in every trial");
});

it("a_value_that_misses_the_bound_does_not_read_like_the_bound", () => {
  const said = (requirement: Requirement, least: number, most = least) =>
    describeResult(requirement, { least, most, met: false }, known.catalogue).replaceAll(
      "\u202f",
      " ",
    );
  const most: Requirement = { ...share, op: "<=" };
  expect(said({ ...share, value: 0.98 }, 0.9786)).toBe("not met: 97.9 % in every trial");
  expect(said({ ...share, value: 0.98 }, 0.9786, 0.984)).toBe("not met: 97.9 % to 98 %");
  expect(said({ ...share, value: 0.98 }, 0.6241, 0.63)).toBe("not met: 62 % to 63 %");
  expect(said({ ...most, value: 0.1 }, 0.102)).toBe("not met: 10.2 % in every trial");
  expect(said({ ...delivered, value: 4200 }, 4195.4)).toBe("not met: 4,195/s in every trial");
  expect(said({ ...most, metric: "latency_us.p99", value: 1000 }, 1003)).toBe(
    "not met: 1,003 µs in every trial",
  );
});

it("a_wrong_answer_names_only_the_tables_that_are_shown", () => {
  const step = (shown: string[], views: string[]) =>
    ({ shown, hints: [], concealed: { views, values: [], untilDone: true } }) as unknown as Step;
  expect(describeWhereToLook(step(["machine", "curve"], []))).toBe(
    "Read the question again. If you need a number of the machine, look at the pictures, or read it in “The machine as a table” and “The curve as a table”.",
  );
  expect(describeWhereToLook(step(["machine", "curve"], ["curve"]))).not.toContain("curve");
  const look =
    "Read the question again. If you need a number of the machine, look at the pictures.";
  expect(describeWhereToLook(step([], []))).toBe(look);
  expect(describeWhereToLook({ ...step([], []), hints: [[]] })).toBe(
    `${look} Or take a hint, below.`,
  );
});

it("a_right_number_in_another_unit_gets_a_text_about_the_unit", () => {
  const question = { kind: "number", answer: 65, within: 6, unit: "ms" } as NumberQuestion;
  const said = (value: number) => describeSlip(question, value);
  expect(said(0.065)).toBe("Look at the unit: the answer is in ms.");
  expect(said(65_000)).toBe("Look at the unit: the answer is in ms.");
  const share = { ...question, answer: 48, within: 5, unit: "%" };
  expect(describeSlip(share, 0.48)).toBe("Look at the unit: the answer is in %.");
  for (const value of [0, 92]) expect(said(value)).toBeNull();
});

it("a_number_that_is_right_but_for_its_zeros_is_told_so", () => {
  const question = { kind: "number", answer: 65, within: 6, unit: "ms" } as NumberQuestion;
  const said = (value: number) => describeSlip(question, value);
  expect(said(6.5)).toBe("Count the zeros: the answer is ten times as large.");
  expect(said(650)).toBe("Count the zeros: the answer is a tenth of this.");
});
