// What the page and `livelock grade` must both say, case by case: what is given to a rule, and last what the rule says.
// core/cli/src/grade/rules.rs reads the same file.
import { expect, test } from "vitest";
import CASES from "../../core/cli/src/grade/judge-cases.json";
import SAMPLE from "../../core/cli/tests/reports/ada.json";
import { UnreadableError } from "../lib/unreadable";
import { digestOf } from "./digest";
import * as grade from "./grade";
import { isTrialMetric } from "./metric";
import type { ComparisonOperator } from "./lesson";
import { parseReport } from "./report/lesson-report";
import { variantOf } from "./variants";

type Values = (number | null)[];
type Fields = Record<string, unknown>;

/** Whether a report with another value at a path, or without it, is read. Its hash is right, so that the value decides. */
function isRead(path: string, value?: unknown): boolean {
  const report = structuredClone(SAMPLE) as Fields;
  const names = path.split("/").slice(1);
  const name = names.pop() ?? "";
  const parent = names.reduce((fields, name) => fields[name] as Fields, report);
  const letters = (value as { letters?: number } | null | undefined)?.letters;
  if (value === undefined) delete parent[name];
  else parent[name] = letters === undefined ? value : "x".repeat(letters);
  const { sha256, ...content } = report;
  const stated = path === "/sha256" ? { sha256 } : { sha256: digestOf(content) };
  try {
    parseReport(JSON.stringify({ ...content, ...stated }));
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(UnreadableError);
    return false;
  }
}

const RULES = {
  metric: isTrialMetric,
  number: (answer: number, within: number, value: number) =>
    grade.isRightNumber({ answer, within }, value),
  requirement(metric: string, op: ComparisonOperator, value: number, slack: number, all: Values) {
    expect(grade.GOAL_TOLERANCE).toBe(slack);
    const { least, most, met } = grade.judgeRequirement({ metric, op, value }, all);
    return [least, most, met];
  },
  score: (from: number, to: number, points: number, values: Values) =>
    grade.pointsOf({ from, to, points }, values),
  total: grade.totalOf,
  distance: (guess: number[], real: number[]) =>
    grade.comparePrediction({ values: real }, guess, real).meanErrorShare,
  variant: variantOf,
  digest: digestOf,
  report: isRead,
  "report without": isRead,
} satisfies Record<keyof typeof CASES, unknown>;

const all = Object.entries(CASES).flatMap(([rule, cases]) =>
  cases.map((one: unknown[]) => [rule, JSON.stringify(one.slice(0, -1)), one] as const),
);

test.each(all)("%s %s", (rule, _given, one) => {
  const judge = RULES[rule as keyof typeof RULES] as (...given: unknown[]) => unknown;
  expect(judge(...one.slice(0, -1))).toEqual(one.at(-1));
});
