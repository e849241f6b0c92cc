// What mail and chat do to links, and what a damaged link may have been. They percent-encode separators, write "&" as in
// HTML, break lines, and take the punctuation of the sentence for a part of the link. This file works on the text alone:
// whoever reads the fields decides which of the texts is a link (firstReading).
import { RefusedError } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import { tr } from "../../i18n/i18n";
import { cutText } from "../../lib/format/cut-text";

/** The pages whose address holds a state. */
const PAGES = ["lab", "workshop", "compare", "embed"];

/** "/", "?", "&" and "=" as they are, percent-encoded, or percent-encoded more than once. */
const SLASH = "(?:/|%(?:25)*2F)";
const HEAD = new RegExp(`^#?(?:[#!]|%(?:25)*(?:23|21))*${SLASH}*([a-z]+)${SLASH}*(.*)$`, "is");
const BEGINNING = /^(?:[?&;]|%(?:25)*(?:3F|26)(?:amp;)?)+/i;
const ENCODED_SEPARATOR = /%(?:25)*(?:26|3D)/i;

/** The characters that no field has: line breaks, tabs, and those without width. */
const INVISIBLE =
  /[\r\n\t\u00ad\u200b\u2060\ufeff]|%0D|%0A|%09|%C2%AD|%E2%80%8B|%E2%81%A0|%EF%BB%BF/gi;
/** Punctuation of the sentence around a link, and what is left of a tag of HTML. */
const TRAILING =
  /(?:[)\]}>.,;:!?"'’”»*_`| ]|%(?:25)*(?:20|22|27|29|2C|3A|3B|3E|5D|60|7C|7D)|%E2%80%9[9D]|%C2%BB|(?:<|%3C)(?:\/|%2F)?[a-z]*(?:>|%3E))+$/i;
/** Dots in the place of a link's end: a page or a program has shortened it. */
const CUT_OFF = /(?:\.\.|…|%E2%80%A6)[^&=]*$/i;
// cspell:ignore fbclid gclid dclid msclkid igshid Ffields
/** Fields that sites add to links that they pass on. */
const ADDED_FIELD = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|si)$/i;
/** Fields with texts of a person: there an encoded character may be meant. */
const WITH_NAMES = ["capture", "program", "title", "a", "b", "with-link"];

/**
 * Returns the address of a state in the form "#/lab?fields", also if its beginning is damaged: "#/lab%3Ffields",
 * "#/lab/?fields", "#%2Flab?fields". Returns every other address as it is.
 */
export function readableHash(hash: string): string {
  const [, name = "", rest = ""] = HEAD.exec(hash) ?? [];
  const page = name.toLowerCase();
  if (!PAGES.includes(page)) return hash;
  const fields = rest.replace(BEGINNING, "");
  const isBare = fields === "" || fields.replace(TRAILING, "") === "";
  if (!isBare) return `#/${page}?${fields}`;
  return hash.startsWith("#/") ? `#/${page}` : hash;
}

/** The fields of a page's address; null if it has none, or if it is another page. */
export function fieldsOfHash(
  hash: string,
  page: "lab" | "workshop" | "compare" | "embed",
): string | null {
  const prefix = `#/${page}?`;
  const readable = readableHash(hash);
  return readable.startsWith(prefix) ? readable.slice(prefix.length) : null;
}

/**
 * Reads the fields of a link as they are. If that fails, reads the texts that they may have been before they were damaged.
 * Refuses them if two of those texts mean different things (`meaning`), and if none can be read: then the problems are those
 * of the text with the most fields that `names` has.
 */
export function firstReading<Read>(
  query: string,
  names: readonly string[],
  parse: (query: string) => Read,
  meaning: (read: Read) => unknown = (read) => read,
): Read {
  const readings = readingsOf(query);
  const read: Read[] = [];
  let refusal: { error: RefusedError; known: number } | null = null;
  for (const reading of readings) {
    try {
      const found = parse(reading);
      if (reading === query) return found;
      read.push(found);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      const known = fieldNames(reading).filter((name) => names.includes(name)).length;
      if (refusal === null || known > refusal.known) refusal = { error, known };
    }
  }
  const [first] = read;
  if (first === undefined) throw refusal?.error ?? new RefusedError([]);
  if (new Set(read.map((one) => JSON.stringify(meaning(one)))).size > 1) {
    throw new RefusedError([doubtful(query)]);
  }
  return first;
}

