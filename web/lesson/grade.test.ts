// Grading: distances, requirements over several seeds, and reading metrics.
import { describe, expect, test } from "vitest";
import type { Report } from "../generated/model";
import {
  comparePrediction,
  satisfies,
  feedbackOnNumber,
  evaluateGoal,
  trialsOfGoal,
} from "./grade";
import { isMachineMetric, isTrialMetric, describeMetric, readMetric, formatBound } from "./metric";
import {
  tasksOf,
  type Block,
  type Goal,
  type NumberQuestion,
  type Prediction,
  type Requirement,
} from "./lesson";
import { OWN_SCENARIO, sampleLesson } from "./parse/sample.test-data";

function report(delivered: number, dropped: number): Report {
  const arrived = delivered + dropped;
  return {
    offered_pps: arrived,
    delivered_pps: delivered,
    delivered_share: delivered / arrived,
    dropped_pps: { ipintrq: dropped },
    cpu_share: { device: 0.4, idle: 0.6 },
    interrupts_per_second: { ln0_receive: 500 },
    packets_per_interrupt: {},
    wasted_share: 0.015,
    latency_us: { p50: 250, p90: null, p99: null, p999: null, max: null, mean: 260, exact: true },
  } as unknown as Report;
}

describe("metrics", () => {
  const one = report(1000, 250);
  test.each([
    ["delivered_pps", 1000],
    ["delivered_share", 0.8],
    ["dropped_pps.ipintrq", 250],
    ["wasted_share", 0.015],
    ["cpu_share.device", 0.4],
    ["interrupts_pps.ln0_receive", 500],
    ["packets_per_interrupt.ln0_receive", null],
    ["latency_us.p50", 250],
    ["latency_us.p99", null],
    ["cpu_share.nobody", null],
  ])("%s", (metric, value) => {
    expect(readMetric(metric, one)).toEqual(value);
  });

  test("metric_names_are_recognized", () => {
    expect(isTrialMetric("latency_us.p75")).toBe(false);
    expect(isMachineMetric("peak.ipintrq")).toBe(true);
    expect(isMachineMetric("diagnosis")).toBe(true);
    expect(isMachineMetric("diagnosis.x")).toBe(false);
  });

  test("are_described_in_plain_words", () => {
    expect(describeMetric("dropped_pps.ipintrq", () => "IP input queue")).toBe(
      "lost at the IP input queue",
    );
    expect(formatBound("delivered_share", 0.995)).toBe("99.5\u202f%");
    expect(formatBound("delivered_pps", 4500)).toBe("4,500/s");
  });
});

describe("numbers", () => {
  test("a_listed_wrong_number_has_a_feedback_of_its_own", () => {
    const feedback: Block[] = [];
    const wrongAnswers = [{ answer: 32, feedback }];
    const question = { answer: 16, within: 1, wrongAnswers } as NumberQuestion;
    expect(feedbackOnNumber(question, 31)).toBe(feedback);
    expect(feedbackOnNumber(question, 30)).toBeNull();
  });

  test("operators", () => {
    expect([
      satisfies(1, ">=", 1),
      satisfies(1, "<=", 1),
      satisfies(1, ">", 1),
      satisfies(1, "<", 1),
    ]).toEqual([true, true, false, false]);
    expect(satisfies(1, "==", 1)).toBe(true);
  });
});

const evaluate = (goal: Goal, reports: readonly Report[], values = {}) =>
  evaluateGoal(goal, { reportsOf: () => reports, values });

describe("a requirement", () => {
  const required = (metric: string, op: Requirement["op"], value: number) =>
    ({ metric, op, value, set: {}, load: "", line: 1 }) satisfies Requirement;
  const goalOf = (requirement: Requirement) =>
    ({ requirements: [requirement], scores: [], scoreNeeded: 0, seeds: [1] }) as unknown as Goal;

  test("of a setting judges the setting, and runs no trial", () => {
    const goal = goalOf(required("setting.traffic.rate", ">=", 4600));
    expect(trialsOfGoal(goal, OWN_SCENARIO, { "traffic.rate": 4600 })).toEqual([]);
    const of = (value: number) => evaluate(goal, [], { "traffic.rate": value });
    expect(of(4600)).toMatchObject({
      requirements: [{ least: 4600, most: 4600, met: true }],
      met: true,
    });
    expect(of(4599).met).toBe(false);
  });
});

describe("a goal", () => {
  const goal = sampleLesson()
    .steps.flatMap(tasksOf)
    .find((task): task is Goal => task.kind === "goal") as Goal;

  test("is_checked_for_every_seed", () => {
    const judged = (...reports: Report[]) => evaluate(goal, reports).requirements[0];
    expect(judged(report(995, 5), report(1000, 0))?.met).toBe(true);
    expect(judged(report(1000, 0), report(900, 100))).toEqual({ least: 0.9, most: 1, met: false });
  });

  test("runs_the_learners_settings_under_the_requirements_load", () => {
    const plans = trialsOfGoal(goal, OWN_SCENARIO, { "queues.ipintrq": 100, "traffic.rate": 9 });
    expect(plans.map(({ scenario }) => [scenario.seed, scenario.settings])).toEqual([
      [1, { "queues.ipintrq": 100, "traffic.rate": 3000 }],
      [2, { "queues.ipintrq": 100, "traffic.rate": 3000 }],
    ]);
  });
});

test("a prediction's largest distance is found", () => {
  const prediction = { values: [1000, 2000, 4000] } as Prediction;
  const { meanError, meanErrorShare, worst } = comparePrediction(
    prediction,
    [1000, 2000, 4000],
    [1000, 1900, 500],
  );
  expect(meanError).toBeCloseTo(1200);
  expect(meanErrorShare).toBeCloseTo(1200 / 1900);
  expect(worst).toEqual({ value: 4000, guess: 4000, real: 500 });
});

describe("a goal with a score", () => {
  const goal = {
    requirements: [],
    scores: [
      { metric: "delivered_pps", load: "", set: {}, from: 0, to: 2000, points: 60, line: 1 },
      { metric: "latency_us.p50", load: "", set: {}, from: 450, to: 50, points: 40, line: 2 },
    ],
    scoreNeeded: 50,
    seeds: [101, 102],
  } as unknown as Goal;

  test("gives_points_in_proportion_between_from_and_to", () => {
    const { scores, total, met } = evaluate(goal, [report(900, 0), report(1100, 0)]);
    expect(scores).toEqual([
      { mean: 1000, points: 30 },
      { mean: 250, points: 20 },
    ]);
    expect({ total, met }).toEqual({ total: 50, met: true });
  });

  test("gives_no_points_where_nothing_was_measured_and_never_more_than_all", () => {
    const reports = [{ ...report(9000, 0), latency_us: { p50: null } } as unknown as Report];
    expect(evaluate(goal, reports).scores.map(({ points }) => points)).toEqual([60, 0]);
    expect(evaluate(goal, [])).toMatchObject({ total: 0, met: false });
  });

  test("runs_the_trials_of_requirements_and_scores", () => {
    const plans = trialsOfGoal(goal, OWN_SCENARIO, {});
    expect(plans.map(({ index, scenario }) => [index, scenario.seed])).toEqual([
      [0, 101],
      [0, 102],
      [1, 101],
      [1, 102],
    ]);
  });
});
