// The curves of the chart: that of the current machine, the one before the last change, and the pinned ones. Every change
// of the current machine raises the epoch, and its measurement starts again (curve-run.ts). The pinned machines are measured
// over the axis that the chart has now, after the current one. Nothing is measured while no view shows the curve.
import { tr } from "../../i18n/i18n";
import { Priority, type Pool } from "../../engine/pool";
import type { Catalogue, Scenario } from "../../engine/model";
import type { AxisRange } from "../../charts/axis-range";
import { axisOf, mayBeAxis, positionOn, RATE_PATH, type CurveAxis } from "./curve-axis";
import { DEFAULT_CHOICES, type CurveChoices, type PinnedCurve } from "./curve-choices";
import { nameCurve } from "./curve-name";
import { STAGES, type Point } from "./curve-plan";
import {
  createCurveRun,
  NOTHING_MEASURED,
  seedsOf,
  type CurveRun,
  type RunState,
} from "./curve-run";
import { NO_LIMITS, type Limits, type StepCurve } from "../lab/limits";
import { sortByPath, valuesAtStart, type SettingValues } from "../scenario/settings";
import { createStore, type Store } from "../store";
import { describeDifferences } from "../scenario/setting-text";

/** The curve of the machine before the last change. */
export interface PreviousCurve {
  /** Identifies the machine. `name` is for people. */
  key: string;
  name: string;
  points: readonly Point[];
  /** An undo has replaced this machine. So the label of the curve is "undone", not "before". */
  wasUndone: boolean;
}

/** A pinned curve with its points. */
export interface MeasuredCurve extends PinnedCurve, RunState {
  key: string;
  /** The setting on the horizontal axis has no effect on this machine, so it has no curve. */
  hasAxis: boolean;
}

export interface CurveState extends RunState {
  /** Raised by every change of the machine. All shown points are of this epoch. */
  epoch: number;
  /** Identifies the machine, without its value on the axis. */
  key: string;
  /** How this machine differs from the opened scenario. */
  name: string;
  /** The horizontal axis; null if neither the chosen setting nor the offered rate has an effect on this machine. */
  axis: CurveAxis | null;
  seeds: readonly number[];
  pinned: readonly MeasuredCurve[];
  /** The curve before the last change (a whole drag is one change), if it had been drawn. */
  previous: PreviousCurve | null;
}

export interface Sweep {
  readonly store: Store<CurveState>;
  /** Says that a view shows the curve. Only then trials run. Returns a function that ends it. */
  watch(): () => void;
  /** Measures the curve of a scenario with these values. Does nothing if the machine is the same. All calls of one
   * transaction share one previous curve: that of the machine at the start of the transaction. */
  show(scenario: Scenario, base: Scenario, values: SettingValues, transaction: number): void;
  /** Sets the horizontal axis and the pinned curves. A changed axis takes effect with the next `show`. In a lesson, only
   * the unlocked settings and the setting of the step's curve can be the axis. */
  choose(choices: CurveChoices, limits?: Pick<Limits, "unlocked" | "curve">): void;
  /** Removes the curve before the last change. */
  dropPrevious(): void;
}

const EARLIER_KEYS_MAX = 50;

