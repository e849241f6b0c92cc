// The time axis of the timeline: converts cycles to pixels and back, zooms between ten seconds and one microsecond
// around a fixed point, and places ticks. Ranges are cycles and need not be whole. Does not depend on a screen.
import { decimalsForStep, formatFixed, niceStep } from "../lib/format/numbers";

export interface TimeRange {
  from: number;
  to: number;
}

export const MIN_RANGE_SECONDS = 1e-6;
export const MAX_RANGE_SECONDS = 10;

export interface TimeScale {
  range: TimeRange;
  x: number;
  width: number;
}

export function timeToX(scale: TimeScale, t: number): number {
  const { range, x, width } = scale;
  return x + ((t - range.from) / (range.to - range.from)) * width;
}

export function xToTime(scale: TimeScale, px: number): number {
  const { range, x, width } = scale;
  return range.from + ((px - x) / width) * (range.to - range.from);
}

/** The range `factor` times as wide (0.5 zooms in), with `t` at the same pixel. */
export function zoomAround(
  range: TimeRange,
  t: number,
  factor: number,
  clockHz: number,
): TimeRange {
  const width = range.to - range.from;
  const wanted = clampWidth(width * factor, clockHz);
  const from = t - ((t - range.from) / width) * wanted;
  return { from, to: from + wanted };
}

export function clampWidth(cycles: number, clockHz: number): number {
  return Math.min(MAX_RANGE_SECONDS * clockHz, Math.max(MIN_RANGE_SECONDS * clockHz, cycles));
}

/** Moves the range by cycles. Its middle stays between the start and the head of the run. */
export function panBy(range: TimeRange, cycles: number, head: number): TimeRange {
  const width = range.to - range.from;
  const middle = (range.from + range.to) / 2 + cycles;
  const held = Math.min(Math.max(head, width / 2), Math.max(0, middle));
  return { from: held - width / 2, to: held + width / 2 };
}

export function isNarrowest(range: TimeRange, clockHz: number): boolean {
  return range.to - range.from <= MIN_RANGE_SECONDS * clockHz * 1.0001;
}

export function isWidest(range: TimeRange, clockHz: number): boolean {
  return range.to - range.from >= MAX_RANGE_SECONDS * clockHz * 0.9999;
}

export interface Tick {
  t: number;
  label: string;
}

/** Ticks at round times, at least `distance` pixels apart. */
export function timeTicks(scale: TimeScale, clockHz: number, distance: number): Tick[] {
  const { range, width } = scale;
  const seconds = (range.to - range.from) / clockHz;
  const step = niceStep((seconds * distance) / width);
  const first = Math.ceil(range.from / clockHz / step - 1e-9);
  const last = Math.floor(range.to / clockHz / step + 1e-9);
  const ticks: Tick[] = [];
  for (let nth = first; nth <= last; nth += 1) {
    if (nth < 0) continue;
    ticks.push({ t: nth * step * clockHz, label: formatTick(nth * step, step) });
  }
  return ticks;
}

function formatTick(seconds: number, step: number): string {
  const isInSeconds = step >= 0.0999;
  const unit = isInSeconds ? 1 : 1e-3;
  return `${formatFixed(seconds / unit, decimalsForStep(step / unit))} ${isInSeconds ? "s" : "ms"}`;
}
