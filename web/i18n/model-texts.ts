// The texts of the simulator in the language of the page. The page reads them in four places: the catalogue of settings
// (engine/module.ts), the topology of a machine (engine/client.ts), its diagnosis (desk/lab/player.ts) and the problems of a
// scenario (engine/session-worker.ts). Each passes them through here, so views need not know that a name came from the core. Titles and texts of scenarios stay English in the
// data, because files and links contain them; whoever shows one calls `tr`. Ids, paths, procedures and the papers' names are
// never translated.
import type {
  Catalogue,
  Cure,
  Diagnosis,
  Message,
  MessageValue,
  Parameter,
  ProgramProblem as CoreProblem,
  ScenarioError,
  Topology,
} from "../generated/model";
import { tr, trTemplate } from "./i18n";

export function localizeCatalogue(catalogue: Catalogue): Catalogue {
  return {
    ...catalogue,
    parameters: catalogue.parameters.map(localizeParameter),
    groups: catalogue.groups.map((row) => ({
      ...row,
      label: localizeLabel(row.label),
      one_line: tr(row.one_line),
    })),
    profiles: catalogue.profiles.map((row) => ({
      ...row,
      label: localizeLabel(row.label),
      source: tr(row.source),
    })),
    designs: catalogue.designs.map((row) => ({
      ...row,
      name: localizeLabel(row.name),
      source: tr(row.source),
      one_line: tr(row.one_line),
    })),
    marks: catalogue.marks.map((row) => ({ ...row, label: tr(row.label) })),
  };
}

function localizeParameter(row: Parameter): Parameter {
  const { kind } = row;
  return {
    ...row,
    label: localizeLabel(row.label),
    one_line: tr(row.one_line),
    kind:
      kind.type === "choice"
        ? { ...kind, options: kind.options.map((one) => ({ ...one, label: tr(one.label) })) }
        : kind,
  };
}

/** "Offered rate"; or "lnread: copies the packet", of which only the step is translated. */
export function localizeLabel(text: string): string {
  const [procedure, step] = /^(.+?: )(.+)$/.exec(text)?.slice(1) ?? [];
  const whole = tr(text);
  if (whole === text && procedure !== undefined && step !== undefined) {
    return procedure + localizeName(step);
  }
  // A queue has the same name in a sentence and as a label.
  return /^\p{Lu}/u.test(text) ? whole.charAt(0).toUpperCase() + whole.slice(1) : whole;
}

export function localizeTopology(topology: Topology): Topology {
  const named = <Row extends { name: string }>(row: Row): Row => ({
    ...row,
    name: localizeName(row.name),
  });
  return {
    ...topology,
    contexts: topology.contexts.map(named),
    places: topology.places.map((row) => ({ ...named(row), drop: localizeName(row.drop) })),
    lines: topology.lines.map(named),
    gates: topology.gates.map((row) => ({
      ...named(row),
      on: localizeName(row.on),
      off: localizeName(row.off),
    })),
    steps: topology.steps.map((row) => ({ ...row, label: localizeName(row.label) })),
    code: topology.code.map((row) => ({ ...row, text: localizeName(row.text) })),
    // Of our programs; a learner's own words stay as they are.
    ...(topology.knobs && {
      knobs: topology.knobs.map((row) => ({ ...row, label: tr(row.label) })),
    }),
  };
}

/** A diagnosis in the language of the page. */
export interface ShownDiagnosis extends Omit<Diagnosis, "headline" | "sentences" | "cure"> {
  headline: string;
  sentence: string;
  cure: (Omit<Cure, "label"> & { label: string }) | null;
}

/** Reads the simulator's JSON. */
export function readDiagnosis(text: string): ShownDiagnosis {
  const { headline, sentences, cure, ...data } = JSON.parse(text) as Diagnosis;
  return {
    ...data,
    headline: translateMessage(headline),
    sentence: sentences.map(translateMessage).join(" "),
    cure: cure && { ...cure, label: translateMessage(cure.label) },
  };
}

/** What is happening to a machine whose kernel has stopped for good. Rates of the time before say nothing about it. */
export function diagnoseStop({
  field,
  problem,
}: {
  field: string;
  problem: string;
}): ShownDiagnosis {
  const headline = tr("The kernel has stopped.");
  const sentence = `${field} ${problem}`.trim();
  return { id: "stopped", tone: "bad", headline, sentence, cure: null, window_ms: 0 };
}

/** A place in a program: line and column, from 1. */
export type Place = Pick<CoreProblem, "line" | "column">;

/** What is wrong with a program, from one place to another, in the language of the page. */
export interface ProgramProblem {
  from: Place;
  to: Place;
  message: string;
  remedy: string;
}

/** Reads what is wrong with a program. */
export function readProblems(text: string): readonly ProgramProblem[] {
  return (JSON.parse(text) as CoreProblem[]).map(({ line, column, end, problem, remedy }) => ({
    from: { line, column },
    to: end,
    message: translateMessage(problem),
    remedy: translateMessage(remedy),
  }));
}

/** What is wrong in a scenario or a capture file, and what is allowed instead. */
export const translateProblem = ({ field, value, problem, allowed }: ScenarioError) => ({
  field: translateValue(field),
  value: translateValue(value),
  problem: translateMessage(problem),
  allowed: translateMessage(allowed),
});

/** A message of the simulator (core/text). If the name of a value begins with a capital letter, so does the value. */
export function translateMessage({ text, values }: Message): string {
  if (values.length === 0) {
    const whole = tr(text);
    return whole === text ? localizeName(text) : whole;
  }
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const shown = values.map((value, index) => {
    const [name = "", word] = [names[index], translateValue(value)];
    return [name, /^[A-Z]/.test(name) ? word.charAt(0).toUpperCase() + word.slice(1) : word];
  });
  return trTemplate(text, Object.fromEntries(shown) as Record<string, string>);
}

const translateValue = (value: MessageValue) =>
  typeof value === "string" ? (programQueue(value) ?? value) : translateMessage(value);

/** A queue of a program has the name that the program gives it: "queue ipintrq". */
function programQueue(name: string): string | null {
  const [, the, own, full] = /^(the )?queue ([A-Za-z_]\w*)( full)?$/.exec(name) ?? [];
  if (own === undefined) return null;
  if (full !== undefined) return tr("queue {name} full", { name: own });
  return the === undefined
    ? tr("queue {name}", { name: own })
    : tr("the queue {name}", { name: own });
}

/** A name with its numbers: "receive queue 2" is the text "receive queue {n}" in the catalogue. */
function localizeName(name: string): string {
  const queue = programQueue(name);
  if (queue !== null) return queue;
  const { text, values } = nameTemplate(name);
  return trTemplate(text, values);
}

/** Numbers, and interfaces with their numbers. */
const NUMBERS = /\b(?:ln|eth|fxp|fddi)?\d+(?:,\d{3})*\b/g;

/** "fxp0, queue 1" -> "{n}, queue {n2}", so that a catalogue has each name once, for any number of CPUs and interfaces. */
export function nameTemplate(name: string): { text: string; values: Record<string, string> } {
  const values: Record<string, string> = {};
  const text = name.replace(NUMBERS, (number) => {
    const count = Object.keys(values).length + 1;
    const key = count === 1 ? "n" : `n${count}`;
    values[key] = number;
    return `{${key}}`;
  });
  return { text, values };
}
