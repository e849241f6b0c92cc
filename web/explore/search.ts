// Searches entries. Forgives typing errors: a word of four letters or more may differ from the text in a quarter of its
// letters, and the beginning of a word finds the whole word. The best match comes first. On a page in another language English
// words find an entry too.
import { tr } from "../i18n/i18n";
import MiniSearch, { type SearchOptions } from "minisearch";
import type { Scenario } from "../engine/model";
import { englishIfTranslated, entryKey, scenarioEntry, type Entry } from "./scenario-entry";
import { PAPERS, TOPICS } from "./topics";

export type Search = (typed: string) => readonly Entry[];

const FORGIVING_LETTERS = 4;
const WRONG_SHARE = 0.25;
const PREFIX_LETTERS = 2;

const OPTIONS: SearchOptions = {
  boost: { title: 3, source: 2 },
  fuzzy: (word) => (word.length >= FORGIVING_LETTERS ? WRONG_SHARE : false),
  prefix: (word) => word.length >= PREFIX_LETTERS,
};

/** The scenarios as entries, with a search over their whole texts, which are indexed for the first search. `others` are entries
 * of other kinds, which come first. */
export function scenarioSearch(scenarios: readonly Scenario[], others: readonly Entry[] = []) {
  const entries = [...others, ...scenarios.map(scenarioEntry)];
  const texts = () =>
    new Map(
      scenarios.map(({ id, title, text }) => [
        entryKey("scenario", id),
        `${tr(title)} ${tr(text)}`,
      ]),
    );
  let created: Search | null = null;
  const search: Search = (typed) => (created ??= createSearch(entries, texts()))(typed);
  return { entries, search };
}

/** Indexes the entries. `fullTexts` has the whole text of a scenario, of which its card shows the beginning. */
function createSearch(entries: readonly Entry[], fullTexts: ReadonlyMap<string, string>): Search {
  const index = new MiniSearch<Entry>({
    idField: "key",
    fields: ["title", "text", "source", "shelves", "english"],
    extractField: (entry, field) => fieldText(entry, field, fullTexts),
    tokenize: splitWords,
    processTerm: plainLetters,
  });
  index.addAll(entries);
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  return (typed) => {
    const all = index.search(typed, { ...OPTIONS, combineWith: "AND" });
    // A question in full has words that no text has. Then the entries with most of its words are found.
    const found = all.length > 0 ? all : index.search(typed, OPTIONS);
    return found.flatMap(({ id }) => byKey.get(id as string) ?? []);
  };
}

/** Words and numbers. "6-3", "10.2" and "x86-64" are one word each: the number of a figure or a section is whole. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:[-.]\d+)*/gu) ?? [];
}

/** Small letters without accents: a person may type them without. */
function plainLetters(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

function fieldText(entry: Entry, field: string, fullTexts: ReadonlyMap<string, string>): string {
  switch (field) {
    case "key":
      return entry.key;
    case "title":
      return entry.title;
    case "source":
      return entry.source;
    case "shelves":
      return shelfNames(entry);
    case "english":
      return entry.english;
    default:
      return fullTexts.get(entry.key) ?? entry.text;
  }
}

/** The names of the topics and of the paper, so that a search for an author or a topic finds its entries. */
function shelfNames({ topics, source }: Entry): string {
  const names = TOPICS.filter(({ id }) => topics.includes(id)).map(({ name }) => name);
  const paper = PAPERS.find(({ letter }) => source.startsWith(letter));
  const english = [...names, paper?.name ?? ""];
  return [...english.map((name) => tr(name)), englishIfTranslated(...english)].join(" ");
}
