// Grading: is an answer right, how far off is a prediction, does a goal's every requirement hold for
// every seed? Trials are named here as scenarios and run elsewhere.
import type { Report, Scenario } from "../engine/model";
import { readMetric } from "./metric";
import type { Goal, NumberQuestion, Op, Prediction, Requirement, Settings } from "./model";
import { withSettings } from "./settings";

export function satisfies(value: number, op: Op, bound: number): boolean {
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

export function isRightNumber(question: NumberQuestion, value: number): boolean {
  return Math.abs(value - question.answer) <= question.within + 1e-9;
}

/** One trial: its scenario, with rate and seed. */
export interface TrialPlan {
  scenario: Scenario;
  /** Which requirement of a goal, or which rate of a prediction, it is for. */
  index: number;
}

const RATE = "traffic.rate";

export function trialsOfPrediction(prediction: Prediction, machine: Scenario): TrialPlan[] {
  return prediction.rates.flatMap((rate, index) =>
    prediction.seeds.map((seed) => ({
      index,
      scenario: withSettings(machine, { ...prediction.set, [RATE]: rate }, seed),
    })),
  );
}

/** The learner's knobs as they stand, under the load of each requirement. */
export function trialsOfGoal(goal: Goal, machine: Scenario, knobs: Settings): TrialPlan[] {
  return goal.requirements.flatMap((requirement, index) =>
    goal.seeds.map((seed) => ({
      index,
      scenario: withSettings(machine, { ...knobs, ...requirement.set }, seed),
    })),
  );
}

/** How a requirement came out. */
export interface RequirementResult {
  /** Over the seeds; null when there was nothing to measure. */
  least: number | null;
  most: number | null;
  met: boolean;
}

export function evaluateRequirement(
  requirement: Requirement,
  reports: readonly Report[],
  clockHertz: number,
): RequirementResult {
  const values = reports.map((report) => readMetric(requirement.metric, report, clockHertz));
  const known = values.filter((value) => value !== null);
  const complete = known.length === values.length && known.length > 0;
  return {
    least: known.length > 0 ? Math.min(...known) : null,
    most: known.length > 0 ? Math.max(...known) : null,
    met: complete && known.every((value) => satisfies(value, requirement.op, requirement.value)),
  };
}

/** The mean over the seeds; null when there was nothing to measure. */
export function meanOf(
  metric: string,
  reports: readonly Report[],
  clockHertz: number,
): number | null {
  const known = reports
    .map((report) => readMetric(metric, report, clockHertz))
    .filter((value) => value !== null);
  return known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : null;
}

/** How a drawn curve compares with the real one. */
export interface Comparison {
  /** Mean distance over the rates, in the metric's unit. */
  meanError: number;
  /** The same as a share of the real curve's highest value; 0 when that is 0. */
  meanErrorShare: number;
  /** Where it is furthest off. */
  worst: { rate: number; guess: number; real: number };
}

export function comparePrediction(
  prediction: Prediction,
  guess: readonly number[],
  real: readonly number[],
): Comparison {
  const rows = prediction.rates.map((rate, at) => ({
    rate,
    guess: guess[at] ?? 0,
    real: real[at] ?? 0,
  }));
  const distance = (row: (typeof rows)[number]) => Math.abs(row.guess - row.real);
  const off = rows.reduce((sum, row) => sum + distance(row), 0) / rows.length;
  const highest = Math.max(...rows.map((row) => row.real));
  const worst = rows.reduce((most, row) => (distance(row) > distance(most) ? row : most));
  return { meanError: off, meanErrorShare: highest > 0 ? off / highest : 0, worst };
}

/** A prediction this close, as a share of the highest value, is called close. */
export const CLOSE_SHARE = 0.1;
