// Reads numbers as people write them. "1,200", "1 200", "1'200" and "1.2k" are one number, and so are "0,5", "1e3" and "½".
// A point before three digits is a decimal point to some readers and separates thousands for others: then there are two
// readings, and whoever asked for the number asks which one is meant. A text with another unit ("4 ms" where microseconds
// are expected) is no number.
import { tr } from "../../i18n/i18n";
import { formatNumber } from "./numbers";

/** The number in a text; or the two that it can mean; or nothing. */
export type ReadNumber =
  | { kind: "number"; value: number }
  | { kind: "ambiguous"; values: readonly [thousands: number, decimals: number] }
  | { kind: "none" };

interface ReadOptions {
  /** The field takes only whole numbers: "1.250" is 1,250 there. */
  isWhole?: boolean;
  /** The page itself writes three decimals in this field: a point is a decimal point. */
  hasThreeDecimals?: boolean;
}

const NONE: ReadNumber = { kind: "none" };

/** A sign, digits with separators, an exponent or "k" for thousands, and a unit. */
const NUMBER_PATTERN =
  /^([-+−]?)(\d[\d.,'’_ \u00a0\u2009\u202f]*|[.,]\d+)(e[-+]?\d{1,3}|\s*k(?![a-z]))?\s*(\D*)$/i;
/** Thousands that are separated by something that is neither a point nor a comma. */
const GROUPED =
  /^\d{1,3}(?:(?:'\d{3})+|(?:’\d{3})+|(?:_\d{3})+|(?:[ \u00a0\u2009\u202f]\d{3})+)(?=[.,]|$)/;
/** "½" and "1½"; "1/2" and "3 1/2". */
const FRACTION_SIGN = /^([-−]?)(\d{0,9})\s*([½¼¾⅓⅔⅛⅜⅝⅞])\s*(\D*)$/;
const FRACTION = /^([-−]?)(?:(\d{1,9})\s+)?(\d{1,4})\s*[/⁄]\s*(\d{1,4})\s*(\D*)$/;
const FRACTIONS: Record<string, number> = {
  ...{ "½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4, "⅓": 1 / 3, "⅔": 2 / 3 },
  ...{ "⅛": 1 / 8, "⅜": 3 / 8, "⅝": 5 / 8, "⅞": 7 / 8 },
};

/** Other spellings of each unit. */
const UNIT_SPELLINGS: Record<string, readonly string[]> = {
  "%": ["percent", "per cent"],
  µs: ["us", "microseconds"],
  "packets/s": ["/s", "packets", "pps", "per second", "packets per second"],
  "per second": ["/s"],
};

/** Reads "1,200", "4 700", "4.7k", "83.3 µs", "12.000". */
export function readNumber(text: string, unit = "", options: ReadOptions = {}): ReadNumber {
  // A full stop after the last digit ends a sentence.
  const written = text.trim().replace(/(?<=\d)\.$/, "");
  const fraction = readFraction(written, unit);
  if (fraction !== null) return { kind: "number", value: fraction };
  const [, sign = "", digits, scale = "", tail = ""] = NUMBER_PATTERN.exec(written) ?? [];
  if (digits === undefined || !hasUnit(tail, unit)) return NONE;
  const factor = scaleFactor(scale);
  const readings = readingsOf(digits.trim(), scale !== "" || options.hasThreeDecimals === true);
  const values = readings.map((value) => (/[-−]/.test(sign) ? -1 : 1) * value * factor);
  const [thousands, decimals] = values;
  if (thousands === undefined) return NONE;
  const isOnlyWhole = options.isWhole === true && !Number.isInteger(decimals);
  if (decimals === undefined || isOnlyWhole) return { kind: "number", value: thousands };
  return { kind: "ambiguous", values: [thousands, decimals] };
}

/** The number in a text that can mean only one; null for every other text. */
export function parseNumber(text: string, unit = "", options: ReadOptions = {}): number | null {
  const read = readNumber(text, unit, options);
  return read.kind === "number" ? read.value : null;
}

/** The number in a saved answer. When the first answers were saved, a point was always a decimal point. */
export function savedNumber(text: string, unit: string): number | null {
  const read = readNumber(text, unit);
  return read.kind === "ambiguous" ? read.values[1] : read.kind === "number" ? read.value : null;
}

/** The message of a field that could not read its text. */
export function describeExpectedNumber(unit: string): string {
  const inUnit = unit === "" ? "" : tr(", in {unit}", { unit });
  return tr("Write a number{inUnit}: 1,200 or 1.2k, with a decimal point as in 0.5.", {
    inUnit,
  });
}

/** How the page writes one of two readings: unlike the text that was typed, it means only this number. */
export const formatReading = (value: number): string => formatNumber(value, 3);

/** What digits with separators can mean: no number, one, or two (with a point between thousands, and with decimals). */
function readingsOf(digits: string, hasPlainPoint: boolean): number[] {
  const grouped = GROUPED.exec(digits)?.[0] ?? "";
  const plain = grouped.replace(/\D/g, "") + digits.slice(grouped.length);
  if (!/^[\d.,]+$/.test(plain)) return [];
  const points = plain.split(".").length - 1;
  const commas = plain.split(",").length - 1;
  if (points + commas === 0) return [Number(plain)];
  const last = Math.max(plain.lastIndexOf("."), plain.lastIndexOf(","));
  const whole = plain.slice(0, last);
  const end = plain.slice(last + 1);
  if (!/^\d+$/.test(end)) return [];
  const decimals = Number(`${whole.replace(/\D/g, "") || "0"}.${end}`);
  const thousands = Number(plain.replace(/\D/g, ""));
  // Two kinds of separators: the last one begins the decimals.
  if (points > 0 && commas > 0) return isGrouped(whole, /[.,]/) ? [decimals] : [];
  if (points + commas > 1) return grouped === "" && isGrouped(plain, /[.,]/) ? [thousands] : [];
  const canBeThousands = grouped === "" && isGrouped(plain, /[.,]/);
  if (points === 1) return canBeThousands && !hasPlainPoint ? [thousands, decimals] : [decimals];
  if (canBeThousands) return [thousands];
  // The page writes commas only between thousands: "1,2345" may be a wrong 12,345.
  return end.length <= 2 || grouped !== "" || /^0?$/.test(whole) ? [decimals] : [];
}

/** Whether digits are in groups of three, with the same separator between all of them. */
function isGrouped(digits: string, separator: RegExp): boolean {
  const [first = "", ...others] = digits.split(separator);
  const isOneKind = new Set(digits.replace(/\d/g, "")).size <= 1;
  return isOneKind && /^[1-9]\d{0,2}$/.test(first) && others.every((group) => group.length === 3);
}

function scaleFactor(scale: string): number {
  if (scale === "") return 1;
  return /k/i.test(scale) ? 1_000 : Number(`1${scale}`);
}

/** A fraction in one of its two notations; null for every other text. */
function readFraction(text: string, unit: string): number | null {
  const [, sign, whole, character = "", tail = ""] = FRACTION_SIGN.exec(text) ?? [];
  const share = FRACTIONS[character];
  if (sign !== undefined && share !== undefined)
    return hasUnit(tail, unit) ? (sign === "" ? 1 : -1) * (Number(whole) + share) : null;
  const [, minus, wholes = "", above, below, end = ""] = FRACTION.exec(text) ?? [];
  if (minus === undefined || Number(below) === 0 || !hasUnit(end, unit)) return null;
  return (minus === "" ? 1 : -1) * (Number(wholes) + Number(above) / Number(below));
}

function hasUnit(tail: string, unit: string): boolean {
  return ["", unit, ...(UNIT_SPELLINGS[unit] ?? [])]
    .map(normalizeUnit)
    .includes(normalizeUnit(tail));
}

/** Ignores case and extra spaces. The Greek letter mu counts as the micro sign, because they look the same. */
function normalizeUnit(words: string): string {
  return words.trim().toLowerCase().replaceAll("\u03bc", "\u00b5").replace(/\s+/g, " ");
}
