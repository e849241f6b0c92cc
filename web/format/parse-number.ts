// Numbers as people write them. What could be meant in two ways is refused rather than guessed: "83,3" is
// not 833, and "4 ms" is no answer in microseconds.

/** Digits in groups of three, or plain; a point before decimals; k for thousands; then perhaps the unit. */
const NUMBER_PATTERN =
  /^(-?)((?:[1-9]\d{0,2}(?:[,'_ \u00a0\u202f]\d{3})+|\d+)(?:\.\d+)?|\.\d+)\s*(k(?![a-z]))?\s*(\D*)$/i;

/** How people write a unit behind a number, by the unit's own name. */
const UNIT_SPELLINGS: Record<string, readonly string[]> = {
  "%": ["percent", "per cent"],
  µs: ["us", "microseconds"],
  "packets/s": ["/s", "packets", "pps", "per second", "packets per second"],
  "per second": ["/s"],
};

/** "1,200", "4 700", "4.7k", "83.3 µs"; null when it is none, or has a unit that was not asked for. */
export function parseNumber(text: string, unit = ""): number | null {
  const [, sign, digits, thousands, tail] = NUMBER_PATTERN.exec(text.trim()) ?? [];
  if (digits === undefined || tail === undefined) return null;
  if (!acceptedUnits(unit).includes(normalizeUnit(tail))) return null;
  const value = Number(digits.replace(/[^\d.]/g, "")) * (thousands === undefined ? 1 : 1000);
  return sign === "-" ? -value : value;
}

/** What a field asks for when it could not read what was typed. */
export function describeExpectedNumber(unit: string): string {
  const inUnit = unit === "" ? "" : `, in ${unit}`;
  return `Write a number${inUnit}: 1,200 or 1.2k, and a point before decimals, as in 0.5.`;
}

function acceptedUnits(unit: string): string[] {
  return ["", unit, ...(UNIT_SPELLINGS[unit] ?? [])].map(normalizeUnit);
}

/** The Greek letter and the sign for micro look the same. */
function normalizeUnit(words: string): string {
  return words.trim().toLowerCase().replaceAll("\u03bc", "\u00b5").replace(/\s+/g, " ");
}
