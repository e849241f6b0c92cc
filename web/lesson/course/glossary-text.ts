// Finds glossary terms and paper sections in plain text, such as the description of a knob or the source of a scenario.
// Pure.
import { findEntry, entryNames, type GlossaryEntry } from "../lesson";

export type TextPart =
  | { kind: "text"; text: string }
  | { kind: "term"; text: string; entry: GlossaryEntry }
  /** "M 6.4": the letter of a paper and a section. */
  | { kind: "source"; text: string; paper: GlossaryEntry; section: string };

/** Splits a text into parts. Each term is marked only where it occurs first. */
export function annotateText(text: string, glossary: readonly GlossaryEntry[]): TextPart[] {
  const pattern = patternOf(glossary);
  if (pattern === null) return [{ kind: "text", text }];
  const parts: TextPart[] = [];
  const annotated = new Set<GlossaryEntry>();
  let end = 0;
  for (const found of text.matchAll(pattern)) {
    const part = partOf(found, glossary);
    if (part === null || (part.kind === "term" && annotated.has(part.entry))) continue;
    if (part.kind === "term") annotated.add(part.entry);
    if (found.index > end) parts.push({ kind: "text", text: text.slice(end, found.index) });
    parts.push(part);
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

function partOf(found: RegExpMatchArray, glossary: readonly GlossaryEntry[]): TextPart | null {
  const [text, letter, section, word, plural = ""] = found;
  if (letter !== undefined && section !== undefined) {
    const paper = findEntry(glossary, letter);
    return paper === undefined ? null : { kind: "source", text, paper, section };
  }
  const entry = word === undefined ? undefined : findEntry(glossary, word);
  return entry === undefined ? null : { kind: "term", text: `${word}${plural}`, entry };
}

const patterns = new WeakMap<readonly GlossaryEntry[], RegExp>();

/** Matches a letter with a section, or any name of the glossary, longest first, also in the plural. */
function patternOf(glossary: readonly GlossaryEntry[]): RegExp | null {
  if (glossary.length === 0) return null;
  const known = patterns.get(glossary);
  if (known !== undefined) return known;
  const names = glossary
    .flatMap(entryNames)
    .filter((name) => name.length > 1)
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const source = `\\b([A-Z])[ \u00a0](\\d+(?:\\.\\d+)*)|\\b(${names.join("|")})(s?)\\b`;
  const pattern = new RegExp(source, "gi");
  patterns.set(glossary, pattern);
  return pattern;
}
