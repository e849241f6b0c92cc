// The curves of the pinned machines, each measured over the axis that the chart has now. A machine that has been measured
// over it keeps its points.
import type { AxisRange } from "../../model/measures/axis-range";
import type { RateSearchId } from "../../model/measures/measures";
import { Priority } from "../../engine/pool";
import { valuesAtStart } from "../../model/scenario/settings";
import { axisOf, machineKey, RATE_PATH, type CurveAxis } from "../../model/curve-axis";
import type { PinnedCurve } from "../../model/curve-choices";
import {
  createCurveRun,
  NOTHING_MEASURED,
  type CurveRun,
  type RunOptions,
  type RunState,
} from "./curve-run";

/** A pinned curve with its points. */
export interface MeasuredCurve extends PinnedCurve, RunState {
  key: string;
  /** The setting on the horizontal axis has no effect on this machine, so it has no curve. */
  hasAxis: boolean;
}

export interface PinnedCurves {
  /** Measures these curves, and forgets all others. */
  measure(
    curves: readonly PinnedCurve[],
    shown: CurveAxis | null,
    search: RateSearchId | null,
  ): void;
  /** Cancels the trials and forgets the points. */
  stop(): void;
}

type Options = Pick<RunOptions, "catalogue" | "pool" | "later" | "name"> & {
  onChange(curves: readonly MeasuredCurve[]): void;
};

export function createPinnedCurves({
  catalogue,
  pool,
  later,
  name,
  onChange,
}: Options): PinnedCurves {
  /** `task` says what has been measured: the machine, and the axis. */
  const entries = new Map<number, { run: CurveRun; measured: MeasuredCurve; task: string }>();
  let pinned: readonly PinnedCurve[] = [];
  let published: readonly MeasuredCurve[] = [];

  function measureOne(
    curve: PinnedCurve,
    shown: CurveAxis | null,
    search: RateSearchId | null,
  ): void {
    const values = valuesAtStart(catalogue, curve.scenario);
    const own = shown === null ? null : axisOf(catalogue, shown.path, values, shown.range.max);
    const range = shown === null || own === null ? null : commonRange(shown.range, own);
    const key = machineKey(curve.scenario, values, shown, search);
    const task = JSON.stringify([key, shown?.path, curve.isHidden ? null : range]);
    const known = entries.get(curve.id);
    const run = known?.run ?? createRun(curve.id);
    const measured = {
      ...NOTHING_MEASURED,
      ...known?.measured,
      ...curve,
      key,
      hasAxis: range !== null,
    };
    entries.set(curve.id, { run, measured, task });
    if (task === known?.task) return;
    if (shown === null || range === null || curve.isHidden) run.stop();
    else run.start({ scenario: curve.scenario, values }, { path: shown.path, range }, search);
  }

  function createRun(id: number): CurveRun {
    return createCurveRun({
      catalogue,
      pool,
      later,
      name: `${name} pinned ${id}`,
      priorities: { first: Priority.pinned, others: Priority.band },
      onChange(state) {
        const entry = entries.get(id);
        if (entry === undefined) return;
        entry.measured = { ...entry.measured, ...state };
        publish();
      },
    });
  }

  function publish(): void {
    const next = pinned.flatMap(({ id }) => entries.get(id)?.measured ?? []);
    const isSame = next.length === published.length && next.every((one, i) => one === published[i]);
    if (isSame) return;
    published = next;
    onChange(next);
  }

  return {
    measure(curves, shown, search) {
      pinned = curves;
      for (const [id, { run }] of entries) {
        if (curves.some((curve) => curve.id === id)) continue;
        run.stop();
        entries.delete(id);
      }
      for (const curve of curves) measureOne(curve, shown, search);
      publish();
    },
    stop() {
      for (const entry of entries.values()) {
        entry.run.stop();
        entry.task = "";
      }
    },
  };
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
