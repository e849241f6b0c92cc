// Time against pixels: from ten seconds to one microsecond across, zoomed about a point that stays
// where it is. Ranges are cycles and need not be whole; nothing here knows a screen.

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

/** The range `factor` times as wide (0.5 = closer), with `t` at the same pixel. */
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

/** Moved by cycles; the middle stays within what there is to see. */
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

const TICK_STEPS = [1, 2, 5];

/** Ticks at round times, at least `apart` pixels from one another. */
export function timeTicks(scale: TimeScale, clockHz: number, apart: number): Tick[] {
  const { range, width } = scale;
  const seconds = (range.to - range.from) / clockHz;
  const step = roundStep((seconds * apart) / width);
  const first = Math.ceil(range.from / clockHz / step - 1e-9);
  const last = Math.floor(range.to / clockHz / step + 1e-9);
  const found: Tick[] = [];
  for (let nth = first; nth <= last; nth += 1) {
    if (nth < 0) continue;
    found.push({ t: nth * step * clockHz, label: formatTick(nth * step, step) });
  }
  return found;
}

/** The least of 1, 2, 5, 10 ... that is not smaller. */
function roundStep(least: number): number {
  const decade = 10 ** Math.floor(Math.log10(least));
  const fits = TICK_STEPS.find((step) => step * decade >= least * (1 - 1e-9));
  return (fits ?? 10) * decade;
}

function formatTick(seconds: number, step: number): string {
  const inSeconds = step >= 0.0999;
  const unit = inSeconds ? 1 : 1e-3;
  const decimals = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));
  const [whole = "0", fraction] = (seconds / unit).toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return `${grouped}${fraction === undefined ? "" : `.${fraction}`} ${inSeconds ? "s" : "ms"}`;
}
