// Measures the throughput curve of the current machine. Every change of the machine raises the epoch: trials of older
// epochs are cancelled and late answers ignored, so that the curve never shows a point of another machine.
import { Priority, type Pool } from "../../engine/pool";
import type { Catalogue, Scenario } from "../../engine/model";
import { nameCurve } from "./curve-name";
import { nextProbe, STAGES, stageRates, type Point } from "./curve-plan";
import {
  isApplicable,
  findParameter,
  nonDefaultSettings,
  valuesAtStart,
  type SettingValues,
} from "../scenario/settings";
import { createStore, type Store } from "../store";
import { describeDifferences } from "../scenario/setting-text";

/** The setting on the curve's axis. All designs have it. */
export const RATE_PATH = "traffic.rate";
/** Whether a capture is replayed at its recorded times or at the offered rate. */
const PACE_PATH = "traffic.pace";
const PATTERN_PATH = "traffic.pattern";

/** The settings that offer another rate to a machine. If the traffic is a capture, they change its replay speed. */
export function settingsForRate(values: SettingValues, rate: number): SettingValues {
  const pace: SettingValues = values[PATTERN_PATH] === "capture" ? { [PACE_PATH]: "rate" } : {};
  return { ...pace, [RATE_PATH]: rate };
}

/** The settings that replay a capture as it was recorded. The rate is set to the capture's mean rate. */
export function captureSettings(arrivals: Float64Array, rateMax: number): SettingValues {
  const packets = arrivals.length / 2;
  const span = arrivals[arrivals.length - 2] ?? 0;
  const rate = span > 0 ? Math.round(((packets - 1) / span) * 1e9) : rateMax;
  return {
    [PATTERN_PATH]: "capture",
    [PACE_PATH]: "recorded",
    [RATE_PATH]: Math.min(rate, rateMax),
  };
}

/** A curve that stays on screen after the machine has changed. */
export interface SavedCurve {
  id: number;
  /** Identifies the machine. `name` is for people. */
  key: string;
  name: string;
  points: readonly Point[];
  /** An undo has replaced this machine. So the label of the curve is "undone", not "before". */
  wasUndone?: boolean;
}

export interface CurveState {
  /** Raised by every change of the machine. All shown points are of this epoch. */
  epoch: number;
  /** Identifies the machine, as in SavedCurve. */
  key: string;
  /** How this machine differs from the opened scenario. */
  name: string;
  from: number;
  to: number;
  points: readonly Point[];
  seeds: readonly number[];
  /** Trials done and trials planned so far. */
  done: number;
  wanted: number;
  failure: string | null;
  pinned: readonly SavedCurve[];
  /** The curve before the last change (a whole drag is one change), if it had been drawn. */
  previous: SavedCurve | null;
}

export interface Sweep {
  readonly store: Store<CurveState>;
  /** Measures the curve of a scenario with these values. Does nothing if the machine is the same. All calls of one
   * transaction share one previous curve: that of the machine at the start of the transaction. */
  show(scenario: Scenario, base: Scenario, values: SettingValues, transaction: number): void;
  pin(): void;
  unpin(id: number): void;
}

const PUBLISH_MILLISECONDS = 100;
const SEEDS_MAX = 10;
const PINNED_MAX = 5;
const EARLIER_KEYS_MAX = 50;

