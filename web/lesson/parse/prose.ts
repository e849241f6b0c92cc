// Converts Markdown's tree to the parts that a lesson may use: paragraphs, lists, small headings, emphasis, code, links
// within the site, figures, and the inline directives :look[...] and :term[...].
import type {
  BlockContent,
  DefinitionContent,
  Nodes,
  Paragraph,
  PhrasingContent,
  Text,
} from "mdast";
import type { TextDirective } from "mdast-util-directive";
import type {} from "mdast-util-math";
import { lineOf, plainText, type Block, type Inline, type Pointer } from "../lesson";
import type { ProblemCollector } from "./problems";

/** Converts one block. Returns null for a comment. Adds the problem of a block that is not allowed, and returns null. */
export function readBlock(node: Nodes, problems: ProblemCollector): Block | null {
  switch (node.type) {
    case "paragraph":
      reportTable(node, problems);
      return { kind: "paragraph", children: readInlines(node.children, problems) };
    case "code":
      problems.add(
        node,
        "code",
        "is not used in lessons",
        "begin the line without a tab or four spaces",
      );
      return null;
    case "heading":
      if (node.depth === 3) {
        return { kind: "heading", children: readInlines(node.children, problems) };
      }
      problems.add(node, "heading", "only ## (a step) and ### are used", "write ### instead");
      return null;
    case "list":
      return {
        kind: "list",
        ordered: node.ordered === true,
        items: node.children.map((item) => readBlocks(item.children, problems)),
      };
    case "blockquote":
      return { kind: "note", blocks: readBlocks(node.children, problems) };
    case "math":
      return { kind: "formula", tex: node.value };
    case "leafDirective": {
      if (node.name !== "figure") return refuse(node, problems);
      const found = problems.attributes("figure", node);
      return found && { kind: "figure", ...found, line: lineOf(node) };
    }
    case "html":
      if (/^<!--[\s\S]*-->$/.test(node.value.trim())) return null;
      problems.add(node, "HTML", "is not used in lessons", "write it in Markdown");
      return null;
    default:
      return refuse(node, problems);
  }
}

function refuse(node: Nodes, problems: ProblemCollector): null {
  const remedy = "write paragraphs, lists, ### headings and directives";
  problems.add(node, nameOf(node), "is not used in lessons", remedy);
  return null;
}

export function readBlocks(
  nodes: readonly (BlockContent | DefinitionContent)[],
  problems: ProblemCollector,
): Block[] {
  return nodes.flatMap((node) => readBlock(node, problems) ?? []);
}

export function readInlines(
  nodes: readonly PhrasingContent[],
  problems: ProblemCollector,
): Inline[] {
  return nodes.flatMap((node) => readInline(node, problems) ?? []);
}

function readInline(node: PhrasingContent, problems: ProblemCollector): Inline | null {
  switch (node.type) {
    case "text":
      reportUnreadDirective(node, problems);
      // A line break in the source counts as a space.
      return { kind: "text", text: node.value.replace(/\s*\n\s*/g, " ") };
    case "inlineCode":
      return { kind: "code", text: node.value };
    case "inlineMath":
      return { kind: "formula", tex: node.value };
    case "strong":
    case "emphasis":
      return { kind: node.type, children: readInlines(node.children, problems) };
    case "break":
      return { kind: "break" };
    case "link":
      if (node.url.startsWith("#/")) {
        return { kind: "link", to: node.url, children: readInlines(node.children, problems) };
      }
      problems.add(
        node,
        "link",
        `“${node.url}” leaves the site`,
        "link to a page of the site, e.g. (#/glossary), and name other sources in the text",
      );
      return null;
    case "textDirective":
      return readDirective(node, problems);
    default:
      problems.add(node, nameOf(node), "is not used in lessons", "write plain text");
      return null;
  }
}

/** Reports text that looks like a directive but was not parsed as one. Otherwise learners would see it as text. */
function reportUnreadDirective(node: Text, problems: ProblemCollector): void {
  const first = lineOf(node);
  node.value.split("\n").forEach((text, at) => {
    const [, begin] = /^\s*(:{2,}\s*[\w-]*)/.exec(text) ?? /(\{\s*[\w-]+\s*=)/.exec(text) ?? [];
    if (begin === undefined) return;
    const closes = /^:+$/.test(begin.trim());
    const problem = closes ? "closes nothing" : "is not read as a directive";
    const remedy = closes
      ? "check that it closes a directive above it, or remove it"
      : 'write ::name{key="value"} on a line of its own, without a space before {, and with straight quotes around values with signs or spaces';
    problems.add({ line: first + at }, begin.trim(), problem, remedy);
  });
}

function reportTable(node: Paragraph, problems: ProblemCollector): void {
  const [first] = node.children;
  if (first?.type !== "text" || !/^\|.*\|\s*\n\s*\|[\s|:-]+/.test(first.value)) return;
  problems.add(
    node,
    "table",
    "is not used in lessons",
    "write a list, or the numbers in a sentence",
  );
}

function readDirective(node: TextDirective, problems: ProblemCollector): Inline | null {
  const children = readInlines(node.children, problems);
  if (node.name === "look") {
    const attributes = problems.attributes("look", node);
    const at = attributes && readPointer(attributes, node, "look", problems);
    return at ? { kind: "look", at, children } : null;
  }
  if (node.name === "term") {
    const attributes = problems.attributes("term", node);
    return attributes && { kind: "term", term: attributes.of ?? plainText(children), children };
  }
  problems.add(
    node,
    `:${node.name}`,
    "is not a directive for a sentence",
    "use :look[...]{place=...} or :term[...]; for a plain colon add a space after it, or write \\:",
  );
  return null;
}

/** Reads a pointer, which has exactly one of place, context, line and view. */
export function readPointer(
  attributes: { place?: string; context?: string; line?: string; view?: string },
  node: Nodes,
  name: string,
  problems: ProblemCollector,
): Pointer | null {
  const found = (["place", "context", "line", "view"] as const).flatMap((kind) => {
    const id = attributes[kind];
    return id === undefined ? [] : [{ kind, id }];
  });
  const [pointer] = found;
  if (found.length === 1 && pointer !== undefined) return { ...pointer, line: lineOf(node) };
  const remedy = "give exactly one of place, context, line and view, e.g. {place=ipintrq}";
  problems.add(node, name, found.length === 0 ? "points at nothing" : "points at several", remedy);
  return null;
}

function nameOf(node: Nodes): string {
  const name = "name" in node ? node.name : null;
  return name === null || name === undefined ? node.type : `:${String(name)}`;
}
