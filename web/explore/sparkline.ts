// The picture of a card: the delivered against the offered rate, or, for a machine without an offered rate, who had the
// CPU. The data (sparklines.json) are recorded with the simulator; sparklines.test.ts checks them.
import { line } from "d3-shape";
import { scaleLinear } from "d3-scale";
import { msg, tr } from "../i18n/i18n";
import { formatNumber, formatPercent } from "../lib/format/numbers";

export interface Curve {
  kind: "curve";
  /** The highest offered rate of the curve, packets/s on each wire. */
  to: number;
  /** Packets/s that are offered at that rate: on all wires together, with those for the machine's own application. */
  offered: number;
  /** Packets/s for the machine's own application. They are offered at every rate. */
  local: number;
  /** The offered rate of the card's machine. */
  at: number;
  /** The most packets/s that the machine delivers at any rate, and that rate. */
  peak: number;
  peakAt: number;
  /** Delivered packets/s at evenly spaced offered rates up to `to`: at each of them one trial of the lab's curve. */
  delivered: readonly number[];
}

export interface Shares {
  kind: "shares";
  /** The share of the CPU time by kind of context. */
  shares: Readonly<Record<string, number>>;
}

export type Sparkline = Curve | Shares;
export type Sparklines = Readonly<Record<string, Sparkline>>;

/** Lines of a curve as SVG paths, in the coordinates 0 to `width` and 0 to `height`. */
export interface CurvePaths {
  delivered: string;
  /** The line on which everything offered is delivered; it ends at the edge of the picture. */
  ideal: string;
  /** The machine's operating point. */
  dot: { x: number; y: number };
}

export function curvePaths(
  { to, offered, local, at, peak, peakAt, delivered }: Curve,
  width: number,
  height: number,
): CurvePaths {
  const measured = delivered.map((rate, index): [number, number] => [
    (to * (index + 1)) / delivered.length,
    rate,
  ]);
  const others = measured.filter(([rate]) => rate !== peakAt);
  const points = [[0, local], [peakAt, peak], ...others].sort(([a = 0], [b = 0]) => a - b) as [
    number,
    number,
  ][];
  const top = Math.max(1, peak) * 1.15;
  const x = scaleLinear([0, to], [0, width]);
  const y = scaleLinear([0, top], [height, 0]);
  const path = line<[number, number]>()
    .x(([rate]) => round(x(rate)))
    .y(([, rate]) => round(y(rate)));
  // Several wires offer more than the rate of one.
  const slope = (offered - local) / to;
  const end = Math.min(to, (top - local) / slope);
  return {
    delivered: path(points) ?? "",
    ideal:
      path([
        [0, local],
        [end, local + end * slope],
      ]) ?? "",
    dot: { x: round(x(Math.min(at, to))), y: round(y(valueAt(points, at))) },
  };
}

/** Describes a picture in a few words; they stand below it. Two digits, as the texts beside the pictures have them. */
export function describeSparkline(sparkline: Sparkline): string {
  if (sparkline.kind === "curve") {
    const { delivered, peak, offered } = sparkline;
    const last = delivered.at(-1) ?? 0;
    const rounded = (rate: number) => formatNumber(Number(rate.toPrecision(2)));
    return tr("peak about {peak}/s; {last} of {offered}/s delivered", {
      peak: rounded(peak),
      last: rounded(last),
      offered: formatNumber(offered),
    });
  }
  const [first, second] = Object.entries(sparkline.shares).sort(([, a], [, b]) => b - a);
  const words = [first, second].flatMap((one) =>
    one === undefined ? [] : `${tr(KIND_NAMES[one[0]] ?? one[0])} ${formatPercent(one[1])}`,
  );
  return tr("CPU time: {join}", { join: words.join(", ") });
}

/** Short names of the kinds of contexts, for a caption. */
const KIND_NAMES: Readonly<Record<string, string>> = {
  clock: msg("clock"),
  device: msg("interrupts"),
  software: msg("software interrupt"),
  thread: msg("kernel thread"),
  process: msg("processes"),
  idle: msg("idle"),
};

function valueAt(points: readonly [number, number][], rate: number): number {
  const after = points.findIndex(([x]) => x >= rate);
  if (after < 0) return points.at(-1)?.[1] ?? 0;
  const [x1, y1] = points[after] ?? [0, 0];
  const [x0, y0] = points[after - 1] ?? [0, 0];
  return x1 === x0 ? y1 : y0 + ((y1 - y0) * (rate - x0)) / (x1 - x0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
