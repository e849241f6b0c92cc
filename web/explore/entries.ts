// The entries of the page Explore: questions and ready-made scenarios in one form, with texts of a card's length, and
// grouped by topic or by paper.
import type { Scenario } from "../engine/model";
import { QUESTIONS, type Question } from "./question";
import { questionHash } from "./question-link";
import scenarioNotes from "./scenarios.json";
import { PAPERS, TOPICS, type TopicId } from "./topics";

export interface Entry {
  /** Unique among all entries: "question why-collapse", "scenario lab". */
  key: string;
  kind: "question" | "scenario";
  /** At most six words. */
  title: string;
  /** At most forty words. */
  text: string;
  source: string;
  topics: readonly TopicId[];
  /** The link that the card opens. */
  hash: string;
  /** Id of the scenario, or of the question. */
  id: string;
}

export interface Shelf {
  id: string;
  name: string;
  entries: readonly Entry[];
}

const TEXT_WORDS = 40;

const NOTES = scenarioNotes as Record<string, { topic: TopicId; title?: string } | undefined>;

export function listEntries(scenarios: readonly Scenario[]): Entry[] {
  return [...QUESTIONS.map(questionEntry), ...scenarios.map(scenarioEntry)];
}

function questionEntry(question: Question): Entry {
  const { id, title, text, source, topics } = question;
  const hash = questionHash(question);
  return { key: `question ${id}`, kind: "question", id, title, text, source, topics, hash };
}

function scenarioEntry({ id, title, text, source }: Scenario): Entry {
  const note = NOTES[id];
  return {
    key: `scenario ${id}`,
    kind: "scenario",
    id,
    title: note?.title ?? title,
    text: firstSentences(text, TEXT_WORDS),
    source,
    topics: note === undefined ? [] : [note.topic],
    hash: `#/lab?scenario=${encodeURIComponent(id)}`,
  };
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

/** One shelf for each topic. An entry with several topics is on the shelf of its first one. */
export function shelvesByTopic(entries: readonly Entry[]): Shelf[] {
  return TOPICS.map(({ id, name }) => ({
    id,
    name,
    entries: entries.filter(({ topics }) => topics[0] === id),
  })).filter((shelf) => shelf.entries.length > 0);
}

/** One shelf for each paper, and one for what is beyond the papers. */
export function shelvesByPaper(entries: readonly Entry[]): Shelf[] {
  return PAPERS.map(({ letter, name }) => ({
    id: letter,
    name,
    entries: entries.filter(({ source }) => paperOf(source) === letter),
  })).filter((shelf) => shelf.entries.length > 0);
}

/** The letter of the paper that a source names first. */
export function paperOf(source: string): string {
  return /^\w+/.exec(source)?.[0] ?? "";
}
