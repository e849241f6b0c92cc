// Searches entries. On a page in another language English words find an entry too.
import { tr } from "../i18n/i18n";
import type { Scenario } from "../generated/model";
import { fuzzySearch } from "../lib/fuzzy-search";
import { englishIfTranslated, entryKey, scenarioEntry, type Entry } from "./scenario-entry";
import { PAPERS, TOPICS } from "./topics";

export type Search = (typed: string) => readonly Entry[];

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
  return fuzzySearch(entries, {
    title: { text: ({ title }) => title, weight: 3 },
    text: { text: ({ key, text }) => fullTexts.get(key) ?? text },
    source: { text: ({ source }) => source, weight: 2 },
    words: { text: ({ words }) => words },
    shelves: { text: shelfNames },
    english: { text: ({ english }) => english },
  });
}

/** The names of the topics and of the paper, so that a search for an author or a topic finds its entries. */
function shelfNames({ topics, source }: Entry): string {
  const names = TOPICS.filter(({ id }) => topics.includes(id)).map(({ name }) => name);
  const paper = PAPERS.find(({ letter }) => source.startsWith(letter));
  const english = [...names, paper?.name ?? ""];
  return [...english.map((name) => tr(name)), englishIfTranslated(...english)].join(" ");
}
