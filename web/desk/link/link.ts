// The lab's whole state as the hash of the address, readable and writable by hand:
//
//   #/lab?v=1&model=2026.1&scenario=lab&set=traffic.rate:12000
//        &do=61853700~polling.enabled:true,polling.quota:5&t=61900000&head=61900000
//        &speed=0.002&view=150000&loop=61800000-61900000&select=8412&play=1&look=projector
//        &question=poll-instead
//
// set: settings at the start that differ from the scenario's. do: interventions as cycle~changes, joined by ";". A drag
// has a short form: "+15000~2400" means 15000 cycles later, the same knob (link-changes.ts).
// challenge: the number of the challenge that the machine belongs to.
// capture: the capture file, name~packets~digest; links do not contain the file itself.
// program: the kernel that somebody has written, with its text (program-field.ts). The page of such kernels has links of its own,
// "#/workshop?...", with the same fields.
// The fields from speed on say how the machine is shown: link-fields.ts has a row for each.
// Every field but the scenario may be left out. No field may be given twice. The parser checks every field and names
// the wrong one. It tells a newer schema and another model apart from a broken link.
import { msg, tr } from "../../i18n/i18n";
import type { Capture, Catalogue, Scenario } from "../../generated/model";
import { problemCollector, RefusedError } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import { decode, decodeName, fieldsOfHash, firstReading, splitQuery } from "./link-repair";
import {
  refuse,
  duplicateField,
  parseChanges,
  parseInterventions,
  parseWholeNumber,
  changesFromBase,
  catalogueForChanges,
  parseBase,
  formatChanges,
  formatInterventions,
} from "./link-changes";
import {
  parseNumber,
  VIEW_FIELDS,
  type LinkedValues,
  type LinkMachine,
  type ViewState,
} from "./link-fields";
import { formatProgram, parseProgram } from "./program-field";
import { challengeMachine, challengeOfMachine } from "../../model/challenge-machine";
import { encodeText } from "../../lib/format/cut-text";

export const LINK_SCHEMA = 1;

export interface ParsedLink {
  scenario: Scenario;
  base: Scenario;
  /** Cycles; null: the lab's initial view. */
  t: number | null;
  head: number | null;
  /** How the machine is shown; what is left out stays as it is in the page that opens the link. */
  view: LinkedValues;
  /** The model version that wrote the link, if it is another one; else null. */
  otherModel: string | null;
}

/** Parses the hash of a link of the lab, also one that mail or chat has damaged if there is no doubt what it was. Returns null
 * when the hash holds no state. Throws a RefusedError that names the wrong fields. */
export function parseLink(hash: string, catalogue: Catalogue): ParsedLink | null {
  const query = fieldsOfHash(hash, "lab") ?? fieldsOfHash(hash, "workshop");
  if (query === null) return null;
  const parse = (text: string) => parseFields(splitFields(text), catalogue);
  return firstReading(query, LINK_FIELDS, parse, ({ scenario, t, head }) => [scenario, t, head]);
}

function parseFields(fields: Map<string, string>, catalogue: Catalogue): ParsedLink {
  const version = fields.get("v") ?? String(LINK_SCHEMA);
  if (version !== String(LINK_SCHEMA)) {
    refuse("v", version, tr("this page does not know this kind of link"), String(LINK_SCHEMA));
  }
  const base = parseBase("scenario", fields.get("scenario"), catalogue);
  const problems: FieldProblem[] = [];
  const collectProblems = problemCollector(problems);
  const changes = fields.get("set") ?? "";
  const machine = catalogueForChanges(changes, base, catalogue);
  const set = collectProblems(() => parseChanges(changes, machine, "set"), {});
  const interventions = collectProblems(
    () => parseInterventions(fields.get("do") ?? "", machine),
    [],
  );
  const seed = collectProblems(() => parseIfGiven(fields, "seed", tr("a seed")), null);
  const capture = collectProblems(() => parseCapture(fields.get("capture")), null);
  const challenge = collectProblems(
    () => parseIfGiven(fields, "challenge", tr("a challenge's number")),
    null,
  );
  const packed = fields.get("program");
  const program = collectProblems(() => (packed === undefined ? null : parseProgram(packed)), null);
  const link: ParsedLink = {
    base,
    scenario: {
      ...base,
      ...(challenge === null ? {} : { id: challengeMachine(challenge) }),
      seed: seed ?? base.seed,
      settings: { ...base.settings, ...set },
      interventions: fields.has("do") ? interventions : base.interventions,
      ...(capture === null ? {} : { capture }),
      ...(program === null ? {} : { program }),
    },
    t: collectProblems(() => parseIfGiven(fields, "t", tr(CYCLES)), null),
    head: collectProblems(() => parseIfGiven(fields, "head", tr(CYCLES)), null),
    view: parseView(fields, { catalogue, machine, capture }, problems),
    otherModel: collectProblems(() => otherModel(fields.get("model"), catalogue.model), null),
  };
  const { t, head } = link;
  if (t !== null && head !== null && t > head) {
    collectProblems(
      () =>
        refuse(
          "t",
          String(t),
          tr("later than head (how far the run went)"),
          tr("0 to {head}", { head }),
        ),
      null,
    );
  }
  if (problems.length > 0) throw new RefusedError(problems);
  return link;
}

