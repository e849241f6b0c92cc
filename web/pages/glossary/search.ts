// Finds terms of the glossary: first those whose name has the typed words, then those whose meaning has them.
import { fuzzySearch } from "../../lib/fuzzy-search";
import { plainText, type GlossaryEntry } from "../../lesson/lesson";

/** Returns a search that finds all entries, in their order, for an empty text. */
export function glossarySearch(entries: readonly GlossaryEntry[]) {
  const search = fuzzySearch(entries, {
    term: { text: ({ term }) => term, weight: 10 },
    meaning: { text: meaningOf },
  });
  return (typed: string) => (typed.trim() === "" ? entries : search(typed));
}

function meaningOf({ meaning }: GlossaryEntry): string {
  return meaning
    .map((block) => (block.kind === "paragraph" ? plainText(block.children) : ""))
    .join(" ");
}
