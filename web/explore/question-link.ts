// The link of a question: that of its machine, or of its two machines, with the question's id. In a file of its own, because
// the end-to-end tests use it without the page's data.
import { formatCompareLink, parseCompareLink } from "../desk/compare/compare-link";
import type { Question } from "./question";

/** The link that opens a question with its panel. In a comparison the leader's link names the question. */
export function questionHash({ id, link }: Pick<Question, "id" | "link">): string {
  const comparison = parseCompareLink(link);
  if (comparison === null) return `${link}&question=${id}`;
  return formatCompareLink({ ...comparison, leader: `${comparison.leader}&question=${id}` });
}

/** The lab's link of the question's machine; of the first one, if the question compares two. */
export function leaderLink({ link }: Pick<Question, "link">): string {
  return parseCompareLink(link)?.leader ?? link;
}