function doubtful(query: string): FieldProblem {
  return {
    field: tr("address"),
    value: cutText(query, 80),
    problem: tr("it is damaged, and can be read in two ways"),
    allowed: tr("the link as it was made"),
  };
}

/** The texts that damaged fields may have been, the likeliest first. The first of all is the text itself. */
export function readingsOf(query: string): string[] {
  const clean = cleaned(query);
  const unpacked = ENCODED_SEPARATOR.test(clean) ? unpack(clean).map(cleaned) : [];
  const readings = [clean, ...unpacked].map((text) =>
    splitQuery(text)
      .filter(({ name }) => !ADDED_FIELD.test(name))
      .map(({ name, value, text }) =>
        text === name ? text : `${name}=${cleanedValue(name, value)}`,
      )
      .join("&"),
  );
  return [...new Set([query, ...readings])];
}

interface Field {
  name: string;
  value: string;
  /** The whole field: the name alone if it has no "=". */
  text: string;
}

/** The fields between the separators. */
export function splitQuery(query: string): Field[] {
  const texts = query.split("&").filter((text) => text !== "");
  return texts.map((text) => {
    const [, name = "", value = ""] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
    return { name, value, text };
  });
}

const fieldNames = (query: string) => splitQuery(query).map(({ name }) => name);

function cleaned(query: string): string {
  const joined = withoutQuotedPrintable(query).replace(INVISIBLE, "");
  const text = withoutEntities(joined);
  return CUT_OFF.test(text) ? text : text.replace(TRAILING, "");
}

/** Mail writes "=" as "=3D", and ends a line that continues with "=". */
function withoutQuotedPrintable(query: string): string {
  const joined = query.replace(/=(?:%0D|%0A|[\r\n])+/gi, "");
  const isQuoted = splitQuery(joined).every(({ value }) => value.startsWith("3D"));
  return isQuoted ? joined.replaceAll("=3D", "=") : query;
}

const ENTITIES: Record<string, string> = {
  "38": "&",
  x26: "&",
  "61": "=",
  x3d: "=",
  "43": "+",
  x2b: "+",
};

function withoutEntities(query: string): string {
  const numbers = query.replace(/&#0*(\d+|x[\da-f]+);/gi, (entity, code: string) => {
    return ENTITIES[code.toLowerCase()] ?? entity;
  });
  return numbers.replace(/(?:&|%26)(?:amp(?:;|%3B))+/gi, "&");
}

/** A text whose separators are encoded: encoded as a whole, once or more, or only one or both of the separators. */
function unpack(query: string): string[] {
  const open = (text: string) => text.replace(/%26/gi, "&");
  const whole = [decode(query), decode(decode(query))];
  const separators = [open(query), open(query).replace(/%3D/gi, "="), query.replace(/%3D/gi, "=")];
  return /%25[\dA-F]{2}/i.test(query) ? [...whole, ...separators] : [...separators, ...whole];
}

/** A field without names has no encoded characters and no spaces of its own. */
function cleanedValue(name: string, value: string): string {
  if (name === "pins") return cleanedPins(value);
  if (WITH_NAMES.includes(name)) return decodeStructure(value);
  const plain = decode(decode(decode(value)));
  // Separators of the link were encoded: this is more than one field.
  if (/[&=]/.test(plain)) return value;
  const withPlus = name === "do" ? plain.replace(/(^|;) +/g, "$1+") : plain;
  return withPlus.replace(/ *([,:;~]|^|$) */g, "$1");
}

/** In a pinned curve only the name, its third part, may have encoded characters. */
function cleanedPins(value: string): string {
  const curves = decodeStructure(value).split(";");
  const parts = (curve: string) =>
    curve.split("~").map((part, index) => (index === 2 ? part : decode(part)));
  return curves.map((curve) => parts(curve).join("~")).join(";");
}

/** The parts of a pinned curve or a capture are separated by "~". */
function decodeStructure(value: string): string {
  return !value.includes("~") && /%(?:25)*7E/i.test(value) ? decode(value) : value;
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The text of a person in a link. Some programs write a space as "+", and then every space. Some encode the text again. */
export function decodeName(text: string): string {
  const name = decode(/ |%20/.test(text) ? text : text.replaceAll("+", " "));
  return /%(?:20|[C-F][\dA-F]%[89AB][\dA-F])/i.test(name) ? decode(name) : name;
}
