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
import { createCurveRun, NOTHING_MEASURED, seedsOf, type RunState } from "./curve-run";
import type { CurveMachine } from "./curve-trials";
import { createPinnedCurves, type MeasuredCurve } from "./pinned-curves";
import { createPreviousCurves, type PreviousCurve } from "./previous-curve";
import { NO_LIMITS, type Limits, type StepCurve } from "../../model/limits";
import { programKey, valuesAtStart, type SettingValues } from "../../model/scenario/settings";
import { createStore, type Store } from "../../lib/store";
import { describeDifferences } from "../../model/scenario/setting-text";

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

type ShownRun = Parameters<Sweep["show"]>;

const NOTHING_SHOWN: CurveState = {
  ...NOTHING_MEASURED,
  epoch: 0,
  key: "",
  name: "",
  axis: null,
  seeds: [],
  pinned: [],
  previous: null,
};

/** `name` is unique among the sweeps that share the pool. */
export function createSweep(
  catalogue: Catalogue,
  pool: Pick<Pool, "submit" | "cancel">,
  later: (run: () => void, milliseconds: number) => void,
  name = "curve",
): Sweep {
  const store = createStore(NOTHING_SHOWN);
  let choices = DEFAULT_CHOICES;
  const axisChoice = createAxisChoice(catalogue);
  const run = { catalogue, pool, later, name };
  const current = createCurveRun({
    ...run,
    priorities: { first: Priority.curve, others: Priority.band },
    onChange: (state) => store.set(state),
  });
  const pinnedCurves = createPinnedCurves({ ...run, onChange: (pinned) => store.set({ pinned }) });
  const previousCurves = createPreviousCurves();
  /** What is measured while a view shows the curve. */
  let latest: ShownRun | null = null;
  const watchers = createWatchers(later, {
    onFirst: () => latest !== null && measure(latest, true),
    onLast() {
      current.stop();
      pinnedCurves.stop();
    },
  });

  /** `isNew`: the points of this machine, if it had any, are forgotten. */
  function measure([scenario, base, values, transaction]: ShownRun, isNew = false): void {
    const drawn = store.get();
    const axis = axisChoice.axisOf(values, drawn.axis);
    const search = searchOn(axis, choices);
    const key = machineKey(scenario, values, axis, search);
    if (!isNew && key === drawn.key && sameAxis(axis, drawn.axis)) return;
    const { id, seed, settings } = base;
    const origin = JSON.stringify([id, seed, settings, programKey(base), axis?.path, search]);
    // The chart may lag behind the points that are measured.
    const replaced = { ...drawn, points: current.points() };
    const previous = previousCurves.replace(replaced, { key, origin, transaction });
    const machine = { scenario, values };
    const own = (all: SettingValues) => withoutAxis(all, axis, search);
    const differences = differencesOf(catalogue, machine, base, own);
    const others = previous === null ? drawn.pinned : [...drawn.pinned, previous];
    store.set({
      ...NOTHING_MEASURED,
      epoch: drawn.epoch + 1,
      key,
      name: nameCurve(key, tr(base.title), differences, others),
      axis,
      seeds: seedsOf(machine).slice(0, search !== null ? 1 : undefined),
      previous,
    });
    if (axis === null) current.stop();
    else current.start(machine, axis, search);
    measurePinned();
  }

  function measurePinned(): void {
    if (!watchers.isWatched()) return;
    const { axis } = store.get();
    pinnedCurves.measure(choices.pinned, axis, searchOn(axis, choices));
  }

  return {
    store,
    watch: watchers.watch,
    show(...machine) {
      latest = machine;
      if (watchers.isWatched()) measure(machine);
    },
    choose(next, limits = NO_LIMITS) {
      axisChoice.choose(next.axisPath, limits);
      if (next === choices) return;
      const isChanged = next.pinned !== choices.pinned;
      choices = next;
      if (isChanged) measurePinned();
    },
    dropPrevious: () => store.set({ previous: null }),
  };
}

/** Counts the views that show something. */
function createWatchers(
  later: (run: () => void, milliseconds: number) => void,
  { onFirst, onLast }: { onFirst(): void; onLast(): void },
) {
  let count = 0;
  let isWatched = false;
  return {
    isWatched: () => isWatched,
    watch(): () => void {
      count++;
      if (!isWatched) {
        isWatched = true;
        onFirst();
      }
      return () => {
        count--;
        // When the layout changes, another view of the curve is shown at once. Then the measurement must continue.
        later(() => {
          if (count > 0 || !isWatched) return;
          isWatched = false;
          onLast();
        }, 0);
      };
    },
  };
}

/** The setting that is chosen for the horizontal axis. */
function createAxisChoice(catalogue: Catalogue) {
  let path = DEFAULT_CHOICES.axisPath;
  /** The ends that a lesson's step gives the axis. */
  let ends: StepCurve | null = null;
  return {
    choose(wanted: string, limits: Pick<Limits, "unlocked" | "curve">): void {
      path = mayBeAxis(limits, wanted) ? wanted : RATE_PATH;
      ends = limits.curve?.axisPath === path ? limits.curve : null;
    },
    /** Returns the axis; if the setting has no effect on this machine, the offered rate. While an axis is shown it only grows,
     * so that its end does not move under a pointer that drags along it. */
    axisOf(values: SettingValues, shown: CurveAxis | null): CurveAxis | null {
      const kept = shown?.path === path ? shown.range.max : 0;
      const position = positionOn(path, values);
      const reach = Math.max(kept, Number.isFinite(position) ? position : 0);
      return axisOf(catalogue, path, values, reach, ends) ?? axisOf(catalogue, RATE_PATH, values);
    },
  };
}

/** The search that each point needs. On the axis of the offered rate the curve shows these rates without a search. */
function searchOn(axis: CurveAxis | null, { measure }: CurveChoices): RateSearchId | null {
  return axis === null || axis.path === RATE_PATH ? null : measureOf(measure).search;
}

/** How a machine differs from the opened scenario; `own` leaves out what the curve varies. */
function differencesOf(
  catalogue: Catalogue,
  { scenario, values }: CurveMachine,
  base: Scenario,
  own: (all: SettingValues) => SettingValues,
): string[] {
  const startValues = own(valuesAtStart(catalogue, base));
  const differences = describeDifferences(catalogue, startValues, own(values));
  if (scenario.seed !== base.seed) differences.push(`seed ${scenario.seed}`);
  if (scenario.program !== undefined) differences.unshift(scenario.program.file);
  return differences;
}

function sameAxis(a: CurveAxis | null, b: CurveAxis | null): boolean {
  return a?.path === b?.path && JSON.stringify(a?.range) === JSON.stringify(b?.range);
}
