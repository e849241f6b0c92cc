// Plans the trials of a throughput curve, and evaluates them: first 6 rates with one seed, then 12, then 24, then the
// other seeds, then a few more rates to find where loss begins. Pure.
import type { Report } from "../../engine/model";

export interface Point {
  /** The offered rate: packets/s on each receiving interface. */
  rate: number;
  /** One report for each seed. */
  trials: readonly { seed: number; report: Report }[];
}

export const STAGES = [6, 12, 24] as const;

/** The rates that a stage adds to the earlier ones: evenly spaced up to `to`, which is always included. */
export function stageRates(stage: number, from: number, to: number): number[] {
  const count = STAGES[stage] ?? 0;
  const known = stage === 0 ? new Set<number>() : new Set(ratesUpTo(stage - 1, from, to));
  return evenRates(count, from, to).filter((rate) => !known.has(rate));
}

/** All rates up to and including a stage. */
export function ratesUpTo(stage: number, from: number, to: number): number[] {
  const rates = new Set<number>();
  for (let i = 0; i <= stage; i++)
    for (const rate of evenRates(STAGES[i] ?? 0, from, to)) rates.add(rate);
  return [...rates].sort((a, b) => a - b);
}

function evenRates(count: number, from: number, to: number): number[] {
  const step = (to - from) / count;
  return Array.from({ length: count }, (_, i) => Math.round(from + step * (i + 1)));
}

/** A trial counts as loss-free if it loses at most this share of its packets (arrivals vary a little). */
export const LOSS_FREE = 0.005;

/** The number of wires on which the rate is offered: the total offered load divided by the rate. */
export function wireCount(points: readonly Point[]): number {
  const last = points.at(-1);
  return last === undefined ? 1 : wireCountAt(offered(last), last.rate);
}

export function wireCountAt(offered: number, rate: number): number {
  return rate > 0 && offered / rate > 1.5 ? Math.round(offered / rate) : 1;
}

export function offered(point: Point): number {
  return mean(point.trials.map(({ report }) => report.offered_pps));
}

export function delivered(point: Point): number {
  return mean(point.trials.map(({ report }) => report.delivered_pps));
}

export function isLossFree(point: Point): boolean {
  return delivered(point) >= offered(point) * (1 - LOSS_FREE);
}

/** The lowest rate with loss, and the highest lower rate without loss. Loss begins between the two. */
export function lossBracket(points: readonly Point[]): { free: number; lossy: number } | null {
  const sorted = [...points]
    .filter(({ trials }) => trials.length > 0)
    .sort((a, b) => a.rate - b.rate);
  const lossy = sorted.findIndex((point) => !isLossFree(point));
  if (lossy < 0) return null;
  return { free: sorted[lossy - 1]?.rate ?? 0, lossy: sorted[lossy]?.rate ?? 0 };
}

/** The precision of the search for the maximum loss-free rate, in packets/s. */
const MLFRR_RESOLUTION = 50;

/** The next rate to try for the maximum loss-free receive rate; null when it is known precisely enough. */
export function nextProbe(points: readonly Point[]): number | null {
  const bracket = lossBracket(points);
  if (bracket === null || bracket.lossy - bracket.free <= MLFRR_RESOLUTION) return null;
  return Math.round((bracket.free + bracket.lossy) / 2);
}

/** The delivered rate at any offered rate, interpolated between measured points. */
export function deliveredAt(points: readonly Point[], rate: number): number | null {
  const sorted = [...points]
    .filter(({ trials }) => trials.length > 0)
    .sort((a, b) => a.rate - b.rate);
  const after = sorted.findIndex((point) => point.rate >= rate);
  const next = sorted[after];
  if (after < 0 || next === undefined) return null;
  const before = sorted[after - 1];
  const from =
    before === undefined
      ? { rate: 0, delivered: 0 }
      : { rate: before.rate, delivered: delivered(before) };
  const share = (rate - from.rate) / (next.rate - from.rate || 1);
  return from.delivered + share * (delivered(next) - from.delivered);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}
