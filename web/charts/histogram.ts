// The latency histogram on a logarithmic axis of time, and percentiles read from its bins. Pure.

export interface Bin {
  /** Microseconds. */
  low: number;
  high: number;
  count: number;
}

export interface Bar {
  /** In hundredths of the axis' width and height. */
  x: number;
  width: number;
  height: number;
  bin: Bin;
}

export interface Histogram {
  bars: Bar[];
  /** Ends of the axis, microseconds. */
  low: number;
  high: number;
  /** Whole decades inside the axis, with their position in hundredths. */
  ticks: { us: number; x: number }[];
}

/** Bars over the decades that the bins cover; empty when nothing was delivered. */
export function histogram(bins: readonly Bin[]): Histogram | null {
  const present = bins.filter(({ count }) => count > 0);
  const first = present[0];
  const last = present.at(-1);
  if (first === undefined || last === undefined) return null;
  const low = floorDecade(Math.max(first.low, 1));
  const high = Math.max(ceilDecade(last.high), low * 10);
  const span = Math.log10(high / low);
  const place = (us: number) => (100 * Math.log10(Math.max(us, low) / low)) / span;
  // Bins may differ in width; a bar's area is its share, so its height is count per log width.
  const density = ({ low, high, count }: Bin) =>
    count / Math.max(1e-9, Math.log10(high / Math.max(low, 0.5)));
  const highest = Math.max(...present.map(density));
  const bars = present.map((bin) => ({
    bin,
    x: place(bin.low),
    width: place(bin.high) - place(bin.low),
    height: (100 * density(bin)) / highest,
  }));
  const ticks = [];
  for (let us = low; us <= high * 1.0001; us *= 10) ticks.push({ us, x: place(us) });
  return { bars, low, high, ticks };
}

/** The time that a share of the packets did not exceed, between the edges of its bin. */
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

function floorDecade(us: number): number {
  return 10 ** Math.floor(Math.log10(us) + 1e-9);
}

function ceilDecade(us: number): number {
  return 10 ** Math.ceil(Math.log10(us) - 1e-9);
}
