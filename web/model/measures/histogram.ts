// The latency histogram on a logarithmic time axis, and percentiles from its bins.
import { tr } from "../../i18n/i18n";
import { formatMicroseconds } from "../../lib/format/numbers";

export interface Bin {
  /** Microseconds. The last bin has all longer latencies: its `high` is infinite. */
  low: number;
  high: number;
  count: number;
}

export interface Bar {
  /** Per cent of the width and height of the plot. */
  x: number;
  width: number;
  height: number;
  bin: Bin;
}

export interface Histogram {
  bars: Bar[];
  /** The ends of the axis in microseconds. */
  low: number;
  high: number;
  /** Powers of ten on the axis, with their position in per cent. */
  ticks: { us: number; x: number }[];
}

/** Bars on an axis of whole decades; null if nothing was delivered. */
export function histogram(bins: readonly Bin[]): Histogram | null {
  const present = bins.filter(({ count }) => count > 0);
  const first = present[0];
  const last = present.at(-1);
  if (first === undefined || last === undefined) return null;
  const low = floorDecade(Math.max(first.low, 1));
  const high = Math.max(ceilDecade(shownEnd(last)), low * 10);
  const span = Math.log10(high / low);
  const place = (us: number) => (100 * Math.log10(Math.max(us, low) / low)) / span;
  // Bins differ in width. A bar's area is its share, so its height is the count divided by its logarithmic width.
  const density = (bin: Bin) =>
    bin.count / Math.max(1e-9, Math.log10(shownEnd(bin) / Math.max(bin.low, 0.5)));
  const highest = Math.max(...present.map(density));
  const bars = present.map((bin) => ({
    bin,
    x: place(bin.low),
    width: place(shownEnd(bin)) - place(bin.low),
    height: (100 * density(bin)) / highest,
  }));
  const ticks = [];
  for (let us = low; us <= high * 1.0001; us *= 10) ticks.push({ us, x: place(us) });
  return { bars, low, high, ticks };
}

/** Where the bar of a bin ends: without an upper bound, at the end of its decade. */
function shownEnd({ low, high }: Bin): number {
  return Number.isFinite(high) ? high : 10 * floorDecade(low);
}

/** The latency that a share of the packets did not exceed, interpolated inside its bin; infinite in a bin without an upper bound. */
export function percentile(bins: readonly Bin[], share: number): number | null {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  let below = share * total;
  for (const { low, high, count } of bins) {
    if (below <= count && count > 0) return low + ((high - low) * below) / count;
    below -= count;
  }
  return bins.at(-1)?.high ?? null;
}

/** The same as text: "18.4 ms", or "> 3.15 s" in a bin without an upper bound. */
export function percentileText(bins: readonly Bin[], share: number): string {
  const us = percentile(bins, share);
  if (us === null) return tr("none");
  if (Number.isFinite(us)) return formatMicroseconds(us);
  return `> ${formatMicroseconds(bins.at(-1)?.low ?? 0)}`;
}

function floorDecade(us: number): number {
  return 10 ** Math.floor(Math.log10(us) + 1e-9);
}

function ceilDecade(us: number): number {
  return 10 ** Math.ceil(Math.log10(us) - 1e-9);
}
