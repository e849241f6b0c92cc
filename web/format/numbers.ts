// Numbers as people read them: thousands separated, three figures, the unit always with them.

const NARROW_SPACE = "\u202f";

/** Formats by their number of decimals: making one costs a hundred times what using it does. */
const formats = new Map<number, Intl.NumberFormat>();
const threeDecimals = new Intl.NumberFormat("en-US", {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
});
const threeFigures = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

function formatOf(digits: number): Intl.NumberFormat {
  let format = formats.get(digits);
  if (format === undefined) {
    format = new Intl.NumberFormat("en-US", { maximumFractionDigits: digits });
    formats.set(digits, format);
  }
  return format;
}

/** 12000 -> "12,000"; at most `digits` decimals. */
export function formatNumber(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return value > 0 ? "infinite" : "none";
  return formatOf(digits).format(value);
}

/** Whole from a hundred on, else three figures: "4,700", "97.2", "0.005". */
export function formatSignificant(value: number): string {
  return Math.abs(value) >= 100 ? formatNumber(value) : threeFigures.format(value);
}

/** 4700 -> "4,700/s". */
export function formatRate(perSecond: number): string {
  const digits = perSecond !== 0 && Math.abs(perSecond) < 10 ? 1 : 0;
  return `${formatNumber(perSecond, digits)}/s`;
}

/** 0.7415 -> "74 %"; under ten per cent one decimal; what is not quite all or nothing does not read so. */
export function formatPercent(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return `<${NARROW_SPACE}0.1${NARROW_SPACE}%`;
  if (percent > 99.5 && percent < 100) {
    return `${Math.min(percent, 99.9).toFixed(1)}${NARROW_SPACE}%`;
  }
  const digits = percent > 0 && percent < 10 ? 1 : 0;
  return `${percent.toFixed(digits)}${NARROW_SPACE}%`;
}

/** Parts of one whole, read together: a decimal each, so that what is read adds up to the whole. */
export function formatPercentFixed(share: number): string {
  const percent = share * 100;
  const isNearlyAllOrNothing = (percent > 0 && percent < 0.1) || (percent > 99.9 && percent < 100);
  if (isNearlyAllOrNothing) return formatPercent(share);
  return `${percent.toFixed(1)}${NARROW_SPACE}%`;
}

/** Microseconds as µs, ms or s with three figures: 53210 -> "53.2 ms". */
export function formatMicroseconds(us: number): string {
  const size = Math.abs(us);
  if (!Number.isFinite(us)) return "none";
  if (size < 1e3) return `${toThreeFigures(us)} µs`;
  if (size < 1e6) return `${toThreeFigures(us / 1e3)} ms`;
  return `${toThreeFigures(us / 1e6)} s`;
}

/** A moment of the run, to the microsecond: "412.358 ms", "2,001.250 ms". */
export function formatMoment(cycles: number, clockHertz: number): string {
  const milliseconds = (cycles / clockHertz) * 1e3;
  return `${threeDecimals.format(milliseconds)} ms`;
}

function toThreeFigures(value: number): string {
  return String(Number(value.toPrecision(3)));
}
