// Trials for goals and predictions: in order, counted, cancelled together.
import { expect, test } from "vitest";
import type { Report } from "../../generated/model";
import { CancelledError } from "../../engine/problems";
import { Priority, type Job } from "../../engine/pool";
import { reportsFor, runTrials } from "./grading-trials";
import { scenarioOf } from "../../model/scenario/small-catalogue.test-data";

function recordingPool() {
  const jobs: Job[] = [];
  const cancelled: string[] = [];
  return {
    jobs,
    cancelled,
    submit: (job: Job) => void jobs.push(job),
    cancel: (owner: string) => void cancelled.push(owner),
  };
}

const plans = [1, 2, 3].map((seed) => ({
  index: seed === 3 ? 1 : 0,
  scenario: scenarioOf({ seed }),
}));
const report = (seed: number) => ({ offered_pps: seed }) as Report;

test("reports_come_back_in_the_order_of_the_plans", async () => {
  const pool = recordingPool();
  const counts: number[] = [];
  const { done } = runTrials(pool, plans, (count) => counts.push(count));
  expect(pool.jobs.every(({ priority }) => priority === Priority.goal)).toBe(true);
  for (const at of [2, 0, 1]) pool.jobs[at]?.onReport(report(at));
  const reports = await done;
  expect(reports.map(({ offered_pps }) => offered_pps)).toEqual([0, 1, 2]);
  expect(counts).toEqual([1, 2, 3]);
  expect(reportsFor(plans, reports, 0)).toHaveLength(2);
});

test("plans_of_the_same_trial_share_it", async () => {
  const pool = recordingPool();
  const scenario = scenarioOf({ seed: 9 });
  const counts: number[] = [];
  const { done } = runTrials(
    pool,
    [0, 1].map((index) => ({ index, scenario })),
    (count) => counts.push(count),
  );
  expect(pool.jobs).toHaveLength(1);
  pool.jobs[0]?.onReport(report(9));
  expect(await done).toHaveLength(2);
  expect(counts).toEqual([2]);
});

test("cancelling_cancels_the_remaining_trials_and_ignores_late_answers", async () => {
  const pool = recordingPool();
  const batch = runTrials(pool, plans, () => undefined);
  batch.cancel();
  await expect(batch.done).rejects.toBeInstanceOf(CancelledError);
  expect(pool.cancelled).toHaveLength(1);
  pool.jobs[0]?.onReport(report(0));
});

test("one_failure_ends_the_batch", async () => {
  const pool = recordingPool();
  const batch = runTrials(pool, plans, () => undefined);
  pool.jobs[1]?.onFailure(new Error("stuck"));
  await expect(batch.done).rejects.toThrow("stuck");
  expect(pool.cancelled).toHaveLength(1);
});
