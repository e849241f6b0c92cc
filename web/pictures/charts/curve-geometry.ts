// The geometry of the throughput chart: axes with round ticks, the path of the curve, the band of its seeds, the
// loss-free line. Data in, pixels out.
import { area } from "d3-shape";
import { decimalsForStep, niceStep } from "../../lib/format/numbers";
import { textWidth } from "../../lib/format/text-width";
import {
  shareOfValue,
  tickValues,
  valueAtShare,
  type AxisRange,
} from "../../model/measures/axis-range";

export interface Size {
  width: number;
  height: number;
}

export interface Margins {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface Axis {
  max: number;
  ticks: number[];
  /** The scale of an axis over a setting. Without it, the axis is linear and begins at 0. */
  range?: AxisRange;
}

export interface Plot {
  size: Size;
  margins: Margins;
  x: Axis;
  y: Axis;
  /** CSS pixels. */
  fontSize: number;
}

export interface PlotPoint {
  x: number;
  y: number;
}

/** About `count` round ticks from 0. The axis ends at `max`, not at a tick. */
export function axis(max: number, count: number): Axis {
  return { max, ticks: ticksUpTo(max, niceStep(max / count)) };
}

/** 0, step, 2 step ..., rounded to the decimals of the step, so that labels have no rounding errors. */
export function ticksUpTo(max: number, step: number): number[] {
  const decimals = decimalsForStep(step);
  const count = Math.floor(max / step + 1e-6) + 1;
  return Array.from({ length: count }, (_, index) => Number((index * step).toFixed(decimals)));
}

/** The horizontal axis over a setting. */
export function settingAxis(range: AxisRange, count: number): Axis {
  if (range.scale === "linear" && range.min === 0 && !range.infinity)
    return { ...axis(range.max, count), range };
  return { max: range.max, ticks: tickValues(range, count), range };
}

/** An axis that ends at the tick above its largest value. */
export function axisWithHeadroom(max: number, count: number): Axis {
  const step = niceStep(Math.max(1, max) / count);
  return axis(Math.ceil((Math.max(1, max) * 1.02) / step) * step, count);
}

export function toX({ size, margins, x }: Plot, value: number): number {
  const share = x.range === undefined ? value / x.max : shareOfValue(x.range, value);
  return margins.left + share * (size.width - margins.left - margins.right);
}

export function toY({ size, margins, y }: Plot, value: number): number {
  const height = size.height - margins.top - margins.bottom;
  return size.height - margins.bottom - (value / y.max) * height;
}

/** The value of the horizontal axis under a pointer; the nearest end if the pointer is outside the axis. */
export function valueAtX({ size, margins, x }: Plot, pixel: number): number {
  const share = (pixel - margins.left) / (size.width - margins.left - margins.right);
  const inside = Math.max(0, Math.min(1, share));
  return x.range === undefined ? inside * x.max : valueAtShare(x.range, inside);
}

/** The least distance between two labels of an axis, in CSS pixels of type of 12. */
const LABEL_GAP = 8;

/** The ticks of the horizontal axis and its end. A tick is left out if its label would touch the label before it, or that of
 * the end. Labels are centred at their ticks; that of the end ends there. */
export function ticksWithEnd(plot: Plot, label: (tick: number) => string): [number, string][] {
  const { max, ticks, range } = plot.x;
  if (ticks.length === 0) return [];
  const gap = LABEL_GAP * (plot.fontSize / 12);
  const width = (tick: number) => textWidth(label(tick), plot.fontSize);
  let from = -Infinity;
  const to = toX(plot, max) - width(max) - gap;
  const clear = ticks.filter((tick) => {
    const [x, half] = [toX(plot, tick), width(tick) / 2];
    if (x - half < from || x + half > to) return false;
    from = x + half + gap;
    return true;
  });
  const shown = [...clear, max, ...(range?.infinity === true ? [Infinity] : [])];
  return shown.map((tick) => [tick, label(tick)]);
}

export function linePath(plot: Plot, points: readonly PlotPoint[]): string {
  return points
    .map(
      ({ x, y }, index) =>
        `${index === 0 ? "M" : "L"}${round(toX(plot, x))} ${round(toY(plot, y))}`,
    )
    .join("");
}

/** The area between the lowest and the highest value of each point. */
export function bandPath(
  plot: Plot,
  points: readonly { x: number; low: number; high: number }[],
): string {
  const band = area<{ x: number; low: number; high: number }>()
    .x(({ x }) => round(toX(plot, x)))
    .y0(({ low }) => round(toY(plot, low)))
    .y1(({ high }) => round(toY(plot, high)));
  return band([...points]) ?? "";
}

/** The point where y = slope * x leaves the plot: the end of the loss-free line. */
export function clippedLineEnd({ x, y }: Plot, slope: number, from = 0): PlotPoint {
  const end = from + slope * x.max;
  return end <= y.max ? { x: x.max, y: end } : { x: (y.max - from) / slope, y: y.max };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
