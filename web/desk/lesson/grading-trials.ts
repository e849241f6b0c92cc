// Runs the trials of a goal or a prediction on the pool, before everything else that waits there, and reports
// progress. The trials are fixed when they start: playback and knobs do not change them.
import { CancelledError } from "../../engine/problems";
import { Priority, type Pool } from "../../engine/pool";
import type { Report } from "../../generated/model";
import type { TrialPlan } from "../../lesson/grade";

export interface TrialBatch {
  /** One report for each plan, in the plans' order. */
  done: Promise<Report[]>;
  cancel(): void;
}

let batchCount = 0;

export function runTrials(
  pool: Pick<Pool, "submit" | "cancel">,
  plans: readonly TrialPlan[],
  onReport: (done: number, reports: readonly (Report | undefined)[]) => void,
): TrialBatch {
  const owner = `judge ${++batchCount}`;
  const reports: (Report | undefined)[] = plans.map(() => undefined);
  let isSettled = false;
  let cancel = () => {};
  const done = new Promise<Report[]>((resolve, reject) => {
    const fail = (error: Error) => {
      if (isSettled) return;
      isSettled = true;
      pool.cancel(owner);
      reject(error);
    };
    cancel = () => fail(new CancelledError("Cancelled."));
    let count = 0;
    const take = (indexes: readonly number[], report: Report) => {
      if (isSettled) return;
      for (const at of indexes) reports[at] = report;
      onReport((count += indexes.length), reports);
      if (count < plans.length) return;
      isSettled = true;
      resolve(reports as Report[]);
    };
    // A goal may measure several things in the same trial.
    const indexesOf = new Map<string, number[]>();
    plans.forEach(({ scenario }, at) => {
      const text = JSON.stringify(scenario);
      indexesOf.set(text, [...(indexesOf.get(text) ?? []), at]);
    });
    for (const [scenario, indexes] of indexesOf) {
      pool.submit({
        scenario,
        priority: Priority.goal,
        owner,
        onReport: (report) => take(indexes, report),
        onFailure: fail,
      });
    }
  });
  return { done, cancel };
}

/** The reports that belong to one requirement or rate. */
export function reportsFor(
  plans: readonly TrialPlan[],
  reports: readonly (Report | undefined)[],
  of: number,
): Report[] {
  return reports.filter(
    (report, at) => report !== undefined && plans[at]?.index === of,
  ) as Report[];
}
