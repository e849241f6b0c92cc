// The variants of a step, before it is parsed: `::variant{rate=6000 answer=12}` lines in its questions give values to the
// names in braces. Each variant is a copy of the step's nodes with the values in place, which is then parsed like any step.
import type { Nodes, RootContent } from "mdast";
import type { LeafDirective } from "mdast-util-directive";
import type {} from "mdast-util-math";
import { formatNumber } from "../../lib/format/numbers";
import type { ProblemCollector } from "./problems";

/** One variant of a step. */
export interface VariantValues {
  index: number;
  /** The values by name, as written. */
  values: ReadonlyMap<string, string>;
}

export const NO_VARIANT: VariantValues = { index: 0, values: new Map() };

const NAME = /^[a-z][a-z0-9-]*$/;
const IN_BRACES = /\{([a-z][a-z0-9-]*)\}/g;
const VARIANTS_MAX = 20;
/** Each question of a step has its own values of these names. Text outside of questions gets those of the first question. */
const OWN_VALUES = ["answer", "within"];

/** The variants of a step; empty when it has none. */
export function readVariants(
  nodes: readonly RootContent[],
  problems: ProblemCollector,
): VariantValues[] {
  const variants: { index: number; values: Map<string, string> }[] = [];
  for (const node of nodes) {
    const lines = variantLines(node);
    if (lines.length === 0) continue;
    const count = variants.length;
    if (lines.length < 2 || lines.length > VARIANTS_MAX || (count > 0 && lines.length !== count)) {
      const expected = count > 0 ? `${count}, as in the question above` : `2 to ${VARIANTS_MAX}`;
      problems.add(node, "variant", `the question has ${lines.length}`, `write ${expected}`);
      continue;
    }
    lines.forEach((line, index) => {
      const { values } = (variants[index] ??= { index, values: new Map() });
      addValues(values, line, problems);
    });
  }
  return variants;
}

function variantLines(node: Nodes): LeafDirective[] {
  if (node.type !== "containerDirective" || node.name !== "question") return [];
  return node.children.filter(
    (child): child is LeafDirective => child.type === "leafDirective" && child.name === "variant",
  );
}

function addValues(
  values: Map<string, string>,
  line: LeafDirective,
  problems: ProblemCollector,
): void {
  problems.attributes("variant", line);
  for (const [name, value] of Object.entries(line.attributes ?? {})) {
    if (!NAME.test(name)) {
      const remedy = "use lower-case letters, digits and hyphens";
      problems.add(line, `variant ${name}`, "is not a name", remedy);
    } else if (!values.has(name)) values.set(name, value ?? "");
    else if (!OWN_VALUES.includes(name)) {
      const problem = "is already a value of another question of this step";
      problems.add(line, `variant ${name}`, problem, "give it another name");
    }
  }
}

/** A copy of a node in which names in braces have the values of a variant. In sentences and formulas, numbers are written with
 * commas. */
export function withValues<T extends Nodes>(
  node: T,
  variant: VariantValues,
  problems: ProblemCollector,
): T {
  const copy: Nodes = { ...node };
  const { values } = variant;
  const valueOf = (name: string) => {
    const value = values.get(name);
    if (value === undefined) reportUnknown(node, name, values, problems);
    return value;
  };
  if (copy.type === "text" || copy.type === "inlineCode") {
    copy.value = fill(copy.value, (name) => inSentence(valueOf(name)));
  }
  // Braces belong to a formula too: an unknown name stays as it is.
  if (copy.type === "inlineMath" || copy.type === "math") {
    // In TeX, a comma that is not in braces has a gap after it.
    copy.value = fill(copy.value, (name) => inSentence(values.get(name))?.replaceAll(",", "{,}"));
  }
  if ("attributes" in copy && copy.attributes) {
    const own = variantLines(node)[variant.index]?.attributes ?? {};
    const filled = Object.entries(copy.attributes).map(([key, value]): [string, string] => [
      key,
      fill(value ?? "", valueOf),
    ]);
    const given = Object.entries(own).filter(([key]) => OWN_VALUES.includes(key));
    copy.attributes = Object.fromEntries([...filled, ...given]);
  }
  if ("children" in copy) {
    const lines: Nodes[] = variantLines(node);
    const children = copy.children.filter((child) => !lines.includes(child));
    const filled = children.map((child) => withValues(child, variant, problems));
    Object.assign(copy, { children: filled });
  }
  return copy as T;
}

function fill(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replace(IN_BRACES, (whole, name: string) => valueOf(name) ?? whole);
}

/** "6000" -> "6,000"; a word stays as it is. */
function inSentence(value: string | undefined): string | undefined {
  if (value === undefined || !/^-?\d+(\.\d+)?$/.test(value)) return value;
  return formatNumber(Number(value), 3);
}

function reportUnknown(
  node: Nodes,
  name: string,
  values: ReadonlyMap<string, string>,
  problems: ProblemCollector,
): void {
  const known = [...values.keys()].map((one) => `{${one}}`).join(", ");
  const remedy =
    known === ""
      ? `write ::variant{${name}=...} lines in a question of this step, or leave out the braces`
      : `the values of this step's variants are ${known}`;
  problems.add(node, `{${name}}`, "has no value", remedy);
}
