// Runs the trials of a goal or a prediction on the pool, before everything else that waits there, and
// tells how far it is. What is judged is fixed when it begins: playback and knobs go on meanwhile.
import { CancelledError } from "../../engine/problems";
import { Priority, type Pool } from "../../engine/pool";
import type { Report } from "../../engine/model";
import type { TrialPlan } from "../../lesson/grade";

export interface TrialBatch {
  /** One report a plan, in the plans' order. */
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
  let settled = false;
  let cancel = () => {};
  const done = new Promise<Report[]>((resolve, reject) => {
    const fail = (error: Error) => {
      if (settled) return;
      settled = true;
      pool.cancel(owner);
      reject(error);
    };
    cancel = () => fail(new CancelledError("Given up."));
    let count = 0;
    const take = (at: number, report: Report) => {
      if (settled) return;
      reports[at] = report;
      onReport(++count, reports);
      if (count < plans.length) return;
      settled = true;
      resolve(reports as Report[]);
    };
    plans.forEach(({ scenario }, at) =>
      pool.submit({
        scenario: JSON.stringify(scenario),
        priority: Priority.goal,
        owner,
        onReport: (report) => take(at, report),
        onFailure: fail,
      }),
    );
  });
  return { done, cancel };
}

/** The reports of one requirement or rate. */
export function reportsFor(
  plans: readonly TrialPlan[],
  reports: readonly (Report | undefined)[],
  of: number,
): Report[] {
  return reports.filter(
    (report, at) => report !== undefined && plans[at]?.index === of,
  ) as Report[];
}
