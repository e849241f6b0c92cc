// Where in a lesson's text something stands. Apart from what reads attributes: the page loads this alone.
import type { Nodes } from "mdast";

export function lineOf(node: Nodes | { line: number }): number {
  return "line" in node ? node.line : (node.position?.start.line ?? 1);
}
