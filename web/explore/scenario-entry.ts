// An entry of the page Explore, and the entry of a ready-made scenario: with a title and a text of a card's length.
import { tr } from "../i18n/i18n";
import type { Scenario } from "../generated/model";
import scenarioNotes from "../../core/scenarios/index.json";
import type { TopicId } from "./topics";

export interface Entry {
  /** Unique among all entries: "question why-collapse", "scenario lab". */
  key: string;
  kind: "question" | "scenario";
  /** At most six words. */
  title: string;
  /** At most forty words. */
  text: string;
  /** Title, text and source in English on a page in another language, so that English words find the entry too. Otherwise empty. */
  english: string;
  source: string;
  /** Other words by which a student may search for it, in English. */
  words: string;
  topics: readonly TopicId[];
  /** The link that the card opens. */
  hash: string;
  /** Id of the scenario, or of the question. */
  id: string;
}

const TEXT_WORDS = 40;

/** A row of the index of scenarios. */
interface Note {
  id: string;
  topic: TopicId;
  title?: string;
  words?: string;
  /** Fields of the link. A machine whose packets all come in one burst opens there: at its start there is nothing to see. */
  moment?: string;
}

const NOTES = new Map((scenarioNotes as Note[]).map((note) => [note.id, note]));

export function scenarioEntry({ id, title, text, source }: Scenario): Entry {
  const note = NOTES.get(id);
  const englishTitle = note?.title ?? title;
  return {
    key: entryKey("scenario", id),
    kind: "scenario",
    id,
    title: tr(englishTitle),
    text: firstSentences(tr(text), TEXT_WORDS),
    english: englishIfTranslated(englishTitle, text, source),
    source: tr(source),
    words: note?.words ?? "",
    topics: note === undefined ? [] : [note.topic],
    hash: `#/lab?scenario=${encodeURIComponent(id)}${note?.moment === undefined ? "" : `&${note.moment}`}`,
  };
}

/** Returns those of the English texts that the page shows in a translation, so that a search finds both. */
export function englishIfTranslated(...texts: readonly string[]): string {
  return texts.filter((text) => tr(text) !== text).join(" ");
}

export function entryKey(kind: Entry["kind"], id: string): string {
  return `${kind} ${id}`;
}

/** Returns the longest beginning of a text that has at most `words` words and ends with a sentence. */
export function firstSentences(text: string, words: number): string {
  let found = "";
  // A sentence ends with a mark and a space. "0.02" and "M 6.4" do not end one.
  for (const end of text.matchAll(/[.!?]["”)]?(?=\s|$)/g)) {
    const candidate = text.slice(0, end.index + end[0].length);
    if (countWords(candidate) > words) break;
    found = candidate;
  }
  return found;
}

export function countWords(text: string): number {
  return text.trim().split(/\s+/).filter(Boolean).length;
}
