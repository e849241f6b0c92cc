// The search in the list of settings for the horizontal axis. A setting with the words in its name comes before one whose
// explanation has them. Pure.
import type { Parameter } from "../../generated/model";

export interface AxisGroup {
  title: string;
  parameters: readonly Parameter[];
}

/** The settings found, by group. */
export interface AxisMatches {
  groups: readonly AxisGroup[];
  /** What settings without effect on this machine need. */
  idle: readonly string[];
  /** The path that Enter chooses unless another one has been marked; null if the words name only settings without effect. */
  first: string | null;
}

/** `explainIdle`: for each matching setting that has no effect on this machine now, what it needs. */
export function searchSettings(
  groups: readonly AxisGroup[],
  explainIdle: (matches: (parameter: Parameter) => boolean) => readonly string[],
  query: string,
): AxisMatches {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = groups
    .map(({ title, parameters }) => ({
      title,
      parameters: parameters.filter((one) => has(`${textOf(one)} ${title}`, words)),
    }))
    .filter(({ parameters }) => parameters.length > 0);
  if (words.length === 0) {
    return { groups: found, idle: [], first: found[0]?.parameters[0]?.path ?? null };
  }
  const flat = found.flatMap(({ parameters }) => parameters);
  const isNamed = (one: Parameter) => has(nameOf(one), words);
  const namedIdle = explainIdle(isNamed);
  const named = flat.find(isNamed);
  const first = named ?? (namedIdle.length > 0 ? undefined : flat[0]);
  return {
    groups: found,
    idle: namedIdle.length > 0 ? namedIdle : explainIdle((one) => has(textOf(one), words)),
    first: first?.path ?? null,
  };
}

function nameOf({ label, path }: Parameter): string {
  return `${label} ${path}`;
}

function textOf(parameter: Parameter): string {
  return `${nameOf(parameter)} ${parameter.one_line}`;
}

function has(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
