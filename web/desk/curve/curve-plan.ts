// Plans the trials of a curve, and evaluates them: first the axis divided by 6 with one seed, then by 12, then by 24, then
// the other seeds. On the axis of the offered rate, a few more rates then find where loss begins. Pure.
import { bisector, extent, max, mean, min } from "d3-array";
import { dividingValues, type AxisRange } from "../../model/measures/axis-range";
import type { Load } from "../../model/measures/curve-description";
import type { Report } from "../../generated/model";

export interface Point {
  /** The value on the horizontal axis: the offered rate in packets/s on each receiving interface, or the value of another
   * setting. Infinity means no limit. */
  x: number;
  /** One report for each seed. */
  trials: readonly { seed: number; report: Report }[];
}

/** Into how many parts each stage divides the axis. */
export const STAGES = [6, 12, 24] as const;

/** The values that a stage adds to the earlier ones. `skipsMin` leaves out the lowest value: at an offered rate of 0
 * there is nothing to measure. */
export function stageValues(stage: number, range: AxisRange, skipsMin: boolean): number[] {
  const known = new Set(stage === 0 ? [] : valuesUpTo(stage - 1, range, skipsMin));
  return valuesOfStage(stage, range, skipsMin).filter((value) => !known.has(value));
}

/** All values up to and including a stage. */
export function valuesUpTo(stage: number, range: AxisRange, skipsMin: boolean): number[] {
  const values = new Set<number>();
  for (let i = 0; i <= stage; i++)
    for (const value of valuesOfStage(i, range, skipsMin)) values.add(value);
  return [...values].sort((a, b) => a - b);
}

function valuesOfStage(stage: number, range: AxisRange, skipsMin: boolean): number[] {
  const values = dividingValues(range, STAGES[stage] ?? 0);
  return skipsMin ? values.filter((value) => value > range.min) : values;
}

/** The mean of a point's seeds, and the lowest and highest of them. */
export interface Spread {
  x: number;
  y: number;
  low: number;
  high: number;
}

/** The values of a measure at each point. Leaves out the points where no seed has one. */
export function spreadsOf(
  points: readonly Point[],
  read: (report: Report) => number | null,
): Spread[] {
  return points.flatMap(({ x, trials }) => {
    const values = trials.map(({ report }) => read(report));
    const [y, low, high] = [mean(values, known), min(values, known), max(values, known)];
    return y === undefined || low === undefined || high === undefined ? [] : [{ x, y, low, high }];
  });
}

const known = (value: number | null) => value ?? undefined;

/** A trial counts as loss-free if it loses at most this share of its packets (arrivals vary a little). */
export const LOSS_FREE = 0.005;

/** A smaller part of the offered packets is chance. */
const LOCAL_SHARE = 0.05;

/** The load along a curve over the offered rate. */
export function loadOf(points: readonly Point[]): Load {
  const ends = extent(points, ({ x }) => x);
  const [low, high] = ends.map((end) => points.find(({ x }) => x === end));
  if (low === undefined || high === undefined) return { wires: 1, local: 0 };
  const wires = wireCountAt(offered(high), high.x);
  const [local, atHigh] = [offered(low) - wires * low.x, offered(high) - wires * high.x];
  const isConstant = Math.abs(atHigh - local) < LOCAL_SHARE * offered(high);
  return { wires, local: isConstant && local > LOCAL_SHARE * offered(low) ? local : 0 };
}

/** Where the curve of the delivered packets begins: at a rate of 0 only the application's packets arrive and are delivered. */
export function startOf(points: readonly Point[]): Spread {
  const { local } = loadOf(points);
  return { x: 0, y: local, low: local, high: local };
}

export function wireCountAt(offered: number, rate: number): number {
  return rate > 0 && offered / rate > 1.5 ? Math.round(offered / rate) : 1;
}

export function offered(point: Point): number {
  return mean(point.trials, ({ report }) => report.offered_pps) ?? NaN;
}

export function delivered(point: Point): number {
  return mean(point.trials, ({ report }) => report.delivered_pps) ?? NaN;
}

export function isLossFree(point: Point): boolean {
  return delivered(point) >= offered(point) * (1 - LOSS_FREE);
}

/** The lowest rate with loss, and the highest lower rate without loss. Loss begins between the two. */
export function lossBracket(points: readonly Point[]): { free: number; lossy: number } | null {
  const sorted = [...points].filter(({ trials }) => trials.length > 0).sort((a, b) => a.x - b.x);
  const lossy = sorted.findIndex((point) => !isLossFree(point));
  if (lossy < 0) return null;
  return { free: sorted[lossy - 1]?.x ?? 0, lossy: sorted[lossy]?.x ?? 0 };
}

/** The precision of the search for the maximum loss-free rate, in packets/s. */
const MLFRR_RESOLUTION = 50;

/** The next rate to try for the maximum loss-free receive rate; null when it is known precisely enough. */
export function nextProbe(points: readonly Point[]): number | null {
  const bracket = lossBracket(points);
  if (bracket === null || bracket.lossy - bracket.free <= MLFRR_RESOLUTION) return null;
  return Math.round((bracket.free + bracket.lossy) / 2);
}

const byX = bisector<Spread, number>(({ x }) => x);

/** The height of a curve at any value of its axis, interpolated between its points. `from` is where the curve begins: a
 * curve over the offered rate begins at 0. null beyond the points. */
export function heightAt(
  spreads: readonly Spread[],
  x: number,
  from: Spread | null,
): number | null {
  const sorted = [...(from === null ? [] : [from]), ...spreads];
  const index = byX.left(sorted, x);
  const [before, after] = [sorted[index - 1], sorted[index]];
  if (after === undefined) return null;
  if (after.x === x) return after.y;
  // Between the largest number and "no limit" there is nothing.
  if (before === undefined || after.x === Infinity) return null;
  return before.y + ((x - before.x) / (after.x - before.x)) * (after.y - before.y);
}
