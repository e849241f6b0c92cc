// The claims of a lesson that trials can check: its expectations hold, the solutions of a goal reach it, and the starting
// state and the attempts called wrong do not reach it.
import type { Catalogue, Report, Scenario } from "../../generated/model";
import { withTrafficOf } from "../../model/shared-traffic";
import { findScenario } from "./check";
import { evaluateGoal, satisfies, trialsOfGoal, valuesOf, type TrialPlan } from "../grade";
import { isTrialMetric, formatMetric } from "../metric";
import {
  tasksOf,
  type Attempt,
  type Expectation,
  type Goal,
  type Lesson,
  type Settings,
} from "../lesson";
import { valuesAtStart } from "../../model/scenario/settings";
import { withSettings, formatSettings } from "../settings";
import { allVariants } from "../variants";

export interface Claim {
  line: number;
  /** The claim as text, for the author. */
  description: string;
  plans: TrialPlan[];
  /** Compares the reports of the trials with the claim. */
  evaluate(reports: readonly Report[]): ClaimResult;
}

export interface ClaimResult {
  holds: boolean;
  /** The measured values, e.g. "1,889/s, 1,902/s, 1,893/s". */
  measured: string;
}

/** The claims of all variants. A claim without variants is named once. */
export function claimsOf(lesson: Lesson, catalogue: Catalogue): Claim[] {
  const claims = new Map<string, Claim>();
  for (const variant of allVariants(lesson)) {
    for (const claim of claimsOfVariant(variant, catalogue)) {
      const key = JSON.stringify([claim.line, claim.description, claim.plans]);
      if (!claims.has(key)) claims.set(key, claim);
    }
  }
  return [...claims.values()].sort((a, b) => a.line - b.line);
}

function claimsOfVariant(lesson: Lesson, catalogue: Catalogue): Claim[] {
  let machine: Scenario | undefined;
  return lesson.steps.flatMap((step) => {
    if (step.machine !== null) {
      const found = findScenario(lesson, catalogue, step.machine.scenario);
      machine = found && withSettings(found, step.machine.set);
    }
    const expects = step.expects
      .filter(({ metric }) => isTrialMetric(metric))
      .flatMap((expect) => expectClaim(expect, lesson, catalogue));
    const goals = tasksOf(step).flatMap((task) =>
      task.kind === "goal" && machine !== undefined ? goalClaims(task, machine, catalogue) : [],
    );
    return [...expects, ...goals];
  });
}

/** The scenario that a statement is about; undefined when it names one that does not exist. */
export function scenarioOfExpect(
  { scenario: id, set, trafficOf }: Expectation,
  lesson: Lesson,
  catalogue: Catalogue,
): Scenario | undefined {
  const found = findScenario(lesson, catalogue, id);
  const own = found && withSettings(found, set);
  if (trafficOf === null || own === undefined) return own;
  const source = findScenario(lesson, catalogue, trafficOf.scenario);
  const { alsoShared } = trafficOf;
  return (
    source && withTrafficOf(catalogue, withSettings(source, trafficOf.set), own, { alsoShared })
  );
}

/** "delivered_pps <= 3000", and for a wrong option "not delivered_pps <= 3000". */
export function describeStatement({ metric, op, value, isFalse }: Expectation): string {
  return `${isFalse ? "not " : ""}${metric} ${op} ${String(value)}`;
}

function expectClaim(expect: Expectation, lesson: Lesson, catalogue: Catalogue): Claim[] {
  const { scenario: id, set, metric, op, value, seeds, isFalse = false, line } = expect;
  const scenario = scenarioOfExpect(expect, lesson, catalogue);
  if (scenario === undefined) return [];
  const number = Number(value);
  const plans = seeds.map((seed) => ({ index: 0, scenario: withSettings(scenario, {}, seed) }));
  return [
    {
      line,
      description: `${id} ${formatSettings(set)}: ${describeStatement(expect)}`,
      plans,
      evaluate(reports) {
        const values = valuesOf(metric, reports);
        const isTrue = (one: number | null) => one !== null && satisfies(one, op, number);
        const holds = values.length > 0 && values.every((one) => isTrue(one) !== isFalse);
        return { holds, measured: values.map((one) => formatMetric(metric, one)).join(", ") };
      },
    },
  ];
}

function goalClaims(goal: Goal, machine: Scenario, catalogue: Catalogue): Claim[] {
  const start = { set: {}, line: goal.line };
  const claim = ({ set, line }: Attempt, reaches: boolean) =>
    attemptClaim(goal, machine, catalogue, set, line, reaches);
  return [
    ...goal.solutions.map((one) => claim(one, true)),
    ...[start, ...goal.wrong].map((one) => claim(one, false)),
  ];
}

function attemptClaim(
  goal: Goal,
  machine: Scenario,
  catalogue: Catalogue,
  set: Settings,
  line: number,
  reaches: boolean,
): Claim {
  const plans = trialsOfGoal(goal, machine, set);
  const name = Object.keys(set).length === 0 ? "the starting state" : formatSettings(set);
  return {
    line,
    description: `${name} ${reaches ? "reaches" : "does not reach"} the goal ${goal.id}`,
    plans,
    evaluate(reports) {
      const reportsOf = (at: number) => reports.filter((_, index) => plans[index]?.index === at);
      const values = valuesAtStart(catalogue, withSettings(machine, set));
      const result = evaluateGoal(goal, { reportsOf, values });
      const words = goal.requirements.map(({ metric, op, value }, at) => {
        const { least = null, most = null, met } = result.requirements[at] ?? {};
        const range = `${formatMetric(metric, least)} to ${formatMetric(metric, most)}`;
        return `${metric} ${op} ${value}: ${range}${met ? "" : ", missed"}`;
      });
      const points = goal.scores.map(({ metric, load, points: all }, at) => {
        const { mean = null, points: earned = 0 } = result.scores[at] ?? {};
        return `${load} ${metric}: ${formatMetric(metric, mean)}, ${earned.toFixed(1)} of ${all}`;
      });
      const total = points.length > 0 ? [`score ${result.total} of ${goal.scoreNeeded}`] : [];
      return {
        holds: result.met === reaches,
        measured: [...total, ...words, ...points].join("; "),
      };
    },
  };
}
