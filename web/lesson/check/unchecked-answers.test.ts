// The rule that no answer goes unchecked, and what the directives that check answers become.
import { expect, test } from "vitest";
import { uncheckedAnswers } from "./unchecked-answers";
import { formatProblem, type Expectation, type Lesson } from "../lesson";
import { evaluateFormula } from "../parse/formula";
import { parseSample, SAMPLE } from "../parse/sample.test-data";

function lessonOf(text: string): Lesson {
  const { lesson, problems } = parseSample(text);
  if (lesson === null) throw new Error(problems.map(formatProblem).join("\n"));
  return lesson;
}

/** The sample with a part of its questions replaced. */
function changed(from: string, to: string): string {
  expect(SAMPLE).toContain(from);
  return SAMPLE.replace(from, to);
}

const RIGHT = '::expect{metric=delivered_share op="<=" value=1}';
const WRONG = '::expect{metric=delivered_share op=">" value=1}';

test("the sample lesson has no unchecked answer", () => {
  expect(uncheckedAnswers(lessonOf(SAMPLE), "lesson.md")).toEqual([]);
});

test.each([
  [
    "a right option",
    RIGHT,
    "",
    "question which: nothing checks “That one”. Remedy: write below it an ::expect that is true",
  ],
  [
    "a wrong option",
    WRONG,
    "",
    "question which: nothing checks “This one”. Remedy: write below it an ::expect that is false",
  ],
  [
    "a right number",
    '::equals{formula="4 * 4"}',
    "",
    "question how-many: nothing says where 16 comes from",
  ],
  [
    "a wrong number",
    '::unmeasured{because="nobody knows"}',
    "",
    "question how-many: nothing says where 99 comes from",
  ],
])("%s that nothing checks is reported", (_what, from, to, said) => {
  const problems = uncheckedAnswers(lessonOf(changed(from, to)), "lesson.md").map(formatProblem);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(said);
});

test("a number without wrong numbers, and two that are too near to each other, are reported", () => {
  const list = '- [ ] 99\n\n  So many do not fit.\n\n  ::unmeasured{because="nobody knows"}\n';
  const other = "- [ ] other\n\n  Multiply four by itself.\n";
  const of = (text: string) =>
    uncheckedAnswers(lessonOf(changed(list, text)), "").map(({ problem }) => problem);
  expect(of("")).toEqual(["no wrong number has a feedback of its own"]);
  expect(of(list + list.replace("99", "98"))).toEqual([
    "the wrong numbers 98 and 99 are within 1 of each other (the answer is 16)",
  ]);
  const calculated = (text: string) =>
    uncheckedAnswers(lessonOf(changed(other, text)), "").map(({ problem }) => problem);
  expect(calculated("")).toEqual(["other wrong numbers get no step of the calculation"]);
});

/** The statements of the sample's second step. */
const statements = (text: string): Partial<Expectation>[] =>
  lessonOf(text).steps[1]?.expects.map(({ metric, op, value, isFalse }) => ({
    ...{ metric, op, value },
    ...(isFalse && { isFalse }),
  })) ?? [];

test("the statement of a wrong option must be false, that of the right one true", () => {
  const both = { metric: "delivered_share", value: 1 };
  expect(statements(SAMPLE)).toEqual([
    { ...both, op: ">", isFalse: true },
    { ...both, op: "<=" },
  ]);
});

test("a measured number becomes two statements about its range", () => {
  const measured = "::equals{metric=cpu_share.device times=100}";
  expect(statements(changed('::equals{formula="4 * 4"}', measured)).slice(2)).toEqual([
    { metric: "cpu_share.device", op: ">=", value: 0.15 },
    { metric: "cpu_share.device", op: "<=", value: 0.17 },
  ]);
});

test.each([
  [
    "a formula with another result",
    '::equals{formula="4 * 5"}',
    "equals formula: 4 * 5 is 20, not 16",
  ],
  [
    "a formula that is none",
    '::equals{formula="4 ** 2"}',
    "equals formula: “4 ** 2” cannot be computed",
  ],
  ["neither formula nor metric", "::equals{times=2}", "equals: needs a formula or a metric"],
  ["a statement in a number", RIGHT, "::expect: does not check this answer"],
  ["a reason without words", '::unmeasured{because=""}', "unmeasured because"],
])("%s is a mistake", (_what, to, said) => {
  const { problems } = parseSample(changed('::equals{formula="4 * 4"}', to));
  expect(problems.map(formatProblem).join("\n")).toContain(said);
});

test("formulas are computed", () => {
  const values = ["0.98 + 5 * 0.25", "(1400 - 600) / 40", "100 - 59 - 1", "1000000 / 80 * 12 / 52"];
  expect(values.map(evaluateFormula).map((value) => value?.toFixed(2))).toEqual([
    "2.23",
    "20.00",
    "40.00",
    "2884.62",
  ]);
  for (const wrong of ["", "4 +", "(1", "x", "1 2", "1 / 0"]) {
    expect(evaluateFormula(wrong), wrong).toBeNull();
  }
});
