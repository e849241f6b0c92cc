// The claims of a lesson that trials can check: its expectations hold, the solutions of a goal reach it, and the starting
// state and the attempts called wrong do not reach it.
import type { Catalogue, Report, Scenario } from "../engine/model";
import { findScenario } from "./check";
import { satisfies, evaluateRequirement, trialsOfGoal, type TrialPlan } from "./grade";
import { isTrialMetric, readMetric, formatMetric } from "./metric";
import { tasksOf, type Expectation, type Goal, type Lesson, type Settings } from "./model";
import { withSettings, formatSettings } from "./settings";
import { allVariants } from "./variants";

export interface Claim {
  line: number;
  /** The claim as text, for the author. */
  description: string;
  plans: TrialPlan[];
  /** Compares the reports of the trials with the claim. */
  evaluate(reports: readonly Report[], clockHertz: number): ClaimResult;
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
      task.kind === "goal" && machine !== undefined ? goalClaims(task, machine) : [],
    );
    return [...expects, ...goals];
  });
}

function expectClaim(expect: Expectation, lesson: Lesson, catalogue: Catalogue): Claim[] {
  const { scenario: id, set, metric, op, value, seeds, line } = expect;
  const scenario = findScenario(lesson, catalogue, id);
  if (scenario === undefined) return [];
  const number = Number(value);
  const plans = seeds.map((seed) => ({ index: 0, scenario: withSettings(scenario, set, seed) }));
  return [
    {
      line,
      description: `${id} ${formatSettings(set)}: ${metric} ${op} ${String(value)}`,
      plans,
      evaluate(reports, clockHertz) {
        const values = reports.map((report) => readMetric(metric, report, clockHertz));
        const all =
          values.length > 0 && values.every((one) => one !== null && satisfies(one, op, number));
        return { holds: all, measured: values.map((one) => formatMetric(metric, one)).join(", ") };
      },
    },
  ];
}

function goalClaims(goal: Goal, machine: Scenario): Claim[] {
  const start = { set: {}, line: goal.line };
  return [
    ...goal.solutions.map(({ set, line }) => attemptClaim(goal, machine, set, line, true)),
    ...[start, ...goal.wrong].map(({ set, line }) => attemptClaim(goal, machine, set, line, false)),
  ];
}

function attemptClaim(
  goal: Goal,
  machine: Scenario,
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
    evaluate(reports, clockHertz) {
      const measured = goal.requirements.map((requirement, at) => {
        const own = reports.filter((_report, index) => plans[index]?.index === at);
        return { requirement, ...evaluateRequirement(requirement, own, clockHertz) };
      });
      const words = measured.map(({ requirement: { metric, op, value }, least, most, met }) => {
        const range = `${formatMetric(metric, least)} to ${formatMetric(metric, most)}`;
        return `${metric} ${op} ${value}: ${range}${met ? "" : ", missed"}`;
      });
      return { holds: measured.every(({ met }) => met) === reaches, measured: words.join("; ") };
    },
  };
}
