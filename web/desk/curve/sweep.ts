// The curves of the chart: that of the current machine, the one before the last change, and the pinned ones. Every change
// of the current machine raises the epoch, and its measurement starts again (curve-run.ts). The pinned machines are measured
// after the current one (pinned-curves.ts). Nothing is measured while no view shows the curve.
import { tr } from "../../i18n/i18n";
import { measureOf, type RateSearchId } from "../../model/measures/measures";
import { Priority, type Pool } from "../../engine/pool";
import type { Catalogue, Scenario } from "../../generated/model";
import {
  axisOf,
  machineKey,
  mayBeAxis,
  positionOn,
  RATE_PATH,
  withoutAxis,
  type CurveAxis,
} from "../../model/curve-axis";
import { DEFAULT_CHOICES, type CurveChoices } from "../../model/curve-choices";
import { nameCurve } from "./curve-name";
import { STAGES, type Point } from "./curve-plan";
import { createCurveRun, NOTHING_MEASURED, seedsOf, type RunState } from "./curve-run";
import { createPinnedCurves, type MeasuredCurve } from "./pinned-curves";
import { NO_LIMITS, type Limits, type StepCurve } from "../../model/limits";
import { programKey, valuesAtStart, type SettingValues } from "../../model/scenario/settings";
import { createStore, type Store } from "../../lib/store";
import { describeDifferences } from "../../model/scenario/setting-text";

/** The curve of the machine before the last change. */
export interface PreviousCurve {
  /** Identifies the machine. `name` is for people. */
  key: string;
  name: string;
  points: readonly Point[];
  /** An undo has replaced this machine. So the label of the curve is "undone", not "before". */
  wasUndone: boolean;
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
  const pinnedCurves = createPinnedCurves({
    ...{ catalogue, pool, later, name },
    onChange: (pinned) => store.set({ pinned }),
  });
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
    pinnedCurves.stop();
  }

  /** `isNew`: the points of this machine, if it had any, are forgotten. */
  function measure(
    [scenario, base, values, transaction]: Parameters<Sweep["show"]>,
    isNew = false,
  ): void {
    const axis = chosenAxis(values);
    const search = searchOn(axis);
    const key = machineKey(scenario, values, axis, search);
    const before = store.get();
    if (!isNew && key === before.key && sameAxis(axis, before.axis)) return;
    const baseKey = JSON.stringify([
      base.id,
      base.seed,
      base.settings,
      programKey(base),
      axis?.path,
      search,
    ]);
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
      seeds: seedsOf(machine).slice(0, search !== null ? 1 : undefined),
      previous,
    });
    if (axis === null) current.stop();
    else current.start(machine, axis, search);
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

  /** The search that each point needs. On the axis of the offered rate the curve shows these rates without a search. */
  function searchOn(axis: CurveAxis | null): RateSearchId | null {
    return axis === null || axis.path === RATE_PATH ? null : measureOf(choices.measure).search;
  }

  function nameOf(
    key: string,
    scenario: Scenario,
    base: Scenario,
    values: SettingValues,
    axis: CurveAxis | null,
    before: PreviousCurve | null,
  ): string {
    const own = (all: SettingValues) => withoutAxis(all, axis, searchOn(axis));
    const startValues = own(valuesAtStart(catalogue, base));
    const differences = describeDifferences(catalogue, startValues, own(values));
    if (scenario.seed !== base.seed) differences.push(`seed ${scenario.seed}`);
    if (scenario.program !== undefined) differences.unshift(scenario.program.file);
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

  function measurePinned(): void {
    if (!isMeasuring) return;
    const { axis } = store.get();
    pinnedCurves.measure(choices.pinned, axis, searchOn(axis));
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

function sameAxis(a: CurveAxis | null, b: CurveAxis | null): boolean {
  return a?.path === b?.path && JSON.stringify(a?.range) === JSON.stringify(b?.range);
}
