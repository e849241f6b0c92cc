// Settings in a lesson's text: `set="traffic.rate=12000 queues.ipintrq=100"`. check.ts checks whether the paths exist and
// the values are allowed.
import type { Catalogue, Scenario, Value } from "../generated/model";
import type { Choices, Settings } from "./lesson";

export interface ParsedSettings {
  settings: Settings;
  /** Parts that are not of the form path=value. */
  wrong: string[];
}

export function parseSettings(text: string): ParsedSettings {
  const settings: Settings = {};
  const wrong: string[] = [];
  for (const part of text.split(/\s+/).filter((one) => one !== "")) {
    const [, path, value] = /^([a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+)=(\S+)$/.exec(part) ?? [];
    if (path === undefined || value === undefined || path in settings) wrong.push(part);
    else settings[path] = parseValue(value);
  }
  return { settings, wrong };
}

/** "traffic.pattern=jittered,bursty" -> the listed values of each path; null if a part is of another form. */
export function parseChoices(text: string): Choices | null {
  const { settings, wrong } = parseSettings(text);
  const listed = Object.entries(settings).map(([path, value]) => [path, String(value).split(",")]);
  const isWhole = listed.every(([, values]) => values?.length && !values.includes(""));
  return wrong.length === 0 && isWhole ? (Object.fromEntries(listed) as Choices) : null;
}

const GROUP = /^([a-z][a-z0-9_]*)\.\*$/;

/** The paths of a list in which "polling.*" means every parameter that begins with "polling.". */
export function expandPaths(paths: readonly string[], { parameters }: Catalogue): string[] {
  const all = paths.flatMap((one) => {
    const group = GROUP.exec(one)?.[1];
    if (group === undefined) return [one];
    return parameters.filter(({ path }) => path.startsWith(`${group}.`)).map(({ path }) => path);
  });
  return [...new Set(all)];
}

/** A switch is true or false. "off" is a word: some parameters have it among their choices. */
export function parseValue(text: string): Value {
  if (text === "true") return true;
  if (text === "false") return false;
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

export function formatSettings(settings: Settings): string {
  return Object.entries(settings)
    .map(([path, value]) => `${path}=${String(value)}`)
    .join(" ");
}

/** A scenario with settings on top. They are sorted, so that the same settings always make the same text. */
export function withSettings(scenario: Scenario, set: Settings, seed = scenario.seed): Scenario {
  const settings = Object.entries({ ...scenario.settings, ...set });
  settings.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...scenario, seed, settings: Object.fromEntries(settings) };
}
