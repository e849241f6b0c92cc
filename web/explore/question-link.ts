// The link of a question: that of its machine, or of its two machines, with the question's id. In a file of its own, because
// the end-to-end tests use it without the page's data.
import { formatCompareLink, parseCompareLink } from "../desk/compare/compare-link";
import type { Question } from "./question";

/** The link that opens a question with its panel. In a comparison the first link names the question. */
export function questionHash({ id, link }: Pick<Question, "id" | "link">): string {
  const comparison = parseCompareLink(link);
  if (comparison === null) return `${link}&question=${id}`;
  const [first, second] = comparison.links;
  return formatCompareLink({ ...comparison, links: [`${first}&question=${id}`, second] });
}

/** The lab's link of the question's machine; of the first one, if the question compares two. */
export function firstMachineLink({ link }: Pick<Question, "link">): string {
  return parseCompareLink(link)?.links[0] ?? link;
}
