// Finds words of the glossary: first those whose name has the typed text, then those whose meaning has it.
import { plainText, type GlossaryEntry } from "../../lesson/model";

export function searchGlossary(entries: readonly GlossaryEntry[], typed: string): GlossaryEntry[] {
  const wanted = typed.trim().toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(wanted);
  const named = entries.filter(({ term }) => has(term));
  const explained = entries.filter((entry) => !named.includes(entry) && has(meaningOf(entry)));
  return [...named, ...explained];
}

function meaningOf({ meaning }: GlossaryEntry): string {
  return meaning
    .map((block) => (block.kind === "paragraph" ? plainText(block.children) : ""))
    .join(" ");
}
