// Parses the glossary: a ## heading for each term, and its meaning below. The glossary page shows the meanings, and so
// does a :term[...] in a lesson.
import { fromMarkdown } from "mdast-util-from-markdown";
import { directiveFromMarkdown } from "mdast-util-directive";
import { directive } from "micromark-extension-directive";
import type { GlossaryEntry, Problem } from "../lesson";
import { ProblemCollector } from "../parse/problems";
import { plainText } from "../lesson";
import { readBlock, readInlines } from "../parse/prose";

export function parseGlossary(text: string): { entries: GlossaryEntry[]; problems: Problem[] } {
  const problems = new ProblemCollector("glossary.md");
  const root = fromMarkdown(text, {
    extensions: [directive()],
    mdastExtensions: [directiveFromMarkdown()],
  });
  const entries: GlossaryEntry[] = [];
  for (const node of root.children) {
    if (node.type === "heading" && node.depth === 2) {
      entries.push({ term: plainText(readInlines(node.children, problems)), meaning: [] });
    } else if (entries.length > 0) {
      const block = readBlock(node, problems);
      if (block !== null) entries.at(-1)?.meaning.push(block);
    }
  }
  for (const { term, meaning } of entries) {
    if (meaning.length > 0) continue;
    problems.add({ line: 1 }, "term", `“${term}” has no meaning`, "write a paragraph below it");
  }
  return { entries, problems: problems.list };
}
