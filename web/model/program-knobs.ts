// The knobs that a program declares: KNOB(quota, 5, 1, 100, "packets in each callback"). A running machine says which it has
// (`Topology.knobs`). This reads those of a text that does not run yet, to keep the values that still fit.
import type { KernelProgram, Scenario } from "../generated/model";

/** The path of a knob in the settings of a run, as in core/src/scenario. */
export const knobPath = (name: string): string => `program.knobs.${name}`;

/** All knobs of a program, where a lesson names those that the learner may turn. */
export const ALL_PROGRAM_KNOBS = knobPath("*");

/** The name of the knob with this path; null: it is a setting. */
export const knobOfPath = (path: string): string | null =>
  path.startsWith(knobPath("")) ? path.slice(knobPath("").length) : null;

/** The same run of another program. It has values for its own knobs; those that were turned in the run may be unknown to it. */
export function withProgram(scenario: Scenario, program: KernelProgram): Scenario {
  const interventions = scenario.interventions.flatMap(({ at, set }) => {
    const kept = Object.entries(set).filter(([path]) => knobOfPath(path) === null);
    return kept.length === 0 ? [] : [{ at, set: Object.fromEntries(kept) }];
  });
  return { ...scenario, interventions, program };
}

export interface ProgramKnob {
  name: string;
  value: number;
  least: number;
  most: number;
  /** What it is, in the words of the person who wrote the program. */
  text: string;
}

/** Each part has a limit, so that no text takes long. */
const NUMBER = "\\s{0,80}([-\\w]{1,40})\\s{0,80}";
const FORM = new RegExp(
  `\\bKNOB\\s{0,80}\\(\\s{0,80}([A-Za-z_]\\w{0,80})\\s{0,80},${NUMBER},${NUMBER},${NUMBER},\\s{0,80}"((?:[^"\\\\\\n]|\\\\.){0,400})"`,
  "g",
);

export function programKnobs(text: string): ProgramKnob[] {
  const code = withoutComments(text);
  return [...code.matchAll(FORM)].flatMap(([, name = "", ...parts]) => {
    const [value = NaN, least = NaN, most = NaN] = parts
      .slice(0, 3)
      .map((one) => numberOf(one, code));
    const words = (parts[3] ?? "").replace(/\\(.)/g, "$1");
    const isComplete = [value, least, most].every(Number.isInteger) && least <= most;
    return isComplete ? [{ name, value, least, most, text: words }] : [];
  });
}

/** A number of C, or a constant that the program defines as one. */
function numberOf(word: string, code: string): number {
  const definitions = /^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\S{1,40})/gm;
  const isName = /^[A-Za-z_]/.test(word);
  const definition = isName
    ? [...code.matchAll(definitions)].find(([, name]) => name === word)
    : null;
  const defined = definition?.[2] ?? word;
  return /^-?(0x[0-9a-f]+|\d+)u?$/i.test(defined) ? Number(defined.replace(/u$/i, "")) : NaN;
}

/** The text without its comments. It goes through the text once, also if a comment has no end. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  while (from < text.length) {
    const at = text.indexOf("/", from);
    const sign = at < 0 ? "" : text[at + 1];
    if (at < 0) break;
    if (sign !== "*" && sign !== "/") {
      parts.push(text.slice(from, at + 1));
      from = at + 1;
      continue;
    }
    const [end, length] = sign === "*" ? ["*/", 2] : ["\n", 0];
    const to = text.indexOf(end, at + 2);
    parts.push(text.slice(from, at), " ");
    from = to < 0 ? text.length : to + length;
  }
  return parts.join("") + text.slice(from);
}
