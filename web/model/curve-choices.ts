// What a person has chosen to see in the chart: the setting on the horizontal axis, the measure on the vertical axis, and
// the pinned curves. It is part of the lab's state and of its link; the points are measured from it (sweep.ts).
import type { MeasureId } from "./measures/measures";
import type { Scenario } from "../generated/model";
import { memoize } from "./scenario/settings";
import { RATE_PATH } from "./curve-axis";
import { cutText } from "../lib/format/cut-text";

/** A machine whose curve stays in the chart. It is measured over the axis that the chart has now. */
export interface PinnedCurve {
  /** Unique among the page's pinned curves. */
  id: number;
  /** The machine: its settings at the start, and no interventions. */
  scenario: Scenario;
  name: string;
  /** Which of the CURVE_STYLES it has: a colour, a dash pattern and a marker. */
  style: number;
  isHidden: boolean;
}

export interface CurveChoices {
  axisPath: string;
  measure: MeasureId;
  pinned: readonly PinnedCurve[];
}

export const DEFAULT_CHOICES: CurveChoices = {
  axisPath: RATE_PATH,
  measure: "delivered",
  pinned: [],
};

export const PINNED_MAX = 5;
/** The colours, dash patterns and markers of pinned curves (cards/curve/curve.css). */
export const CURVE_STYLES = 5;
export const NAME_LENGTH_MAX = 80;

const NO_PINNED: readonly PinnedCurve[] = [];

/** The same axes without pinned curves, for a second chart of the same axes. */
export const withoutPinned = memoize((choices: CurveChoices): CurveChoices => ({
  ...choices,
  pinned: NO_PINNED,
}));

/** Adds a machine's curve. A machine that is pinned already keeps its curve. If all places are taken, the oldest goes. */
export function withPinned(
  pinned: readonly PinnedCurve[],
  scenario: Scenario,
  name: string,
): PinnedCurve[] {
  const kept = pinned.slice(-(PINNED_MAX - 1));
  const styles = Array.from({ length: CURVE_STYLES }, (_, style) => style);
  const style = styles.find((one) => kept.every((curve) => curve.style !== one)) ?? 0;
  const id = 1 + Math.max(0, ...pinned.map((curve) => curve.id));
  return [...kept, { id, scenario, name: cutText(name, NAME_LENGTH_MAX), style, isHidden: false }];
}

/** Changes the name, the style or the visibility of one pinned curve. */
export function withChangedCurve(
  pinned: readonly PinnedCurve[],
  id: number,
  change: Partial<Pick<PinnedCurve, "name" | "style" | "isHidden">>,
): PinnedCurve[] {
  return pinned.map((curve) => {
    if (curve.id !== id) return curve;
    const changed = { ...curve, ...change };
    return { ...changed, name: cutText(changed.name, NAME_LENGTH_MAX) };
  });
}
