// Measures the curve of one machine over one axis: submits its trials, coarse first, and collects their reports. Starting
// another curve cancels the trials of the one before and ignores their late answers, so that a curve never has a point of
// another machine.
import type { Pool } from "../../engine/pool";
import type { Catalogue, Report, Scenario } from "../../generated/model";
import { RefusedError } from "../../engine/problems";
import { describeProblem, labelProblems } from "../../model/scenario/setting-text";
import { nonDefaultSettings, sortByPath, type SettingValues } from "../../model/scenario/settings";
import { RATE_PATH, settingsAt } from "../../model/curve-axis";
import { nextProbe, STAGES, stageValues, type Point } from "./curve-plan";
import { RATE_SEARCHES } from "./rate-search";
import type { AxisRange } from "../../model/measures/axis-range";
import type { RateSearchId } from "../../model/measures/measures";

/** A machine, as its values and the scenario that names its seed and its capture. */
export interface CurveMachine {
  scenario: Scenario;
  values: SettingValues;
}

export interface RunState {
  points: readonly Point[];
  /** Trials done and trials planned so far. */
  done: number;
  wanted: number;
  failure: string | null;
}

export const NOTHING_MEASURED: RunState = { points: [], done: 0, wanted: 0, failure: null };

export interface CurveRun {
  /** `search`: measures each value at several offered rates, and keeps the trial at the rate that is searched. */
  start(
    machine: CurveMachine,
    axis: { path: string; range: AxisRange },
    search?: RateSearchId | null,
  ): void;
  /** Cancels the trials and forgets the points. */
  stop(): void;
  points(): readonly Point[];
}

export interface RunOptions {
  catalogue: Catalogue;
  pool: Pick<Pool, "submit" | "cancel">;
  later(run: () => void, milliseconds: number): void;
  /** Unique among all runs that share the pool. */
  name: string;
  /** Priorities of the first seed and of the others. */
  priorities: { first: number; others: number };
  onChange(state: RunState): void;
}

const PUBLISH_MILLISECONDS = 100;
const SEEDS_MAX = 10;

/** The seeds of a point: the scenario's seed and the following numbers. */
export function seedsOf({ scenario, values }: CurveMachine): number[] {
  const count = Math.max(1, Math.min(SEEDS_MAX, Number(values["trial.seeds"] ?? 1)));
  return Array.from({ length: count }, (_, index) => scenario.seed + index);
}

