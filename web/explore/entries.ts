// The questions as entries of the page Explore, and all entries grouped by topic or by paper.
import { tr } from "../i18n/i18n";
import { QUESTIONS, type Question } from "./question";
import { questionHash } from "./question-link";
import { englishIfTranslated, entryKey, type Entry } from "./scenario-entry";
import { PAPERS, TOPICS } from "./topics";

export interface Shelf {
  id: string;
  name: string;
  entries: readonly Entry[];
}

export function questionEntries(): Entry[] {
  return QUESTIONS.map(questionEntry);
}

function questionEntry(question: Question): Entry {
  const { id, title, text, source, words = "", topics } = question;
  return {
    key: entryKey("question", id),
    kind: "question",
    id,
    title: tr(title),
    text: tr(text),
    english: englishIfTranslated(title, text, source),
    source: tr(source),
    words,
    topics,
    hash: questionHash(question),
  };
}

/** One shelf for each topic. An entry with several topics is on the shelf of its first one. */
export function shelvesByTopic(entries: readonly Entry[]): Shelf[] {
  return TOPICS.map(({ id, name }) => ({
    id,
    name: tr(name),
    entries: entries.filter(({ topics }) => topics[0] === id),
  })).filter((shelf) => shelf.entries.length > 0);
}

/** One shelf for each paper, and one for what is beyond the papers. */
export function shelvesByPaper(entries: readonly Entry[]): Shelf[] {
  return PAPERS.map(({ letter, name }) => ({
    id: letter,
    name: tr(name),
    entries: entries.filter(({ source }) => paperOf(source) === letter),
  })).filter((shelf) => shelf.entries.length > 0);
}

/** The letter of the paper that a source names first. */
export function paperOf(source: string): string {
  return /^\w+/.exec(source)?.[0] ?? "";
}
