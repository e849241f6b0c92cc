// A search that forgives typing errors: a word of four letters or more may differ from the text in a quarter of its letters,
// and the beginning of a word finds the whole word. The best match comes first. Words of which every question is made
// ("what happens in a ...") do not count, and an item without one of the other words is found after those with all of them.
import everydayWords from "./everyday-words.json";
import MiniSearch, { type SearchOptions, type SearchResult } from "minisearch";

const FORGIVING_LETTERS = 4;
const WRONG_SHARE = 0.25;
const PREFIX_LETTERS = 2;

/** For each field of an item, its text and how much a match in it counts; 1 is the normal weight. */
export type SearchFields<Item> = Record<string, { text(item: Item): string; weight?: number }>;

/** Indexes the items. */
export function fuzzySearch<Item>(
  items: readonly Item[],
  fields: SearchFields<Item>,
): (typed: string) => readonly Item[] {
  const index = new MiniSearch<{ id: number }>({
    fields: Object.keys(fields),
    extractField: ({ id }, field) =>
      field === "id" ? id : (fields[field]?.text(items[id] as Item) ?? ""),
    tokenize: splitWords,
    processTerm: plainLetters,
  });
  index.addAll(items.map((_, id) => ({ id })));
  const options: SearchOptions = {
    boost: Object.fromEntries(
      Object.entries(fields).map(([field, { weight = 1 }]) => [field, weight]),
    ),
    fuzzy: (word) => (word.length >= FORGIVING_LETTERS ? WRONG_SHARE : false),
    prefix: (word) => word.length >= PREFIX_LETTERS,
  };
  return (typed) => {
    const words = new Set(splitWords(typed).map(plainLetters));
    const telling = [...words].filter((word) => !EVERYDAY_WORDS.has(word));
    const wanted = telling.length > 0 ? telling : [...words];
    const found = index.search(wanted.join(" "), options);
    const matches = ({ queryTerms }: SearchResult) => new Set(queryTerms).size;
    return found
      .filter((one) => matches(one) > wanted.length / 2)
      .sort((a, b) => matches(b) - matches(a) || b.score - a.score)
      .flatMap(({ id }) => items[id as number] ?? []);
  };
}

/** Words that say nothing about the subject of a question, as `plainLetters` writes them. */
const EVERYDAY_WORDS = new Set(Object.values(everydayWords).flatMap((words) => words.split(" ")));

/** Words and numbers. "6-3", "10.2" and "x86-64" are one word each: the number of a figure or a section is whole. */
function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+(?:[-.]\d+)*/gu) ?? [];
}

/** Small letters without accents: a person may type them without. */
function plainLetters(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