export function createCurveRun(options: RunOptions): CurveRun {
  const { catalogue, pool, later, priorities, onChange } = options;
  let machine: CurveMachine | null = null;
  let path = RATE_PATH;
  let seeds: readonly number[] = [];
  /** Raised by every start and stop. Answers of earlier generations are ignored. */
  let generation = 0;
  let points = new Map<number, Point>();
  /** The values that have been requested. A value whose trials fail is not requested again. */
  let requested = new Set<number>();
  let done = 0;
  let wanted = 0;
  let failure: string | null = null;
  /** How many points the curve has when a stage is complete. */
  let stageSizes = new Set<number>();
  /** Whether trials are being submitted. The pool answers cached trials during `submit`, before all are submitted. */
  let isSubmitting = false;
  let isPublishScheduled = false;
  let isStageComplete = false;

  function reset(): void {
    pool.cancel(owner());
    generation++;
    points = new Map();
    requested = new Set();
    stageSizes = new Set();
    done = wanted = 0;
    failure = null;
  }

  function start(
    next: CurveMachine,
    axis: { path: string; range: AxisRange },
    search: RateSearchId | null = null,
  ): void {
    reset();
    machine = next;
    path = axis.path;
    seeds = seedsOf(next);
    const [first, ...others] = seeds;
    if (first === undefined) return;
    if (search !== null) {
      searchRates(search, 0, axis.range, first);
      return publish();
    }
    const all: number[] = [];
    submitBatch(() => {
      STAGES.forEach((_parts, stage) => {
        for (const x of stageValues(stage, axis.range, path === RATE_PATH)) {
          all.push(x);
          submit(next, x, first, priorities.first);
        }
        stageSizes.add(all.length);
      });
      for (const seed of others) for (const x of all) submit(next, x, seed, priorities.others);
    });
    publish();
  }

  /** Submits trials. If all results are there already, refines the curve. */
  function submitBatch(submitThem: () => void): void {
    isSubmitting = true;
    submitThem();
    isSubmitting = false;
    probeLossPoint();
  }

  function submit({ values }: CurveMachine, x: number, seed: number, priority: number): void {
    requested.add(x);
    runTrial(settingsAt(path, x, values), seed, priority, (report) => {
      if (report !== null) keep(x, seed, report);
    });
  }

  /** Finds the rates of one stage, and then those of the next. A search takes some twenty trials, so it has one seed. */
  function searchRates(id: RateSearchId, stage: number, range: AxisRange, seed: number): void {
    const values = stageValues(stage, range, false);
    let waiting = values.length;
    const next = () => {
      if (stage + 1 < STAGES.length) searchRates(id, stage + 1, range, seed);
    };
    // A short axis has no further values.
    if (waiting === 0) return next();
    for (const x of values) {
      searchRateAt(id, x, seed, () => {
        if (--waiting === 0) next();
      });
    }
  }

  function searchRateAt(id: RateSearchId, x: number, seed: number, onEnd: () => void): void {
    const values = machine?.values ?? {};
    RATE_SEARCHES[id]({
      rateMax: Number(values["trial.to"] ?? 0),
      runTrial(rate, onReport) {
        const settings = { ...settingsAt(RATE_PATH, rate, values), ...settingsAt(path, x, values) };
        runTrial(settings, seed, priorities.first, onReport);
      },
      onEnd(found) {
        if (found !== null) keep(x, seed, found);
        onEnd();
      },
    });
  }

  function keep(x: number, seed: number, report: Report): void {
    const trials = points.get(x)?.trials ?? [];
    points.set(x, { x, trials: [...trials, { seed, report }].sort((a, b) => a.seed - b.seed) });
    isStageComplete ||= trials.length === 0 && stageSizes.has(points.size);
  }

  /** `onEnd` gets null if the trial failed. */
  function runTrial(
    settings: SettingValues,
    seed: number,
    priority: number,
    onEnd: (report: Report | null) => void,
  ): void {
    if (machine === null) return;
    const ours = generation;
    wanted++;
    const end = (report: Report | null) => {
      if (generation !== ours) return;
      isStageComplete = false;
      onEnd(report);
      done++;
      probeLossPoint();
      // A complete stage is shown at once.
      if (isStageComplete || report === null) publish();
      else publishSoon();
    };
    pool.submit({
      scenario: trialText(machine, settings, seed),
      priority,
      owner: owner(),
      onReport: end,
      onFailure(error) {
        if (generation === ours) failure = describeFailure(error, catalogue);
        end(null);
      },
    });
  }

  /** When all planned results are there, measures more rates near the point where loss begins. */
  function probeLossPoint(): void {
    const shown = machine;
    if (isSubmitting || done < wanted || path !== RATE_PATH || shown === null) return;
    const rate = nextProbe([...points.values()]);
    if (rate === null || requested.has(rate)) return;
    submitBatch(() => {
      for (const seed of seeds) submit(shown, rate, seed, priorities.others);
    });
  }

  function trialText({ scenario, values }: CurveMachine, set: SettingValues, seed: number): string {
    const settings = nonDefaultSettings(catalogue, { ...values, ...set });
    return JSON.stringify({ ...scenario, seed, settings: sortByPath(settings), interventions: [] });
  }

  function publishSoon(): void {
    if (isPublishScheduled) return;
    isPublishScheduled = true;
    later(() => {
      isPublishScheduled = false;
      publish();
    }, PUBLISH_MILLISECONDS);
  }

  function publish(): void {
    onChange({ points: sortedPoints(), done, wanted, failure });
  }

  function sortedPoints(): Point[] {
    return [...points.values()].sort((a, b) => a.x - b.x);
  }

  function owner(): string {
    return `${options.name} ${generation}`;
  }

  return {
    start,
    stop() {
      reset();
      publish();
    },
    points: sortedPoints,
  };
}

function describeFailure(error: Error, catalogue: Catalogue): string {
  return error instanceof RefusedError
    ? labelProblems(error.problems, catalogue).map(describeProblem).join(" ")
    : error.message;
}
