// The axis across of a chart over any setting: linear or logarithmic, with a place for "no limit" at its end, which is
// the value Infinity. Values in, shares of the axis's length out.
import { ticks } from "d3-array";
import { scaleLinear, scaleLog, scaleSymlog, type ScaleContinuousNumeric } from "d3-scale";

export interface AxisRange {
  min: number;
  max: number;
  scale: "linear" | "log";
  /** The setting may also have no limit: that value has its place at the end of the axis. */
  infinity: boolean;
}

/** The share of the axis between its largest number and "no limit". */
const NO_LIMIT_SHARE = 0.1;

type Scale = ((value: number) => number) & { invert(share: number): number };

const scales = new WeakMap<AxisRange, Scale>();

function scaleFor(range: AxisRange): Scale {
  let scale = scales.get(range);
  if (scale === undefined) {
    const { min, max } = range;
    // A logarithm has no place for 0: a symmetric logarithm does, and is nearly the same above 1.
    const made: ScaleContinuousNumeric<number, number> =
      range.scale === "linear" ? scaleLinear() : min > 0 ? scaleLog() : scaleSymlog().constant(1);
    scale = made
      .domain([min, max > min ? max : min + 1])
      .range([0, lastNumberShare(range)])
      .clamp(true);
    scales.set(range, scale);
  }
  return scale;
}

function lastNumberShare({ infinity }: AxisRange): number {
  return infinity ? 1 - NO_LIMIT_SHARE : 1;
}

/** Returns the position of a value, from 0 at the left end to 1 at the right end. */
export function shareOfValue(range: AxisRange, value: number): number {
  return value === Infinity ? 1 : scaleFor(range)(value);
}

/** Returns the value at a position, not rounded. */
export function valueAtShare(range: AxisRange, share: number): number {
  if (range.infinity && share > 1 - NO_LIMIT_SHARE / 2) return Infinity;
  return scaleFor(range).invert(share);
}

/** Returns whole numbers that divide the axis into this many equal parts, both ends included. A short axis has fewer
 * whole numbers. "No limit" is the last value. */
export function dividingValues(range: AxisRange, parts: number): number[] {
  const numbers = new Set<number>();
  for (let part = 0; part <= parts; part++) {
    numbers.add(Math.round(scaleFor(range).invert((part / parts) * lastNumberShare(range))));
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
