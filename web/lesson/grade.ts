// Grading: whether an answer is right, how far off a prediction is, and whether every requirement of a goal holds for
// every seed. This file only plans the trials, as scenarios; the pool runs them. `livelock grade` judges by the same rules
// (core/cli/src/grade/rules.rs); judge-cases.json beside it has what both must say.
import type { Report, Scenario } from "../generated/model";
import type { SettingValues } from "../model/scenario/settings";
import { readMetric, settingOf } from "./metric";
import type {
  Block,
  Goal,
  NumberQuestion,
  AxisValue,
  ComparisonOperator,
  Prediction,
  Requirement,
  Score,
  Settings,
} from "./lesson";
import { withSettings } from "./settings";

export function satisfies(value: number, op: ComparisonOperator, bound: number): boolean {
  switch (op) {
    case ">=":
      return value >= bound;
    case "<=":
      return value <= bound;
    case ">":
      return value > bound;
    case "<":
      return value < bound;
    case "==":
      return value === bound;
  }
}

/** A measured value may miss its bound by this share of the bound: a trial counts whole packets in a window of time, so
 * at 4,600 packets/s it may measure 4,599.9/s. A setting is judged exactly, and so is “nothing”. */
export const GOAL_TOLERANCE = 0.001;

/** Whether a value meets a requirement, with the tolerance of measured values. */
export function meets(
  { metric, op, value: bound }: Pick<Requirement, "metric" | "op" | "value">,
  value: number,
): boolean {
  const slack = settingOf(metric) === null ? Math.abs(bound) * GOAL_TOLERANCE : 0;
  if (op === "==") return value === bound;
  return satisfies(value, op, op === ">=" || op === ">" ? bound - slack : bound + slack);
}

export function isRightNumber(
  { answer, within }: Pick<NumberQuestion, "answer" | "within">,
  value: number,
): boolean {
  return Math.abs(value - answer) <= within + 1e-9;
}

/** The feedback on a wrong number that the question lists: as near to it as a right one may be to the answer. */
export function feedbackOnNumber(question: NumberQuestion, value: number): Block[] | null {
  const near = question.wrongAnswers?.find(({ answer }) =>
    isRightNumber({ ...question, answer }, value),
  );
  return near?.feedback ?? null;
}

/** One trial: a scenario with rate and seed. */
export interface TrialPlan {
  scenario: Scenario;
  /** The index of the goal's requirement or score (scores follow the requirements), or of the prediction's value. */
  index: number;
}

export function trialsOfPrediction(prediction: Prediction, machine: Scenario): TrialPlan[] {
  return prediction.values.flatMap((value, index) =>
    prediction.seeds.map((seed) => ({
      index,
      scenario: withSettings(machine, { ...prediction.set, [prediction.axis]: value }, seed),
    })),
  );
}

/** The trials of a goal: the learner's settings under the load of each requirement and each score, for each seed. A
 * requirement of a setting needs none. */
export function trialsOfGoal(goal: Goal, machine: Scenario, knobs: Settings): TrialPlan[] {
  return [...goal.requirements, ...goal.scores].flatMap(({ metric, set }, index) => {
    const seeds = settingOf(metric) === null ? goal.seeds : [];
    return seeds.map((seed) => ({
      index,
      scenario: withSettings(machine, { ...knobs, ...set }, seed),
    }));
  });
}

/** The result of a score. */
export interface ScoreResult {
  /** The mean over the seeds; null when there was nothing to measure. */
  mean: number | null;
  points: number;
}

export interface GoalResult {
  requirements: RequirementResult[];
  scores: ScoreResult[];
  /** The sum of all points, rounded to tenths. */
  total: number;
  met: boolean;
}

/** What a goal is judged by. */
export interface GoalMeasurements {
  /** The reports of the trials with an index of `trialsOfGoal`. */
  reportsOf(this: void, index: number): readonly Report[];
  /** The values of all settings of the learner's machine. */
  values: SettingValues;
}

export function evaluateGoal(goal: Goal, { reportsOf, values }: GoalMeasurements): GoalResult {
  const measured = ({ metric, set }: Pick<Requirement, "metric" | "set">, index: number) => {
    const path = settingOf(metric);
    if (path === null) return valuesOf(metric, reportsOf(index));
    const value = set[path] ?? values[path];
    return [value === "infinity" ? Infinity : Number(value)];
  };
  const requirements = goal.requirements.map((one, at) => judgeRequirement(one, measured(one, at)));
  const scores = goal.scores.map((one, at) => {
    const values = measured(one, goal.requirements.length + at);
    return { mean: mean(values), points: pointsOf(one, values) };
  });
  const total = totalOf(scores.map(({ points }) => points));
  const met = requirements.every((one) => one.met) && total >= goal.scoreNeeded;
  return { requirements, scores, total, met };
}

/** Values of the seeds; null where there was nothing to measure. */
type Measured = readonly (number | null)[];

/** No points at `from`, all points at `to`, in proportion between them. Nothing measured earns nothing. */
export function pointsOf(
  { from, to, points }: Pick<Score, "from" | "to" | "points">,
  values: Measured,
): number {
  const average = mean(values);
  const share = average === null ? 0 : (average - from) / (to - from);
  return points * Math.max(0, Math.min(1, share));
}

/** The sum of all points, rounded to tenths. */
export function totalOf(points: readonly number[]): number {
  return Math.round(points.reduce((sum, one) => sum + one, 0) * 10) / 10;
}

/** The result of a requirement. */
export interface RequirementResult {
  /** The lowest and highest value over the seeds; null when there was nothing to measure. */
  least: number | null;
  most: number | null;
  met: boolean;
}

export function judgeRequirement(
  requirement: Pick<Requirement, "metric" | "op" | "value">,
  values: Measured,
): RequirementResult {
  const known = values.filter((value) => value !== null);
  const isComplete = known.length === values.length && known.length > 0;
  return {
    least: known.length > 0 ? Math.min(...known) : null,
    most: known.length > 0 ? Math.max(...known) : null,
    met: isComplete && known.every((value) => meets(requirement, value)),
  };
}

/** The values of a metric, one for each report. */
export function valuesOf(metric: string, reports: readonly Report[]): (number | null)[] {
  return reports.map((report) => readMetric(metric, report));
}

/** The mean over the seeds; null when there was nothing to measure. */
export function mean(values: Measured): number | null {
  const known = values.filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : null;
}

/** The difference between a drawn curve and the measured one. */
export interface Comparison {
  /** The mean distance over the values, in the metric's unit. */
  meanError: number;
  /** The mean distance as a share of the measured curve's highest value; 0 when that is 0. */
  meanErrorShare: number;
  /** The value of the axis with the largest distance. */
  worst: { value: AxisValue; guess: number; real: number };
}

export function comparePrediction(
  prediction: Pick<Prediction, "values">,
  guess: readonly number[],
  real: readonly number[],
): Comparison {
  const rows = prediction.values.map((value, at) => ({
    value,
    guess: guess[at] ?? 0,
    real: real[at] ?? 0,
  }));
  const distance = (row: (typeof rows)[number]) => Math.abs(row.guess - row.real);
  const meanError = rows.reduce((sum, row) => sum + distance(row), 0) / rows.length;
  const highest = Math.max(...rows.map((row) => row.real));
  const worst = rows.reduce((largest, row) => (distance(row) > distance(largest) ? row : largest));
  return { meanError, meanErrorShare: highest > 0 ? meanError / highest : 0, worst };
}

/** Up to this share of the highest value, a prediction is called close. */
export const CLOSE_SHARE = 0.1;
