// Numbers as text: thousands separated, three significant digits, always with their unit. The only module of
// number formats: stores, charts, pictures and sentences use it.
import { tr } from "../../i18n/i18n";

const NARROW_SPACE = "\u202f";

/** Fewer packets than this in a window are shown as a count, because a rate would mean little. */
export const MIN_PACKETS_FOR_RATE = 30;
/** In a shorter window, a rate would depend too much on chance. */
const MIN_SECONDS_FOR_RATE = 0.02;

/** Formatters by their least and greatest number of decimals. Creating one takes a hundred times as long as using it. */
const formatters = new Map<string, Intl.NumberFormat>();
const threeDigits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

function formatterOf(minDecimals: number, maxDecimals: number): Intl.NumberFormat {
  const key = `${minDecimals} ${maxDecimals}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat("en-US", {
      minimumFractionDigits: minDecimals,
      maximumFractionDigits: maxDecimals,
      signDisplay: "negative",
    });
    formatters.set(key, formatter);
  }
  return formatter;
}

/** 12480 -> "12,480"; at most `decimals` decimals. */
export function formatNumber(value: number, decimals = 0): string {
  if (!Number.isFinite(value)) return value > 0 ? tr("infinite") : tr("none");
  return formatterOf(0, decimals).format(value);
}

/** 412 with two decimals -> "412.00". */
export function formatFixed(value: number, decimals: number): string {
  return formatterOf(decimals, decimals).format(value);
}

/** Whole numbers from a hundred on, else three significant digits: "4,700", "97.2", "0.005". */
export function formatSignificant(value: number): string {
  return Math.abs(value) >= 100 ? formatNumber(value) : threeDigits.format(value);
}

/** Axis labels only: 12000 -> "12k", 14880 -> "14.9k". */
export function formatCompact(value: number): string {
  if (value < 1000) return String(value);
  return `${Number((value / 1000).toFixed(1))}k`;
}

/** 1 -> "1 packet". */
export function formatPackets(count: number): string {
  return count === 1 ? tr("1 packet") : tr("{count} packets", { count: formatNumber(count) });
}

/** 4700 -> "4,700/s". */
export function formatRate(perSecond: number): string {
  const decimals = perSecond !== 0 && Math.abs(perSecond) < 10 ? 1 : 0;
  return `${formatNumber(perSecond, decimals)}/s`;
}

/** Whether a count in a window of that many cycles can be shown as a rate. */
export function isEnoughForRate(packets: number, cycles: number, clockHz: number): boolean {
  const isLongEnough = cycles >= MIN_SECONDS_FOR_RATE * clockHz;
  return isLongEnough && (packets === 0 || packets >= MIN_PACKETS_FOR_RATE);
}

/** "11,064/s"; for few packets or a short window the count: "12 in 8.3 ms"; "" for an empty window. */
export function formatPacketRate(packets: number, cycles: number, clockHz: number): string {
  if (cycles <= 0) return "";
  if (!isEnoughForRate(packets, cycles, clockHz)) {
    return tr("{packets} in {cycles}", {
      packets: formatNumber(packets),
      cycles: formatDuration(cycles, clockHz),
    });
  }
  return `${formatNumber((packets * clockHz) / cycles)}/s`;
}

/**
 * 0.7415 -> "74 %", below ten per cent with one decimal. Only 0 reads "0 %" and only 1 reads "100 %". The spaces are
 * narrow and do not break.
 */
export function formatPercent(share: number): string {
  return formatPercentPlain(share).replaceAll(" ", NARROW_SPACE);
}

/** The same with ordinary spaces: for canvases, whose width tables have no narrow space, and for sentences. */
export function formatPercentPlain(share: number): string {
  const percent = share * 100;
  if (percent <= 0) return "0 %";
  if (percent < 0.1) return "< 0.1 %";
  if (percent < 9.95) return `${formatNumber(percent, 1)} %`;
  if (share < 1 && percent > 99) return `${Math.min(99.9, Math.floor(percent * 10) / 10)} %`;
  return `${Math.round(percent)} %`;
}

/** Formats the parts of a whole, which people add up: always with one decimal. */
export function formatPercentFixed(share: number): string {
  const percent = share * 100;
  const isNearlyAllOrNothing = (percent > 0 && percent < 0.1) || (percent > 99.9 && percent < 100);
  if (isNearlyAllOrNothing) return formatPercent(share);
  return `${percent.toFixed(1)}${NARROW_SPACE}%`;
}

/** A length of time with three significant digits: "840 ns", "67 µs", "53.2 ms", "1.84 s". */
export function formatDuration(cycles: number, clockHz: number): string {
  const seconds = cycles / clockHz;
  const size = Math.abs(seconds);
  if (size >= 0.9995) return `${formatThreeDigits(seconds)} s`;
  if (size >= 0.9995e-3) return `${formatThreeDigits(seconds * 1e3)} ms`;
  if (size >= 0.9995e-6 || size === 0) return `${formatThreeDigits(seconds * 1e6)} µs`;
  return `${formatNumber(seconds * 1e9)} ns`;
}

/** 53210 -> "53.2 ms"; "none" if there is no such time. */
export function formatMicroseconds(us: number): string {
  return Number.isFinite(us) ? formatDuration(us, 1e6) : tr("none");
}

/** At most three digits, and at most two decimals: 412, 53.4, 1.84. */
function formatThreeDigits(value: number): string {
  const size = Math.abs(value);
  return formatNumber(value, size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

/** A time of the run: "412.358 ms", with enough decimals to distinguish moments that are `stepSeconds` apart. */
export function formatMoment(cycles: number, clockHz: number, stepSeconds = 1e-6): string {
  const decimals = Math.min(6, decimalsForStep(stepSeconds * 1e3));
  return `${formatFixed((cycles / clockHz) * 1e3, decimals)} ms`;
}

/** The number of decimals that labels need if they are `step` apart. */
export function decimalsForStep(step: number): number {
  return Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
}

/** The smallest of 1, 2, 5, 10, 20 ... that is at least `least`. Ticks of an axis have this distance. */
export function niceStep(least: number): number {
  const decade = 10 ** Math.floor(Math.log10(Math.max(1e-9, least)));
  const step = [1, 2, 5].find((one) => one * decade >= least * (1 - 1e-9));
  return (step ?? 10) * decade;
}
