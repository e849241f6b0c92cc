// The horizontal axis of a chart over any setting: linear or logarithmic, with a place for "no limit" at its end, which is
// the value Infinity. Values in, shares of the axis's length out.
import { ticks } from "d3-array";

export interface AxisRange {
  min: number;
  max: number;
  scale: "linear" | "log";
  /** The setting may also have no limit: that value has its place at the end of the axis. */
  infinity: boolean;
}

/** The share of the axis between its largest number and "no limit". */
const NO_LIMIT_SHARE = 0.1;

/** Converts a value to a length on the axis, and back. d3-scale could do this too, but brings 9 KB for colours and dates. */
interface Transform {
  to(value: number): number;
  from(length: number): number;
}

const LINEAR: Transform = { to: (value) => value, from: (length) => length };
const LOG: Transform = { to: Math.log, from: Math.exp };
/** For an axis that begins at 0: log(1 + x) has a value at 0, and is close to the logarithm above 1. */
const LOG_FROM_0: Transform = { to: Math.log1p, from: Math.expm1 };

function transformOf({ scale, min }: AxisRange): Transform {
  if (scale === "linear") return LINEAR;
  return min > 0 ? LOG : LOG_FROM_0;
}

/** Returns a value inside the range as a share of the part of the axis that has numbers. */
function shareOfNumber(range: AxisRange, value: number): number {
  const { to } = transformOf(range);
  const [begin, end] = [to(range.min), to(Math.max(range.max, range.min + 1))];
  return Math.max(0, Math.min(1, (to(value) - begin) / (end - begin)));
}

function numberAtShare(range: AxisRange, share: number): number {
  const { to, from } = transformOf(range);
  // The ends are exact: a logarithm and its inverse would round.
  if (share <= 0) return range.min;
  if (share >= 1) return range.max;
  const [begin, end] = [to(range.min), to(range.max)];
  return from(begin + share * (end - begin));
}

function lastNumberShare({ infinity }: AxisRange): number {
  return infinity ? 1 - NO_LIMIT_SHARE : 1;
}

/** Returns the position of a value, from 0 at the left end to 1 at the right end. */
export function shareOfValue(range: AxisRange, value: number): number {
  if (value === Infinity) return 1;
  return shareOfNumber(range, value) * lastNumberShare(range);
}

/** Returns the value at a position, not rounded. */
export function valueAtShare(range: AxisRange, share: number): number {
  if (range.infinity && share > 1 - NO_LIMIT_SHARE / 2) return Infinity;
  return numberAtShare(range, share / lastNumberShare(range));
}

/** Returns whole numbers that divide the axis into this many equal parts, both ends included. A short axis has fewer
 * whole numbers. "No limit" is the last value. */
export function dividingValues(range: AxisRange, parts: number): number[] {
  const numbers = new Set<number>();
  for (let part = 0; part <= parts; part++) {
    numbers.add(Math.round(numberAtShare(range, part / parts)));
  }
  return [...numbers, ...(range.infinity ? [Infinity] : [])];
}

/** Returns round numbers for the axis, about `count` of them. On a logarithmic axis these are powers of ten. */
export function tickValues(range: AxisRange, count: number): number[] {
  const { min, max } = range;
  if (range.scale === "linear") return ticks(min, max, count).filter(Number.isInteger);
  const powers: number[] = min <= 0 ? [0] : [];
  for (let power = 1; power <= max; power *= 10) if (power >= min) powers.push(power);
  return powers;
}
