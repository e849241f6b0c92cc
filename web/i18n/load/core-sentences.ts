// The problems of a scenario in another language. The core writes them in English with numbers and names in them. Here each is
// recognized by its template in generated/scenario-problems.json, and the translation of the template is filled with the same
// values. A text without a template stays English; a test compares the templates with what wrong scenarios get.
import problems from "../../generated/scenario-problems.json";
import { tr, trTemplate, type Values } from "../i18n";

/** What a value may look like, by its name without a digit: a template may have `n` and `n2`. */
const SLOTS: Record<string, string> = {
  n: "[\\d,.]+",
  unit: "[A-Za-z][A-Za-z /]*",
  choices: '"[^"]*"(?:, "[^"]*")*',
  path: "[\\w.-]+",
  file: ".+",
};

interface Template {
  text: string;
  pattern: RegExp;
  /** The names of its values, in order. */
  names: string[];
}

const compiled: Template[] = problems.map((text) => {
  const names: string[] = [];
  const parts = text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(part);
    return `(${SLOTS[part.replace(/\d$/, "")] ?? ""})`;
  });
  return { text, names, pattern: new RegExp(`^${parts.join("")}$`) };
});

/** Translates a problem, or what is allowed. Returns it unchanged if it has no template. */
export function translateSentences(problem: string): string {
  for (const { text, pattern, names } of compiled) {
    const values = pattern.exec(problem)?.slice(1);
    if (values === undefined) continue;
    const shown = names.map((name, at) => [
      name,
      name === "unit" ? tr(values[at] ?? "") : values[at],
    ]);
    return trTemplate(text, Object.fromEntries(shown) as Values);
  }
  return problem;
}
