// The trials of one curve, on the pool that all curves share. When they are cancelled, late answers are ignored.
import type { Pool } from "../../engine/pool";
import { RefusedError } from "../../engine/problems";
import type { Catalogue, Report, Scenario } from "../../generated/model";
import { describeProblem, labelProblems } from "../../model/scenario/setting-text";
import { nonDefaultSettings, sortByPath, type SettingValues } from "../../model/scenario/settings";

/** A machine, as its values and the scenario that names its seed and its capture. */
export interface CurveMachine {
  scenario: Scenario;
  values: SettingValues;
}

export interface Trial {
  machine: CurveMachine;
  /** The settings that differ from the machine's. */
  set: SettingValues;
  seed: number;
  priority: number;
}

/** Trials done, trials planned so far, and why one of them failed. */
export interface TrialCounts {
  done: number;
  wanted: number;
  failure: string | null;
}

export interface CurveTrials {
  counts(): TrialCounts;
  /** So many trials are about to run. */
  expect(count: number): void;
  /** `onEnd` gets null if the trial failed. */
  run(trial: Trial, onEnd: (report: Report | null) => void): void;
  cancel(): void;
}

export interface TrialOptions {
  catalogue: Catalogue;
  pool: Pick<Pool, "submit" | "cancel">;
  /** Unique among all curves that share the pool. */
  name: string;
}

export function createCurveTrials({ catalogue, pool, name }: TrialOptions): CurveTrials {
  const counts: TrialCounts = { done: 0, wanted: 0, failure: null };
  let isCancelled = false;
  return {
    counts: () => ({ ...counts }),
    expect: (count) => void (counts.wanted += count),
    run(trial, onEnd) {
      const end = (report: Report | null) => {
        if (isCancelled) return;
        counts.done++;
        onEnd(report);
      };
      pool.submit({
        scenario: trialText(catalogue, trial),
        priority: trial.priority,
        owner: name,
        onReport: end,
        onFailure(error) {
          counts.failure = describeFailure(error, catalogue);
          end(null);
        },
      });
    },
    cancel() {
      isCancelled = true;
      pool.cancel(name);
    },
  };
}

function trialText(catalogue: Catalogue, { machine, set, seed }: Trial): string {
  const { scenario, values } = machine;
  const settings = nonDefaultSettings(catalogue, { ...values, ...set });
  return JSON.stringify({ ...scenario, seed, settings: sortByPath(settings), interventions: [] });
}

function describeFailure(error: Error, catalogue: Catalogue): string {
  return error instanceof RefusedError
    ? labelProblems(error.problems, catalogue).map(describeProblem).join(" ")
    : error.message;
}