/** `name` is unique among the sweeps that share the pool. */
export function createSweep(
  catalogue: Catalogue,
  pool: Pick<Pool, "submit" | "cancel">,
  later: (run: () => void, milliseconds: number) => void,
  name = "curve",
): Sweep {
  const store = createStore<CurveState>({
    ...NOTHING_MEASURED,
    epoch: 0,
    key: "",
    name: "",
    axis: null,
    seeds: [],
    pinned: [],
    previous: null,
  });
  let choices = DEFAULT_CHOICES;
  let axisPath = choices.axisPath;
  /** The ends that a lesson's step gives the axis. */
  let ends: StepCurve | null = null;
  /** The keys of earlier machines, oldest first. */
  let earlierKeys: readonly string[] = [];
  let lastTransaction = -1;
  /** The scenario and the axis of the earlier machines. A machine of another scenario has no previous curve. */
  let lastBase = "";
  const current = createCurveRun({
    catalogue,
    pool,
    later,
    name,
    priorities: { first: Priority.curve, others: Priority.band },
    onChange: (state) => store.set(state),
  });
  const pinnedRuns = new Map<number, { run: CurveRun; measured: MeasuredCurve; task: string }>();
  let watchers = 0;
  /** Whether trials run. */
  let isMeasuring = false;
  /** What is measured while a view shows the curve. */
  let latest: Parameters<Sweep["show"]> | null = null;

  function watch(): () => void {
    watchers++;
    if (!isMeasuring) {
      isMeasuring = true;
      if (latest !== null) measure(latest, true);
    }
    return () => {
      watchers--;
      // When the layout changes, another view of the curve is shown at once. Then the measurement must continue.
      later(() => {
        if (watchers === 0 && isMeasuring) stop();
      }, 0);
    };
  }

  function stop(): void {
    isMeasuring = false;
    current.stop();
    for (const entry of pinnedRuns.values()) {
      entry.run.stop();
      entry.task = "";
    }
  }

  /** `isNew`: the points of this machine, if it had any, are forgotten. */
  function measure(
    [scenario, base, values, transaction]: Parameters<Sweep["show"]>,
    isNew = false,
  ): void {
    const axis = chosenAxis(values);
    const findsPeak = isPeak(axis);
    const key = keyOf(scenario, values, axis, findsPeak);
    const before = store.get();
    if (!isNew && key === before.key && sameAxis(axis, before.axis)) return;
    const baseKey = JSON.stringify([base.id, base.seed, base.settings, axis?.path, findsPeak]);
    const isSameBase = baseKey === lastBase;
    if (!isSameBase) earlierKeys = [];
    const replaced =
      !isSameBase || transaction === lastTransaction || key === before.key
        ? null
        : retireCurrent(key);
    const previous = replaced ?? (isSameBase ? before.previous : null);
    lastBase = baseKey;
    lastTransaction = transaction;
    const machine = { scenario, values };
    store.set({
      ...NOTHING_MEASURED,
      epoch: before.epoch + 1,
      key,
      name: nameOf(key, scenario, base, values, axis, previous),
      axis,
      seeds: seedsOf(machine).slice(0, findsPeak ? 1 : undefined),
      previous,
    });
    if (axis === null) current.stop();
    else current.start(machine, axis, findsPeak);
    measurePinned();
  }

  /** Returns the chosen axis; if it has no effect on this machine, the offered rate. While an axis is shown it only grows,
   * so that its end does not move under a pointer that drags along it. */
  function chosenAxis(values: SettingValues): CurveAxis | null {
    const { axis: shown } = store.get();
    const kept = shown?.path === axisPath ? shown.range.max : 0;
    const position = positionOn(axisPath, values);
    const reach = Math.max(kept, Number.isFinite(position) ? position : 0);
    return axisOf(catalogue, axisPath, values, reach, ends) ?? axisOf(catalogue, RATE_PATH, values);
  }

  /** Whether each point needs the search for the best offered rate. On the axis of the offered rate the curve shows its
   * peak without that search. */
  function isPeak(axis: CurveAxis | null): boolean {
    return choices.measure === "peak" && axis !== null && axis.path !== RATE_PATH;
  }

  function nameOf(
    key: string,
    scenario: Scenario,
    base: Scenario,
    values: SettingValues,
    axis: CurveAxis | null,
    before: PreviousCurve | null,
  ): string {
    const own = (all: SettingValues) => withoutAxis(all, axis, isPeak(axis));
    const startValues = own(valuesAtStart(catalogue, base));
    const differences = describeDifferences(catalogue, startValues, own(values));
    if (scenario.seed !== base.seed) differences.push(`seed ${scenario.seed}`);
    const { pinned } = store.get();
    const others = before === null ? pinned : [...pinned, before];
    return nameCurve(key, tr(base.title), differences, others);
  }

  /** Returns the curve of the machine that is being replaced, if it had been drawn. Updates the earlier keys. */
  function retireCurrent(nextKey: string): PreviousCurve | null {
    const { key, name } = store.get();
    const position = earlierKeys.lastIndexOf(nextKey);
    earlierKeys =
      position >= 0
        ? earlierKeys.slice(0, position)
        : [...earlierKeys, key].slice(-EARLIER_KEYS_MAX);
    const points = current.points();
    const { done, wanted } = store.get();
    if (points.length === 0 || (points.length < STAGES[0] && done < wanted)) return null;
    return { key, name, points, wasUndone: position >= 0 };
  }

  /** Measures each pinned machine over the chart's axis. A machine that was measured over it already keeps its points. */
  function measurePinned(): void {
    if (!isMeasuring) return;
    const { axis } = store.get();
    for (const id of pinnedRuns.keys()) {
      if (choices.pinned.some((curve) => curve.id === id)) continue;
      pinnedRuns.get(id)?.run.stop();
      pinnedRuns.delete(id);
    }
    for (const curve of choices.pinned) measureOne(curve, axis);
    publishPinned();
  }

  function measureOne(curve: PinnedCurve, shown: CurveAxis | null): void {
    const values = valuesAtStart(catalogue, curve.scenario);
    const own = shown === null ? null : axisOf(catalogue, shown.path, values, shown.range.max);
    const range = shown === null || own === null ? null : commonRange(shown.range, own);
    const findsPeak = isPeak(shown);
    const key = keyOf(curve.scenario, values, shown, findsPeak);
    const task = JSON.stringify([key, shown?.path, curve.isHidden ? null : range]);
    const known = pinnedRuns.get(curve.id);
    const run = known?.run ?? createPinnedRun(curve.id);
    const measured = {
      ...NOTHING_MEASURED,
      ...known?.measured,
      ...curve,
      key,
      hasAxis: range !== null,
    };
    pinnedRuns.set(curve.id, { run, measured, task });
    if (task === known?.task) return;
    if (shown === null || range === null || curve.isHidden) run.stop();
    else run.start({ scenario: curve.scenario, values }, { path: shown.path, range }, findsPeak);
  }

  function createPinnedRun(id: number): CurveRun {
    return createCurveRun({
      catalogue,
      pool,
      later,
      name: `${name} pinned ${id}`,
      priorities: { first: Priority.pinned, others: Priority.band },
      onChange(state) {
        const entry = pinnedRuns.get(id);
        if (entry === undefined) return;
        entry.measured = { ...entry.measured, ...state };
        publishPinned();
      },
    });
  }

  function publishPinned(): void {
    const pinned = choices.pinned.flatMap(({ id }) => pinnedRuns.get(id)?.measured ?? []);
    const { pinned: before } = store.get();
    if (pinned.length === before.length && pinned.every((one, index) => one === before[index]))
      return;
    store.set({ pinned });
  }

  return {
    store,
    watch,
    show(...machine) {
      latest = machine;
      if (isMeasuring) measure(machine);
    },
    choose(next, limits = NO_LIMITS) {
      axisPath = mayBeAxis(limits, next.axisPath) ? next.axisPath : RATE_PATH;
      ends = limits.curve?.axisPath === axisPath ? limits.curve : null;
      if (next === choices) return;
      const isChanged = next.pinned !== choices.pinned;
      choices = next;
      if (isChanged) measurePinned();
    },
    dropPrevious: () => store.set({ previous: null }),
  };
}

/** Identifies a machine without its value on the axis; for a peak also without its offered rate. */
function keyOf(
  scenario: Scenario,
  values: SettingValues,
  axis: CurveAxis | null,
  findsPeak: boolean,
): string {
  const own = withoutAxis(values, axis, findsPeak);
  return JSON.stringify([axis?.path, findsPeak, scenario.seed, sortByPath(own)]);
}

function withoutAxis(
  values: SettingValues,
  axis: CurveAxis | null,
  findsPeak: boolean,
): SettingValues {
  const others = { ...values };
  delete others[axis?.path ?? RATE_PATH];
  if (findsPeak) delete others[RATE_PATH];
  return others;
}

function sameAxis(a: CurveAxis | null, b: CurveAxis | null): boolean {
  return a?.path === b?.path && JSON.stringify(a?.range) === JSON.stringify(b?.range);
}

/** The part of the chart's axis that the setting has on another machine. */
function commonRange(shown: AxisRange, { path, range }: CurveAxis): AxisRange {
  if (path === RATE_PATH) return shown;
  const min = Math.max(shown.min, range.min);
  return {
    ...shown,
    min,
    max: Math.max(min, Math.min(shown.max, range.max)),
    infinity: shown.infinity && range.infinity,
  };
}
