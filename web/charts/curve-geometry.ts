// The throughput chart's geometry: scales with round ticks, the curve's path, the loss-free line.
// Numbers in, shapes out.

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
  /** Pixels of its type. */
  fontSize: number;
}

export interface PlotPoint {
  x: number;
  y: number;
}

/** Round ticks from 0, about `count` of them; the axis ends at the last value, not at a tick. */
export function axis(max: number, count: number): Axis {
  return { max, ticks: ticksUpTo(max, niceStep(max / count)) };
}

/** 0, step, 2 step ... each as its label reads: a step of 0.2 has one decimal, and so have its ticks. */
export function ticksUpTo(max: number, step: number): number[] {
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const count = Math.floor(max / step + 1e-6) + 1;
  return Array.from({ length: count }, (_, index) => Number((index * step).toFixed(decimals)));
}

/** An axis that ends at the tick above its largest value. */
export function axisWithHeadroom(max: number, count: number): Axis {
  const step = niceStep(Math.max(1, max) / count);
  return axis(Math.ceil((Math.max(1, max) * 1.02) / step) * step, count);
}

export function niceStep(rough: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1e-9, rough)));
  return ([1, 2, 5, 10].find((one) => one * size >= rough) ?? 10) * size;
}

export function toX({ size, margins, x }: Plot, value: number): number {
  return margins.left + (value / x.max) * (size.width - margins.left - margins.right);
}

export function toY({ size, margins, y }: Plot, value: number): number {
  const height = size.height - margins.top - margins.bottom;
  return size.height - margins.bottom - (value / y.max) * height;
}

/** The value on the offered axis under a pointer, kept on the axis. */
export function valueAtX({ size, margins, x }: Plot, pixel: number): number {
  const share = (pixel - margins.left) / (size.width - margins.left - margins.right);
  return Math.max(0, Math.min(1, share)) * x.max;
}

/** The offered axis' ticks and its end; a tick that would stand on the end's number gives way. */
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

/** Where y = slope * x leaves the plot: the loss-free line's end. */
export function clippedLineEnd({ x, y }: Plot, slope: number): PlotPoint {
  return slope * x.max <= y.max ? { x: x.max, y: slope * x.max } : { x: y.max / slope, y: y.max };
}

/** 12000 -> "12k", 14880 -> "14.9k": axis labels only; the exact number stands elsewhere. */
export function formatCompact(value: number): string {
  if (value < 1000) return String(value);
  return `${Number((value / 1000).toFixed(1))}k`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
