// The table of calls of kernel C (core/compiler/src/calls) as the editor and the reference show it. The table is data of the core;
// a sentence of it is translated where it is shown.
import { msg, tr } from "../../i18n/i18n";
import table from "../../generated/calls.json";
import type { CallContext, CallReference, ReferenceRow } from "../../generated/model";
import { DECLARATIONS, entrySignature, OWN } from "./c-text";

export const REFERENCE = table as unknown as CallReference;

const CONTEXTS: Record<CallContext, string> = {
  device: msg("device interrupt"),
  software: msg("software interrupt"),
  clock: msg("clock interrupt"),
  thread: msg("thread"),
  idle: msg("idle loop"),
  process: msg("system call of the firewall process"),
};

/** What a note about a call says below its signature. */
export function describeCall({ does, costs, step, contexts, linux }: ReferenceRow): string[] {
  const places = contexts.map((one) => tr(CONTEXTS[one]));
  return [
    tr(does),
    describeCost(costs, step),
    places.length === Object.keys(CONTEXTS).length
      ? tr("It may be called everywhere.")
      : tr("It may be called in: {places}.", { places: places.join(", ") }),
    ...(linux === "" ? [] : [tr("In Linux: {linux}.", { linux: tr(linux) })]),
  ];
}

function describeCost(costs: string, step: string | null): string {
  if (costs !== "") return tr(costs);
  return step === null
    ? tr("It costs only its statement.")
    : tr("It costs the step {step}.", { step });
}

/** A name that the editor knows. */
export interface KnownName {
  name: string;
  kind: "function" | "constant" | "variable" | "keyword";
  /** As C writes it. */
  signature: string;
  /** The sentences of its note. */
  note: readonly string[];
}

/** The names that every program has. */
export function referenceNames(): KnownName[] {
  const { calls, entry_points: entries, constants } = REFERENCE;
  return [
    ...calls.map((call) => ({
      name: call.name,
      kind: "function" as const,
      signature: call.signature,
      note: describeCall(call),
    })),
    ...entries.map((entry) => ({
      name: entry.name,
      kind: "function" as const,
      signature: entrySignature(entry),
      note: [tr("The machine calls it {when}.", { when: tr(entry.called) })],
    })),
    ...constants.map(({ name, means }) => ({
      name,
      kind: "constant" as const,
      signature: name,
      note: [tr(means)],
    })),
    ...Object.entries(DECLARATIONS).map(([name, signature]) => ({
      name,
      kind: "keyword" as const,
      signature,
      note: [tr(NOTES[name as keyof typeof DECLARATIONS])],
    })),
  ];
}

const NOTES: Record<keyof typeof DECLARATIONS, string> = {
  QUEUE: msg("Declares a queue of packets. It appears in the picture of the machine."),
  KNOB: msg("Declares a number that you can turn on the page."),
  EVENT: msg("Declares what threads sleep on and are woken by."),
  THREAD: msg("Declares a kernel thread. The machine starts it once."),
  TIMER: msg("Declares what the machine's timer runs, again and again."),
};

/** The names that a text declares, with the line of the first declaration. */
export function ownNames(text: string): KnownName[] {
  const found = new Map<string, KnownName>();
  for (const { form, kind } of OWN) {
    for (const match of text.matchAll(form)) {
      const [whole, name = ""] = match;
      if (name === "" || found.has(name)) continue;
      const line = text.slice(0, match.index).split("\n").length;
      const signature = whole.trim().replace(/\s+/g, " ");
      found.set(name, { name, kind, signature, note: [tr("Declared in line {line}.", { line })] });
    }
  }
  return [...found.values()];
}
