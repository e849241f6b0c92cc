// CSV as RFC 4180 describes it: commas, CR LF, quotes where they are needed. Numbers have no thousands separators, so that
// a spreadsheet reads them. Also a table of the page as CSV: its cells have units, which move into the header.

export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function quoted(text: string): string {
  const cell = harmless(text);
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** For the clipboard: spreadsheets paste cells that are separated by tabs. */
export function tabSeparated(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(harmless).join("\t")).join("\n") + "\n";
}

// What begins a formula, also as East Asian keyboards and typographers have it, and what may stand before it in a cell.
const SIGN = "[=+\\-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b\u2212]";
const BLANK = "[\\s\\u00ad\\u200b-\\u200f\\u2060]";
const SEPARATOR = '[,;|"]';
const NUMBER = `[-\u2212](?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?(?:${BLANK}*%)?`;
/** Where a cell begins, whatever separates cells, and not with a number. */
const AT_SEPARATOR = `(?<=(?:^|${SEPARATOR})${BLANK}*)(?=${SIGN})(?!${NUMBER}${BLANK}*(?:$|${SEPARATOR}))`;
/** Some import dialogs take a space, too. A sign alone, or an arrow such as ->, is no formula. */
const AT_SPACE = `(?<=${BLANK}|:)(?=${SIGN}(?:[\\p{L}\\p{N}($']|${SIGN}))(?!${NUMBER}(?:$|${BLANK}|${SEPARATOR}))`;
const FORMULA = new RegExp(`${AT_SEPARATOR}|${AT_SPACE}`, "gu");

/** Control characters, and characters that change the direction of what follows. */
const CONTROL = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text as a cell that no spreadsheet executes: an apostrophe is before each sign with which a formula could begin. Names
 * come from links. `livelock grade` has the same rule (core/cli/src/strange_text.rs).
 */
function harmless(text: string): string {
  return text.replaceAll(CONTROL, " ").replaceAll(FORMULA, "'");
}

/** Units of cells. `unit` is the unit in the header; a value times `factor` has that unit. */
const UNITS: Record<string, readonly [unit: string, factor: number]> = {
  ns: ["us", 1e-3],
  µs: ["us", 1],
  us: ["us", 1],
  ms: ["us", 1e3],
  s: ["us", 1e6],
  min: ["us", 6e7],
  "%": ["%", 1],
  "/s": ["1/s", 1],
};

/** Texts of cells that have no number. */
const NO_NUMBER = ["", "none", "–", "—"];

/** The page's words for what a table has in the language of the page. */
export interface TableWords {
  none: string;
  lowest: string;
  highest: string;
}

/**
 * The cells of a table as the page shows them, with plain numbers. If all numbers of a column are of one kind, such as
 * times, they get one unit, and the header names it. A mean with a range becomes three columns. Words such as "never" stay.
 */
export function plainTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  words: TableWords,
): string[][] {
  const cells = rows.map((row) => row.map(normalSpaces));
  const columns = header
    .flatMap((name, column) =>
      withRange(
        normalSpaces(name),
        cells.map((row) => (row[column] === words.none ? "" : (row[column] ?? ""))),
        words,
      ),
    )
    .map(({ name, cells: column }) => plainColumn(name, column));
  return [
    columns.map(({ name }) => name),
    ...rows.map((_, row) => columns.map(({ values }) => values[row] ?? "")),
  ];
}

function normalSpaces(text: string): string {
  return text.replaceAll(/[\s\u00a0\u202f\u2009]+/g, " ").trim();
}

interface Column {
  name: string;
  cells: readonly string[];
}

/** "1,746/s (1,744/s to 1,747/s)": the mean of several seeds, and the lowest and highest of them. */
const RANGE = /^(\S[^(]*) \((\S*\d\S*(?: \S+)?) \p{L}+ (\S*\d\S*(?: \S+)?)\)$/u;

/** The column, and if it has ranges, a column for the lowest and one for the highest. A value without a range is all three. */
function withRange(name: string, cells: readonly string[], words: TableWords): Column[] {
  const found = cells.map((cell) => RANGE.exec(cell));
  if (found.every((one) => one === null)) return [{ name, cells }];
  const part = (index: number) => found.map((one, row) => one?.[index] ?? cells[row] ?? "");
  return [
    { name, cells: part(1) },
    { name: `${name}: ${words.lowest}`, cells: part(2) },
    { name: `${name}: ${words.highest}`, cells: part(3) },
  ];
}

function plainColumn(
  name: string,
  cells: readonly string[],
): { name: string; values: readonly string[] } {
  const quantities = cells.map(quantityOf);
  const found = quantities.filter((one) => typeof one === "object" && one !== null);
  const unit = found[0]?.unit;
  const isNumeric =
    unit !== undefined && !quantities.includes(null) && found.every((one) => one.unit === unit);
  if (!isNumeric) return { name, values: cells };
  const values = quantities.map((one) => (typeof one === "string" ? one : String(one?.value)));
  // A header such as "Delivered/s" already names the unit.
  const hasUnit = unit === "" || name.endsWith("/s") || name.endsWith(`(${unit})`);
  return { name: hasUnit ? name : `${name} (${unit})`, values };
}

/** "1,234" -> 1234; "12.5 ms" -> 12500 us; "never" -> "never", "< 0.1 %" stays, "none" -> "": words among numbers; null: another text. */
function quantityOf(cell: string): { value: number; unit: string } | string | null {
  if (NO_NUMBER.includes(cell)) return "";
  if (!/\d/.test(cell) || cell.startsWith("<")) return cell;
  const [, number = "", name = ""] =
    /^([-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?) ?(\D*)$/.exec(cell) ?? [];
  if (number === "") return null;
  const value = Number(number.replaceAll(",", "").replace("−", "-"));
  if (name === "") return { value, unit: "" };
  const [unit, factor] = UNITS[name] ?? [];
  if (unit === undefined || factor === undefined) return null;
  return { value: Number((value * factor).toPrecision(12)), unit };
}
