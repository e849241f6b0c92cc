// Parses the teacher's guide: a # heading, an introduction, and ## sections. On the page, a section's title that is
// a lesson's number and title is a link to the lesson.
import { fromMarkdown } from "mdast-util-from-markdown";
import { plainText, formatProblem, type Guide } from "../lesson";
import { ProblemCollector } from "../parse/problems";
import { readBlock, readInlines } from "../parse/prose";

/** `problems`: mistakes that the author has to correct, as text. */
export function parseGuide(
  text: string,
  file = "teachers-guide.md",
): { guide: Guide; problems: string[] } {
  const problems = new ProblemCollector(file);
  const guide: Guide = { title: "", introduction: [], sections: [] };
  for (const node of fromMarkdown(text).children) {
    if (node.type === "heading" && node.depth < 3) {
      const title = plainText(readInlines(node.children, problems));
      if (node.depth === 1) guide.title = title;
      else guide.sections.push({ title, blocks: [] });
      continue;
    }
    const block = readBlock(node, problems);
    if (block !== null) (guide.sections.at(-1)?.blocks ?? guide.introduction).push(block);
  }
  if (guide.title === "") {
    problems.add({ line: 1 }, "title", "is missing", "begin with a line like # Teacher's guide");
  }
  return { guide, problems: problems.list.map(formatProblem) };
}
