// Measures the curve of one machine over one axis: plans its trials, coarse first, and collects their reports. Starting another
// curve cancels the one before, so that a curve never has a point of another machine.
import { cumsum } from "d3-array";
import type { Report } from "../../generated/model";
import { RATE_PATH, settingsAt } from "../../model/curve-axis";
import { nextProbe, STAGES, stageValues, type Point } from "./curve-plan";
import {
  createCurveTrials,
  type CurveMachine,
  type Trial,
  type TrialCounts,
  type TrialOptions,
} from "./curve-trials";
import { RATE_SEARCHES } from "./rate-search";
import type { AxisRange } from "../../model/measures/axis-range";
import type { RateSearchId } from "../../model/measures/measures";

export interface RunState extends TrialCounts {
  points: readonly Point[];
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

export interface RunOptions extends TrialOptions {
  later(run: () => void, milliseconds: number): void;
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
  let started = 0;
  let current: Measurement | null = null;
  return {
    start(machine, { path, range }, search = null) {
      current?.cancel();
      const ours = ++started;
      current = createMeasurement(
        { machine, path, range },
        {
          ...options,
          name: `${options.name} ${ours}`,
          onChange: (state) => ours === started && options.onChange(state),
        },
      );
      current.begin(search);
    },
    stop() {
      current?.cancel();
      current = null;
      started++;
      options.onChange(NOTHING_MEASURED);
    },
    points: () => current?.points() ?? [],
  };
}

interface CurveTask {
  machine: CurveMachine;
  /** The setting on the axis. */
  path: string;
  range: AxisRange;
}

interface Measurement {
  begin(search: RateSearchId | null): void;
  cancel(): void;
  points(): readonly Point[];
}

/** A trial of one seed at a value of the axis. */
interface PlannedTrial {
  x: number;
  seed: number;
  priority: number;
}

function createMeasurement({ machine, path, range }: CurveTask, options: RunOptions): Measurement {
  const { priorities, onChange } = options;
  const { values } = machine;
  const trials = createCurveTrials(options);
  const seeds = seedsOf(machine);
  const [firstSeed = machine.scenario.seed, ...otherSeeds] = seeds;
  const stages = STAGES.map((_parts, stage) => stageValues(stage, range, path === RATE_PATH));
  const points = createPoints(cumsum(stages, ({ length }) => length));
  /** The values that have been requested. A value whose trials fail is not requested again. */
  const requested = new Set<number>();
  const publish = () => onChange({ points: points.sorted(), ...trials.counts() });
  const publishSoon = throttle(publish, options.later);

  function submit(planned: readonly PlannedTrial[]): void {
    // The pool answers cached trials at once, before the others are submitted.
    trials.expect(planned.length);
    for (const { x } of planned) requested.add(x);
    for (const { x, ...trial } of planned)
      run({ ...trial, set: settingsAt(path, x, values) }, (report) =>
        points.keep(x, trial.seed, report),
      );
  }

  /** `onEnd` gets null if the trial failed. */
  function run(trial: Omit<Trial, "machine">, onEnd: (report: Report | null) => void): void {
    trials.run({ machine, ...trial }, (report) => {
      const before = points.stagesComplete();
      onEnd(report);
      probeLossPoint();
      // A complete stage is shown at once.
      if (points.stagesComplete() > before || report === null) publish();
      else publishSoon();
    });
  }

  /** When all planned results are there, measures more rates near the point where loss begins. */
  function probeLossPoint(): void {
    const { done, wanted } = trials.counts();
    if (done < wanted || path !== RATE_PATH) return;
    const x = nextProbe(points.sorted());
    if (x === null || requested.has(x)) return;
    submit(seeds.map((seed) => ({ x, seed, priority: priorities.others })));
  }

  /** A search takes some twenty trials, so it has one seed. */
  function searchRateAt(search: RateSearchId, x: number, onEnd: () => void): void {
    const own = settingsAt(path, x, values);
    RATE_SEARCHES[search]({
      rateMax: Number(values["trial.to"] ?? 0),
      runTrial(rate, onReport) {
        const set = { ...settingsAt(RATE_PATH, rate, values), ...own };
        trials.expect(1);
        run({ set, seed: firstSeed, priority: priorities.first }, onReport);
      },
      onEnd(found) {
        points.keep(x, firstSeed, found);
        onEnd();
      },
    });
  }

  return {
    begin(search) {
      const at = (seed: number, priority: number) =>
        stages.flat().map((x) => ({ x, seed, priority }));
      const others = otherSeeds.flatMap((seed) => at(seed, priorities.others));
      if (search === null) submit([...at(firstSeed, priorities.first), ...others]);
      else searchStages(range, (x, onEnd) => searchRateAt(search, x, onEnd));
      publish();
    },
    cancel: trials.cancel,
    points: points.sorted,
  };
}

/** Finds the rates at the values of one stage, and then those of the next. */
function searchStages(
  range: AxisRange,
  searchAt: (x: number, onEnd: () => void) => void,
  stage = 0,
): void {
  const values = stageValues(stage, range, false);
  let waiting = values.length;
  const next = () => {
    if (stage + 1 < STAGES.length) searchStages(range, searchAt, stage + 1);
  };
  // A short axis has no further values.
  if (waiting === 0) return next();
  for (const x of values) {
    searchAt(x, () => {
      if (--waiting === 0) next();
    });
  }
}

/** The points that have a report. `stageSizes`: how many the curve has when a stage is complete. */
function createPoints(stageSizes: Float64Array) {
  const points = new Map<number, Point>();
  let stagesComplete = 0;
  return {
    sorted: (): Point[] => [...points.values()].sort((a, b) => a.x - b.x),
    stagesComplete: () => stagesComplete,
    keep(x: number, seed: number, report: Report | null): void {
      if (report === null) return;
      const others = points.get(x)?.trials ?? [];
      points.set(x, { x, trials: [...others, { seed, report }].sort((a, b) => a.seed - b.seed) });
      if (others.length === 0 && stageSizes.includes(points.size)) stagesComplete++;
    },
  };
}

/** Runs at most once in a while, soon after the first call. */
function throttle(run: () => void, later: RunOptions["later"]): () => void {
  let isScheduled = false;
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    later(() => {
      isScheduled = false;
      run();
    }, PUBLISH_MILLISECONDS);
  };
}