function parseView(
  fields: ReadonlyMap<string, string>,
  machine: LinkMachine,
  problems: FieldProblem[],
): LinkedValues {
  const collectProblems = problemCollector(problems);
  const values = VIEW_FIELDS.map(({ name, parse, without }) => {
    const text = fields.get(name);
    return text === undefined ? without : collectProblems(() => parse(text, machine), without);
  });
  const curves = Object.assign({}, ...values.map((one) => one.curves)) as LinkedValues["curves"];
  return Object.assign({}, ...values, { curves }) as LinkedValues;
}

/** A run, a position in it, and how it is shown. */
export interface LinkState extends ViewState {
  base: Scenario;
  scenario: Scenario;
  t: number;
  head: number;
}

/** The page that a link opens. */
export type LinkedPage = "lab" | "workshop";

export function formatLink(
  state: LinkState,
  catalogue: Catalogue,
  page: LinkedPage = "lab",
): string {
  const { scenario } = state;
  const { base, set } = changesFromBase(state.base, scenario, catalogue);
  const fields: [string, string][] = [
    ["v", String(LINK_SCHEMA)],
    ["model", encodeURIComponent(catalogue.model)],
    ["scenario", encodeURIComponent(base.id)],
  ];
  if (scenario.seed !== base.seed) fields.push(["seed", String(scenario.seed)]);
  if (Object.keys(set).length > 0) fields.push(["set", formatChanges(set)]);
  const { interventions } = scenario;
  if (interventions.length > 0 || base.interventions.length > 0)
    fields.push(["do", formatInterventions(interventions)]);
  if (scenario.capture !== undefined) {
    const { file, packets, digest } = scenario.capture;
    fields.push(["capture", `${encodeText(file)}~${packets}~${digest}`]);
  }
  const challenge = challengeOfMachine(scenario);
  if (challenge !== null) fields.push(["challenge", String(challenge)]);
  if (scenario.program !== undefined) fields.push(["program", formatProgram(scenario.program)]);
  fields.push(["t", String(Math.round(state.t))]);
  if (Math.round(state.head) !== Math.round(state.t)) {
    fields.push(["head", String(Math.round(state.head))]);
  }
  for (const { name, write } of VIEW_FIELDS) {
    const text = write(state, catalogue);
    if (text !== null) fields.push([name, text]);
  }
  return `#/${page}?${fields.map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/** The names of the fields of a link. */
export const LINK_FIELDS: readonly string[] = [
  ...[
    "v",
    "model",
    "scenario",
    "seed",
    "set",
    "do",
    "capture",
    "challenge",
    "program",
    "t",
    "head",
  ],
  ...VIEW_FIELDS.map(({ name }) => name),
];

/** Fields that an embedded page ignores. A link does not contain the capture file, only the lab has a panel for questions, and
 * only the page of programs has challenges. */
export const LAB_ONLY_FIELDS: readonly string[] = [
  ...["capture", "challenge"],
  ...VIEW_FIELDS.filter(({ isLabOnly }) => isLabOnly).map(({ name }) => name),
];

function splitFields(query: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { name, value } of splitQuery(query)) {
    const before = fields.get(name);
    if (!LINK_FIELDS.includes(name))
      refuse(name || tr("address"), value, tr("not a field of a link"), LINK_FIELDS.join(", "));
    if (before !== undefined) throw new RefusedError([duplicateField(name, before, value)]);
    fields.set(name, value);
  }
  return fields;
}

const CYCLES = msg("cycles from the start");

function parseIfGiven(fields: ReadonlyMap<string, string>, name: string, what: string) {
  const text = fields.get(name);
  return text === undefined ? null : parseNumber(name, text, 0, what);
}

const CAPTURE = msg("name~packets~fingerprint, the middle one a whole number");

function parseCapture(text: string | undefined): Capture | null {
  if (text === undefined) return null;
  const [file = "", packets = "", digest = ""] = text.split("~");
  if (/^[0-9a-f]{16}$/.test(digest)) {
    return {
      file: decodeName(file),
      packets: parseWholeNumber("capture", packets, tr(CAPTURE)),
      digest,
    };
  }
  return refuse("capture", text, tr("does not name a capture"), tr(CAPTURE));
}

function otherModel(text: string | undefined, ours: string): string | null {
  if (text === undefined || text === "") return null;
  const model = decode(text);
  if (/^[\w-]+(\.[\w-]+)*$/.test(model)) return model === ours ? null : model;
  return refuse("model", text, tr("not a version of the model"), ours);
}
