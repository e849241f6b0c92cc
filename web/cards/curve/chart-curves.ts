// Which curves the chart shows, in drawing order: the pinned ones, the one before the last change, the current one. A page
// with two machines adds the other machine's curve (index.tsx says how).
import { tr } from "../../i18n/i18n";
import { useMemo } from "react";
import type { Measure } from "../../model/measures/measures";
import { spreadsOf, type Point, type Spread } from "../../desk/curve/curve-plan";
import type { MeasuredCurve } from "../../desk/curve/pinned-curves";
import type { CurveState } from "../../desk/curve/sweep";

/** How a curve looks. A number is one of the styles of pinned curves: a colour, a dash pattern and a marker. */
export type CurveLook = "current" | "previous" | number;

export interface ChartCurve {
  /** Unique in the chart. */
  id: string;
  /** The label at the line: "A", "before". The current curve has none. */
  tag: string;
  name: string;
  points: readonly Point[];
  look: CurveLook;
}

/** A curve with its values of the chosen measure. */
export interface DrawnCurve extends ChartCurve {
  spreads: readonly Spread[];
}

/** The live curve of another machine beside the current one. */
export interface SecondCurve extends Omit<ChartCurve, "id"> {
  /** The label of the current machine's own curve. */
  ownTag: string;
}

/** Returns all curves of a chart except those that are hidden or have no points. */
export function chartCurves(curve: CurveState, second: SecondCurve | null): ChartCurve[] {
  const firstLetter = second === null ? 0 : 2;
  const { pinned, previous, key, name, points } = curve;
  const kept = pinned
    .map((one, index): ChartCurve & { isHidden: boolean } => ({
      id: `pinned ${one.id}`,
      tag: pinnedTag(firstLetter + index),
      name: one.name,
      points: one.points,
      look: one.style,
      isHidden: one.isHidden,
    }))
    .filter((one) => !one.isHidden && one.points.length > 0);
  const shown = previous !== null && isPreviousShown(curve) ? [previous] : [];
  return [
    ...kept,
    ...shown.map((one) => ({
      id: "previous",
      tag: one.wasUndone ? tr("undone") : tr("before"),
      name: one.name,
      points: one.points,
      look: "previous" as const,
    })),
    ...(second === null || second.points.length === 0 ? [] : [{ ...second, id: "second" }]),
    { id: `current ${key}`, tag: second?.ownTag ?? "", name, points, look: "current" },
  ];
}

/** The curve before the last change is not shown beside the same machine's curve. */
export function isPreviousShown({ previous, pinned, key }: CurveState): boolean {
  if (previous === null || previous.key === key) return false;
  return !pinned.some((one: MeasuredCurve) => one.key === previous.key && !one.isHidden);
}

/** The letter of a pinned curve. */
export function pinnedTag(index: number): string {
  return String.fromCharCode(65 + index);
}

/** Reads the measure from the reports of each curve. A curve whose points are the same keeps its values. */
export function useDrawnCurves(curves: readonly ChartCurve[], measure: Measure): DrawnCurve[] {
  return useMemo(() => drawnCurves(curves, measure), [curves, measure]);
}

/** One line is seen where the curve before the change equals the current one: its label says that it is both. */
export function drawnCurves(curves: readonly ChartCurve[], measure: Measure): DrawnCurve[] {
  const current = curves.at(-1);
  return curves.map((curve) => {
    const isBoth = curve.look === "previous" && current && isSameCurve(curve, current, measure);
    const tag = isBoth ? tr("{tag} = now", { tag: curve.tag }) : curve.tag;
    return { ...curve, tag, spreads: cachedSpreads(curve.points, measure) };
  });
}

/** Whether two curves have the same values at the same points. */
export function isSameCurve(
  one: Pick<ChartCurve, "points">,
  other: Pick<ChartCurve, "points">,
  measure: Measure,
): boolean {
  const [own, others] = [one, other].map(({ points }) => cachedSpreads(points, measure));
  if (own === undefined || others === undefined || own.length !== others.length) return false;
  const isEqual = (a: Spread, b: Spread | undefined) =>
    b !== undefined && a.x === b.x && a.y === b.y && a.low === b.low && a.high === b.high;
  return own.length > 0 && own.every((spread, index) => isEqual(spread, others[index]));
}

const cache = new WeakMap<readonly Point[], Map<Measure, Spread[]>>();

export function cachedSpreads(points: readonly Point[], measure: Measure): Spread[] {
  const known = cache.get(points) ?? new Map<Measure, Spread[]>();
  cache.set(points, known);
  const spreads = known.get(measure) ?? spreadsOf(points, measure.ofReport);
  known.set(measure, spreads);
  return spreads;
}
