// Parses numbers as people write them. Rejects a text that could mean two numbers ("83,3" is not 833), and a text with
// another unit ("4 ms" where microseconds are expected).
import { tr } from "../i18n/i18n";

/** Digits, with or without groups of three, a point before decimals, "k" for thousands, and a unit. */
const NUMBER_PATTERN =
  /^(-?)((?:[1-9]\d{0,2}(?:[,'_ \u00a0\u202f]\d{3})+|\d+)(?:\.\d+)?|\.\d+)\s*(k(?![a-z]))?\s*(\D*)$/i;

/** Other spellings of each unit. */
const UNIT_SPELLINGS: Record<string, readonly string[]> = {
  "%": ["percent", "per cent"],
  µs: ["us", "microseconds"],
  "packets/s": ["/s", "packets", "pps", "per second", "packets per second"],
  "per second": ["/s"],
};

/** Parses "1,200", "4 700", "4.7k" or "83.3 µs". Null if it is no number, or if it has another unit. */
export function parseNumber(text: string, unit = ""): number | null {
  const [, sign, digits, thousands, tail] = NUMBER_PATTERN.exec(text.trim()) ?? [];
  if (digits === undefined || tail === undefined) return null;
  if (!acceptedUnits(unit).includes(normalizeUnit(tail))) return null;
  const value = Number(digits.replace(/[^\d.]/g, "")) * (thousands === undefined ? 1 : 1000);
  return sign === "-" ? -value : value;
}

/** The message of a field that could not parse its text. */
export function describeExpectedNumber(unit: string): string {
  const inUnit = unit === "" ? "" : tr(", in {unit}", { unit });
  return tr("Write a number{inUnit}: 1,200 or 1.2k, and a point before decimals, as in 0.5.", {
    inUnit,
  });
}

function acceptedUnits(unit: string): string[] {
  return ["", unit, ...(UNIT_SPELLINGS[unit] ?? [])].map(normalizeUnit);
}

/** Ignores case and extra spaces. The Greek letter mu counts as the micro sign, because they look the same. */
function normalizeUnit(words: string): string {
  return words.trim().toLowerCase().replaceAll("\u03bc", "\u00b5").replace(/\s+/g, " ");
}
