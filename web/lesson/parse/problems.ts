// Collects the problems that a parser finds in an author's text, each with file, line, field and remedy.
import type { Nodes } from "mdast";
import type { Directives } from "mdast-util-directive";
import { readAttributes, type AttributesOf, type DirectiveName } from "./directives";
import { formatProblem, lineOf, type Problem } from "../lesson";

export class ProblemCollector {
  readonly list: Problem[] = [];

  constructor(readonly file: string) {}

  add(node: Nodes | { line: number }, field: string, problem: string, remedy: string): void {
    this.list.push({ file: this.file, line: lineOf(node), field, problem, remedy });
  }

  /** Adds problems that are not known yet: the variants of a step share most of them. */
  addNew(problems: readonly Problem[]): void {
    const known = new Set(this.list.map(formatProblem));
    this.list.push(...problems.filter((one) => !known.has(formatProblem(one))));
  }

  /** Reads a directive's attributes. Returns null, and adds the problems, when they are wrong. */
  attributes<N extends DirectiveName>(name: N, node: Directives): AttributesOf<N> | null {
    const given: Record<string, string> = {};
    for (const [key, value] of Object.entries(node.attributes ?? {})) given[key] = value ?? "";
    const read = readAttributes(name, given);
    if ("attributes" in read) return read.attributes;
    for (const { attribute, problem, remedy } of read.problems) {
      this.add(node, `${name} ${attribute}`.trim(), problem, remedy);
    }
    return null;
  }
}
