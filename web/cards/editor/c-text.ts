// What C writes: signatures, declarations of kernel C, and the forms of declarations in a text.
import type { EntryPoint } from "../../generated/model";

/** "void lnintr(int unit)": what the machine calls has numbers as parameters. */
export function entrySignature({ name, parameters }: EntryPoint): string {
  const written = parameters.map(({ name: own, type }) => `${type} ${own}`);
  return `void ${name}(${written.join(", ") || "void"})`;
}

/** What a program declares for the machine and the page. */
export const DECLARATIONS = {
  QUEUE: "QUEUE(name, limit);",
  KNOB: 'KNOB(name, value, least, most, "what it is");',
  EVENT: "EVENT(name);",
  THREAD: "THREAD(name) { … }",
  TIMER: "TIMER(name, period) { … }",
} as const;

/** The condition of a breakpoint, for example. */
export const CONDITION_EXAMPLE = "quota == 0 && ipintrq.len > 40";

/** The forms of what a text declares. Each part has a limit, so that no text takes long. */
export const OWN: readonly { form: RegExp; kind: "function" | "constant" | "variable" }[] = [
  {
    form: /^[ \t]*(?:static\s+)?(?:void|int|unsigned|bool|struct\s+\w+\s*\*)\s*(\w+)\s{0,80}\([^;{}]{0,300}\)(?=\s{0,80}\{)/gm,
    kind: "function",
  },
  { form: /^[ \t]*#\s*define\s+(\w+)[^\n]*/gm, kind: "constant" },
  {
    form: /\b(?:QUEUE|KNOB|EVENT|THREAD|TIMER)\s{0,80}\(\s{0,80}(\w+)[^)\n]{0,300}\)/g,
    kind: "variable",
  },
  {
    form: /\b(?:void|int|unsigned|bool|struct\s+\w+\s*\*)\s*\*?(\w+)\s*(?==[^=]|;|,|\)|\[)/g,
    kind: "variable",
  },
];
