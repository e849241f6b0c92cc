// The geometry of the throughput chart: axes with round ticks, the path of the curve, the loss-free line. Data
// in, pixels out.
import { decimalsForStep, niceStep } from "../format/numbers";

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

/** An axis that ends at the tick above its largest value. */
export function axisWithHeadroom(max: number, count: number): Axis {
  const step = niceStep(Math.max(1, max) / count);
  return axis(Math.ceil((Math.max(1, max) * 1.02) / step) * step, count);
}

export function toX({ size, margins, x }: Plot, value: number): number {
  return margins.left + (value / x.max) * (size.width - margins.left - margins.right);
}

export function toY({ size, margins, y }: Plot, value: number): number {
  const height = size.height - margins.top - margins.bottom;
  return size.height - margins.bottom - (value / y.max) * height;
}

/** The value of the offered axis under a pointer; the nearest end if the pointer is outside the axis. */
export function valueAtX({ size, margins, x }: Plot, pixel: number): number {
  const share = (pixel - margins.left) / (size.width - margins.left - margins.right);
  return Math.max(0, Math.min(1, share)) * x.max;
}

/** The ticks of the offered axis and its end. A tick is left out if its label would overlap the label of the end. */
export function ticksWithEnd(plot: Plot, gap: number): number[] {
  const { max, ticks } = plot.x;
  if (ticks.length === 0) return [];
  const clear = ticks.filter((tick) => toX(plot, max) - toX(plot, tick) >= gap);
  return [...clear, max];
}

export function linePath(plot: Plot, points: readonly PlotPoint[]): string {
  return points
    .map(
      ({ x, y }, index) =>
        `${index === 0 ? "M" : "L"}${round(toX(plot, x))} ${round(toY(plot, y))}`,
    )
    .join("");
}

/** The point where y = slope * x leaves the plot: the end of the loss-free line. */
export function clippedLineEnd({ x, y }: Plot, slope: number): PlotPoint {
  return slope * x.max <= y.max ? { x: x.max, y: slope * x.max } : { x: y.max / slope, y: y.max };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
