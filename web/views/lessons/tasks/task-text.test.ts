// Facts about the texts of goals, and about where a wrong answer sends the learner.
import { expect, it } from "vitest";
import type { Topology } from "../../../engine/model";
import type { NumberQuestion, Requirement, Step } from "../../../lesson/model";
import { catalogueOf } from "../../../store/scenario/small-catalogue.test-data";
import {
  describeResult,
  describeResults,
  describeWhereToLook,
  describeWrongNumber,
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

it("results_say_unmet_requirements_first_with_their_bounds", () => {
  const verdict = describeResults(
    [nothing, delivered],
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
    describeResult(share, { least, most, met: true }).replaceAll("\u202f", " ");
  expect(said(1, 1)).toBe("met: 100 % in every trial");
  expect(said(0.9998, 1)).toBe("met: 99.9 % to 100 %");
  expect(said(0.9998, 0.9999)).toBe("met: 99.9 % in every trial");
});

it("a_value_that_misses_the_bound_does_not_read_like_the_bound", () => {
  const said = (requirement: Requirement, least: number, most = least) =>
    describeResult(requirement, { least, most, met: false }).replaceAll("\u202f", " ");
  const most: Requirement = { ...share, op: "<=" };
  expect(said({ ...share, value: 0.98 }, 0.9796)).toBe("not met: 97.96 % in every trial");
  expect(said({ ...share, value: 0.98 }, 0.9796, 0.984)).toBe("not met: 97.96 % to 98 %");
  expect(said({ ...share, value: 0.98 }, 0.6241, 0.63)).toBe("not met: 62 % to 63 %");
  expect(said({ ...most, value: 0.1 }, 0.102)).toBe("not met: 10.2 % in every trial");
  expect(said({ ...delivered, value: 4200 }, 4199.7)).toBe("not met: 4,199.7/s in every trial");
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
  const step = { shown: [], hints: [], concealed: { views: [], values: [] } } as unknown as Step;
  const question = { kind: "number", answer: 65, within: 6, unit: "ms" } as NumberQuestion;
  const said = (value: number) => describeWrongNumber(step, question, value);
  expect(said(0.065)).toBe("Look at the unit: the answer is in ms.");
  expect(said(65_000)).toBe("Look at the unit: the answer is in ms.");
  for (const value of [0, 6.5, 92]) expect(said(value)).toBe(describeWhereToLook(step));
});