export function createSweep(
  catalogue: Catalogue,
  pool: Pick<Pool, "submit" | "cancel">,
  later: (run: () => void, milliseconds: number) => void,
): Sweep {
  const store = createStore<CurveState>({
    epoch: 0,
    key: "",
    name: "",
    from: 0,
    to: 1,
    points: [],
    seeds: [],
    done: 0,
    wanted: 0,
    failure: null,
    pinned: [],
    previous: null,
  });
  let key = "";
  /** The keys of earlier machines, oldest first. */
  let earlierKeys: readonly string[] = [];
  let savedCount = 0;
  let lastTransaction = -1;
  /** The scenario of the earlier machines. A machine of another scenario has no previous curve. */
  let lastBase = "";
  let machine: { scenario: Scenario; values: SettingValues } | null = null;
  /** The results of this epoch, published into the store a few times a second. */
  let points = new Map<number, Point>();
  /** The rates that have been requested. A rate whose trials fail is not requested again. */
  let requestedRates = new Set<number>();
  let done = 0;
  let wanted = 0;
  /** Whether trials are being submitted. The pool answers cached trials during `submit`, before all are submitted. */
  let isSubmitting = false;
  let isPublishScheduled = false;

  function show(
    scenario: Scenario,
    base: Scenario,
    values: SettingValues,
    transaction: number,
  ): void {
    const others: SettingValues = { ...values };
    delete others[RATE_PATH];
    const nextKey = JSON.stringify([scenario.seed, others]);
    if (nextKey === key) return;
    const baseKey = JSON.stringify([base.id, base.seed, base.settings]);
    if (baseKey !== lastBase) earlierKeys = [];
    const sameBasePrevious = baseKey === lastBase ? store.get().previous : null;
    const before =
      baseKey !== lastBase || transaction === lastTransaction ? null : retireCurrent(nextKey);
    lastBase = baseKey;
    lastTransaction = transaction;
    key = nextKey;
    pool.cancel(owner());
    machine = { scenario, values };
    points = new Map();
    requestedRates = new Set();
    done = wanted = 0;
    const range = rangeOf(values);
    const shownPrevious = before ?? sameBasePrevious;
    store.set({
      epoch: store.get().epoch + 1,
      key,
      name: nameOf(scenario, base, others, shownPrevious),
      ...range,
      points: [],
      seeds: seedsOf(scenario, values),
      done: 0,
      wanted: 0,
      failure: null,
      previous: shownPrevious,
    });
    // If the rate has no effect, there is no curve.
    const rate = findParameter(catalogue, RATE_PATH);
    if (rate === undefined || isApplicable(catalogue, rate, values)) submitAll();
  }

  function nameOf(
    scenario: Scenario,
    base: Scenario,
    values: SettingValues,
    before: SavedCurve | null,
  ): string {
    const startValues = withoutRate(valuesAtStart(catalogue, base));
    const differences = describeDifferences(catalogue, startValues, values);
    if (scenario.seed !== base.seed) differences.push(`seed ${scenario.seed}`);
    const { pinned } = store.get();
    const others = before === null ? pinned : [...pinned, before];
    return nameCurve(key, base.title, differences, others);
  }

  /** Returns the curve of the machine that is being replaced, if it had been drawn. Updates the earlier keys. */
  function retireCurrent(nextKey: string): SavedCurve | null {
    const position = earlierKeys.lastIndexOf(nextKey);
    earlierKeys =
      position >= 0
        ? earlierKeys.slice(0, position)
        : [...earlierKeys, key].slice(-EARLIER_KEYS_MAX);
    const snapshot = snapshotIfDrawn();
    return snapshot === null ? null : { ...snapshot, wasUndone: position >= 0 };
  }

  function submitAll(): void {
    const { from, to, seeds } = store.get();
    const [first, ...others] = seeds;
    if (first === undefined) return;
    const all: number[] = [];
    submitBatch(() => {
      STAGES.forEach((_count, stage) => {
        for (const rate of stageRates(stage, from, to)) {
          all.push(rate);
          submit(rate, first, Priority.curve);
        }
      });
      for (const seed of others) for (const rate of all) submit(rate, seed, Priority.band);
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

  function submit(rate: number, seed: number, priority: number): void {
    if (machine === null) return;
    const { epoch } = store.get();
    requestedRates.add(rate);
    wanted++;
    pool.submit({
      scenario: trialText(machine.scenario, machine.values, rate, seed),
      priority,
      owner: owner(),
      onReport(report) {
        if (store.get().epoch !== epoch) return;
        const trials = points.get(rate)?.trials ?? [];
        const more = [...trials, { seed, report }].sort((a, b) => a.seed - b.seed);
        points.set(rate, { rate, trials: more });
        done++;
        probeLossPoint();
        // A complete stage is shown at once.
        if (trials.length === 0 && isStage(points.size)) publish();
        else publishSoon();
      },
      onFailure(error) {
        if (store.get().epoch !== epoch) return;
        done++;
        store.set({ failure: error.message });
        probeLossPoint();
        publishSoon();
      },
    });
  }

  /** When all planned results are there, measures more rates near the point where loss begins. */
  function probeLossPoint(): void {
    if (isSubmitting || done < wanted) return;
    const rate = nextProbe([...points.values()]);
    if (rate === null || requestedRates.has(rate)) return;
    submitBatch(() => {
      for (const seed of store.get().seeds) submit(rate, seed, Priority.band);
    });
  }

  function trialText(
    scenario: Scenario,
    values: SettingValues,
    rate: number,
    seed: number,
  ): string {
    const settings = nonDefaultSettings(catalogue, { ...values, ...settingsForRate(values, rate) });
    return JSON.stringify({ ...scenario, seed, settings: sorted(settings), interventions: [] });
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
    const shown = [...points.values()].sort((a, b) => a.rate - b.rate);
    store.set({ points: shown, done, wanted });
  }

  function snapshotIfDrawn(): SavedCurve | null {
    if (points.size < STAGES[0]) return null;
    const shown = [...points.values()].sort((a, b) => a.rate - b.rate);
    const { key: machineKey, name } = store.get();
    return { id: ++savedCount, key: machineKey, name, points: shown };
  }

  function owner(): string {
    return `curve ${store.get().epoch}`;
  }

  return {
    store,
    show,
    pin() {
      const curve = snapshotIfDrawn();
      if (curve === null) return;
      const { pinned } = store.get();
      const others = pinned.filter((one) => one.key !== curve.key);
      store.set({ pinned: [...others, curve].slice(-PINNED_MAX) });
    },
    unpin(id) {
      const { pinned, previous } = store.get();
      store.set({
        pinned: pinned.filter((curve) => curve.id !== id),
        previous: previous?.id === id ? null : previous,
      });
    },
  };
}

function isStage(count: number): boolean {
  return (STAGES as readonly number[]).includes(count);
}

function withoutRate(values: SettingValues): SettingValues {
  const rest = { ...values };
  delete rest[RATE_PATH];
  return rest;
}

function rangeOf(values: SettingValues): { from: number; to: number } {
  const to = Number(values["trial.to"] ?? 14_880);
  return { from: 0, to: to > 0 ? to : 14_880 };
}

/** The seeds of a point: the scenario's seed and the following numbers. */
function seedsOf(scenario: Scenario, values: SettingValues): number[] {
  const count = Math.max(1, Math.min(SEEDS_MAX, Number(values["trial.seeds"] ?? 1)));
  return Array.from({ length: count }, (_, index) => scenario.seed + index);
}

function sorted(values: SettingValues): SettingValues {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}
