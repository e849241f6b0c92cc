// Everything a lesson claims that trials can settle, one by one: its expectations, that each goal's
// solutions reach it, and that its starting state and the attempts called wrong do not.
import type { Catalogue, Report, Scenario } from "../engine/model";
import { scenarioOf } from "./check";
import { holds, judge, trialsOfGoal, type TrialPlan } from "./grade";
import { isTrialMetric, readMetric, sayMetric } from "./metric";
import { tasksOf, type Expect, type Goal, type Lesson, type Settings } from "./model";
import { withSettings, writeSettings } from "./settings";

export interface Claim {
  line: number;
  /** What is claimed, for an author. */
  words: string;
  plans: TrialPlan[];
  /** What came out, and whether it is as claimed. */
  settle(reports: readonly Report[], clockHertz: number): Settled;
}

export interface Settled {
  holds: boolean;
  /** "1,889/s, 1,902/s, 1,893/s". */
  measured: string;
}

export function claimsOf(lesson: Lesson, catalogue: Catalogue): Claim[] {
  let machine: Scenario | undefined;
  return lesson.steps.flatMap((step) => {
    if (step.machine !== null) {
      const found = scenarioOf(lesson, catalogue, step.machine.scenario);
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

function expectClaim(expect: Expect, lesson: Lesson, catalogue: Catalogue): Claim[] {
  const { scenario: id, set, metric, op, value, seeds, line } = expect;
  const scenario = scenarioOf(lesson, catalogue, id);
  if (scenario === undefined) return [];
  const number = Number(value);
  const plans = seeds.map((seed) => ({ of: 0, scenario: withSettings(scenario, set, seed) }));
  return [
    {
      line,
      words: `${id} ${writeSettings(set)}: ${metric} ${op} ${String(value)}`,
      plans,
      settle(reports, clockHertz) {
        const values = reports.map((report) => readMetric(metric, report, clockHertz));
        const all =
          values.length > 0 && values.every((one) => one !== null && holds(one, op, number));
        return { holds: all, measured: values.map((one) => sayMetric(metric, one)).join(", ") };
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
  const name = Object.keys(set).length === 0 ? "the starting state" : writeSettings(set);
  return {
    line,
    words: `${name} ${reaches ? "reaches" : "does not reach"} the goal ${goal.id}`,
    plans,
    settle(reports, clockHertz) {
      const measured = goal.requirements.map((requirement, at) => {
        const own = reports.filter((_report, index) => plans[index]?.of === at);
        return { requirement, ...judge(requirement, own, clockHertz) };
      });
      const words = measured.map(({ requirement: { metric, op, value }, least, most, met }) => {
        const range = `${sayMetric(metric, least)} to ${sayMetric(metric, most)}`;
        return `${metric} ${op} ${value}: ${range}${met ? "" : ", missed"}`;
      });
      return { holds: measured.every(({ met }) => met) === reaches, measured: words.join("; ") };
    },
  };
}
