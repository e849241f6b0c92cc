// Numbers as the pictures say them: thousands separated, always a unit, never more digits than they
// are worth. Cycles in, words out.

/** Fewer packets than this in a window are counted, not turned into a rate. */
export const MIN_PACKETS_FOR_RATE = 30;
/** Nor in a window so short that chance would be taken for a rate. */
const MIN_SECONDS_FOR_RATE = 0.02;

/** Whether what was counted may be told as a rate. */
export function isEnoughForRate(packets: number, cycles: number, clockHz: number): boolean {
  const long = cycles >= MIN_SECONDS_FOR_RATE * clockHz;
  return long && (packets === 0 || packets >= MIN_PACKETS_FOR_RATE);
}

/** 12480 -> "12,480". */
export function formatNumber(value: number): string {
  const whole = Math.round(Math.abs(value)).toString();
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return value <= -0.5 ? `-${grouped}` : grouped;
}

/** At most three digits that mean something: 53.4, 412, 0.07. */
function formatThreeDigits(value: number): string {
  const size = Math.abs(value);
  if (size >= 100 || size === 0) return formatNumber(value);
  if (size >= 10) return trimZeros(value.toFixed(1));
  return trimZeros(value.toFixed(2));
}

function trimZeros(decimal: string): string {
  return decimal.includes(".") ? decimal.replace(/\.?0+$/, "") : decimal;
}

/** A length of time: "840 ns", "67 µs", "53.2 ms", "1.84 s". */
export function formatDuration(cycles: number, clockHz: number): string {
  const seconds = cycles / clockHz;
  const size = Math.abs(seconds);
  if (size >= 0.9995) return `${formatThreeDigits(seconds)} s`;
  if (size >= 0.9995e-3) return `${formatThreeDigits(seconds * 1e3)} ms`;
  if (size >= 0.9995e-6 || size === 0) return `${formatThreeDigits(seconds * 1e6)} µs`;
  return `${formatNumber(seconds * 1e9)} ns`;
}

/** A moment: "412.358 ms", with as many decimals as the step between neighbours needs. */
export function formatMoment(cycles: number, clockHz: number, stepSeconds = 1e-6): string {
  const decimals = Math.min(6, Math.max(0, Math.ceil(-Math.log10(stepSeconds * 1e3) - 1e-9)));
  const milliseconds = (cycles / clockHz) * 1e3;
  const [whole = "0", fraction] = milliseconds.toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return `${grouped}${fraction === undefined ? "" : `.${fraction}`} ms`;
}

/** "74 %", "0.4 %": a share from 0 to 1; only nothing is "0 %" and only all is "100 %". */
export function formatPercentPlain(share: number): string {
  const hundredths = share * 100;
  if (hundredths <= 0) return "0 %";
  if (hundredths < 0.1) return "< 0.1 %";
  if (hundredths < 9.95) return `${trimZeros(hundredths.toFixed(1))} %`;
  if (share < 1 && hundredths > 99) return `${Math.min(99.9, Math.floor(hundredths * 10) / 10)} %`;
  return `${Math.round(hundredths)} %`;
}

/** "11,064/s"; of few packets or a short window the count itself: "12 in 8.3 ms"; of none, nothing. */
export function formatPacketRate(packets: number, cycles: number, clockHz: number): string {
  if (cycles <= 0) return "";
  if (!isEnoughForRate(packets, cycles, clockHz))
    return `${formatNumber(packets)} in ${formatDuration(cycles, clockHz)}`;
  return `${formatNumber((packets * clockHz) / cycles)}/s`;
}

export function formatPackets(count: number): string {
  return count === 1 ? "1 packet" : `${formatNumber(count)} packets`;
}
