// The lab's whole state as the hash of the address, readable and writable by hand:
//
//   #/lab?v=1&model=2026.1&scenario=lab&set=traffic.rate:12000
//        &do=61853700~polling.enabled:true,polling.quota:5&t=61900000&head=61900000
//        &speed=0.002&view=150000&loop=61800000-61900000&select=8412&play=1&look=projector
//        &question=poll-instead
//
// set: settings at the start that differ from the scenario's. do: interventions as cycle~changes, joined by ";". A drag
// has a short form: "+15000~2400" means 15000 cycles later, the same knob (link-changes.ts).
// capture: the capture file, name~packets~digest; links do not contain the file itself.
// view: from-to in cycles, where "from" may be before 0; a single number is the width while following.
// loop: from-to in cycles, a range that plays round and round.
// across, up: the axes of the curves, if they are not the offered rate and the delivered packets; pins: the pinned curves
// (link-curves.ts).
// look: projector or auto; it applies to the page that the link opens and is not stored.
// question: the question of the page Explore that is asked about the machine; the page shows it beside the lab.
// code: 1 opens the code view.
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
import { formatCurves, parseAxis, parsePinned, parseMeasure } from "./link-curves";
import { RATE_PATH } from "../../model/curve-axis";
import { DEFAULT_CHOICES, type CurveChoices, type PinnedCurve } from "../../model/curve-choices";
import type { MeasureId } from "../../model/measures/measures";
import type { Speed } from "../../model/playback";
import { LAYOUTS, type Layout } from "../../model/preferences";
import { encodeText } from "../../lib/format/cut-text";

export const LINK_SCHEMA = 1;

export interface ParsedLink {
  scenario: Scenario;
  base: Scenario;
  /** Cycles; null: the lab's initial view. */
  t: number | null;
  head: number | null;
  speed: Speed | null;
  /** The timeline's range in cycles, if it was chosen by hand; it may begin before 0. */
  view: { from: number; to: number } | null;
  /** The timeline's width in cycles while it follows the shown time; 0: the speed decides. */
  viewWidth: number;
  /** The range that plays round and round, in cycles. */
  loop: { from: number; to: number } | null;
  selectedPacket: number;
  playing: boolean | null;
  /** null: the preference of whoever opens the link. */
  layout: Layout | null;
  /** The axes of the curves. */
  axisPath: string;
  measure: MeasureId;
  /** null: none if the link has a question, else those of the page that opens the link. */
  pinned: readonly PinnedCurve[] | null;
  /** Id of the question that is asked about the machine. */
  question: string | null;
  /** Whether the code view is open. */
  showsCode: boolean;
  /** The model version that wrote the link, if it is another one; else null. */
  otherModel: string | null;
}

/** Parses the hash of a link of the lab, also one that mail or chat has damaged if there is no doubt what it was. Returns null
 * when the hash holds no state. Throws a RefusedError that names the wrong fields. */
export function parseLink(hash: string, catalogue: Catalogue): ParsedLink | null {
  const query = fieldsOfHash(hash, "lab");
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
  const seed = collectProblems(() => parseNumberField(fields, "seed", 0, tr("a seed")), null);
  const capture = collectProblems(() => parseCapture(fields.get("capture")), null);
  const link: ParsedLink = {
    base,
    scenario: {
      ...base,
      seed: seed ?? base.seed,
      settings: { ...base.settings, ...set },
      interventions: fields.has("do") ? interventions : base.interventions,
      ...(capture === null ? {} : { capture }),
    },
    t: collectProblems(() => parseNumberField(fields, "t", 0, tr(CYCLES)), null),
    head: collectProblems(() => parseNumberField(fields, "head", 0, tr(CYCLES)), null),
    speed: collectProblems(() => parseSpeed(fields.get("speed")), null),
    ...collectProblems(() => parseView(fields.get("view")), NO_VIEW),
    loop: collectProblems(() => parseLoop(fields.get("loop")), null),
    selectedPacket:
      collectProblems(() => parseNumberField(fields, "select", 1, tr("a packet's number")), null) ??
      -1,
    playing: collectProblems(() => parsePlaying(fields.get("play")), null),
    layout: collectProblems(() => parseLayout(fields.get("look")), null),
    axisPath: collectProblems(() => parseAxis(fields.get("across"), machine), RATE_PATH),
    measure: collectProblems(() => parseMeasure(fields.get("up")), DEFAULT_CHOICES.measure),
    pinned: collectProblems(() => parsePinned(fields.get("pins"), catalogue, capture), null),
    question: collectProblems(() => parseQuestion(fields.get("question")), null),
    showsCode: collectProblems(() => parseShowsCode(fields.get("code")), false),
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

export interface LinkState {
  base: Scenario;
  scenario: Scenario;
  t: number;
  head: number;
  speed: Speed;
  view: { from: number; to: number } | null;
  viewWidth: number;
  loop: { from: number; to: number } | null;
  selectedPacket: number;
  playing: boolean;
  layout: Layout;
  curves: CurveChoices;
  question: string | null;
  showsCode: boolean;
}

export function formatLink(state: LinkState, catalogue: Catalogue): string {
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
  fields.push(["t", String(Math.round(state.t))]);
  if (Math.round(state.head) !== Math.round(state.t)) {
    fields.push(["head", String(Math.round(state.head))]);
  }
  fields.push(["speed", Number.isFinite(state.speed) ? String(state.speed) : "max"]);
  if (state.view !== null) {
    fields.push(["view", `${Math.round(state.view.from)}-${Math.round(state.view.to)}`]);
  } else if (state.viewWidth > 0) {
    fields.push(["view", String(Math.max(1, Math.round(state.viewWidth)))]);
  }
  if (state.loop !== null) {
    fields.push(["loop", `${Math.round(state.loop.from)}-${Math.round(state.loop.to)}`]);
  }
  if (state.selectedPacket > 0) fields.push(["select", String(state.selectedPacket)]);
  fields.push(["play", state.playing ? "1" : "0"]);
  fields.push(...formatCurves(state.curves, catalogue));
  if (state.layout !== "auto") fields.push(["look", state.layout]);
  if (state.question !== null) fields.push(["question", state.question]);
  if (state.showsCode) fields.push(["code", "1"]);
  return `#/lab?${fields.map(([name, value]) => `${name}=${value}`).join("&")}`;
}

/** The names of the fields of a link. */
export const LINK_FIELDS: readonly string[] = [
  "v",
  "model",
  "scenario",
  "seed",
  "set",
  "do",
  "capture",
  "t",
  "head",
  "speed",
  "view",
  "loop",
  "select",
  "play",
  "across",
  "up",
  "pins",
  "look",
  "question",
  "code",
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

function parseNumberField(fields: Map<string, string>, name: string, min: number, what: string) {
  const text = fields.get(name);
  if (text === undefined) return null;
  const max = Number.MAX_SAFE_INTEGER;
  const allowed = tr("{what}, {min} to {max}", { what, min, max });
  const value = parseWholeNumber(name, text, allowed);
  if (value < min || value > max) refuse(name, text, tr("out of range"), allowed);
  return value;
}

function parsePlaying(text: string | undefined): boolean | null {
  if (text === undefined) return null;
  if (text === "1" || text === "0") return text === "1";
  return refuse(
    "play",
    text,
    tr("neither 1 nor 0"),
    tr("1 to open it playing, 0 to open it paused"),
  );
}

function parseShowsCode(text: string | undefined): boolean {
  if (text === undefined || text === "1" || text === "0") return text === "1";
  return refuse(
    "code",
    text,
    tr("neither 1 nor 0"),
    tr("1 to open the code view, 0 to keep it closed"),
  );
}

function parseSpeed(text: string | undefined): Speed | null {
  if (text === undefined) return null;
  if (text === "max") return Infinity;
  const speed = Number(text);
  if (text !== "" && speed >= 1e-6 && speed <= 100) return speed;
  return refuse(
    "speed",
    text,
    tr("not a speed"),
    tr("0.000001 to 100 simulated seconds per second, or max"),
  );
}

function parseLayout(text: string | undefined): Layout | null {
  if (text === undefined) return null;
  return (
    LAYOUTS.find((one) => one === text) ??
    refuse("look", text, tr("not a layout"), LAYOUTS.join(", "))
  );
}

/** Parses the id of a question. The page that shows it knows which questions there are. */
function parseQuestion(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^[a-z0-9-]{1,60}$/.test(text)) return text;
  return refuse(
    "question",
    text,
    tr("not the name of a question"),
    tr("letters, digits and hyphens"),
  );
}

const NO_VIEW: Pick<ParsedLink, "view" | "viewWidth"> = { view: null, viewWidth: 0 };

/** Parses "from-to". Both may be negative: a timeline that is zoomed out near the start shows time before 0. */
function parseView(text: string | undefined): Pick<ParsedLink, "view" | "viewWidth"> {
  if (text === undefined) return NO_VIEW;
  if (/^\d{1,16}$/.test(text) && Number(text) > 0) return { view: null, viewWidth: Number(text) };
  const [, from, to] = /^(-?\d{1,16})-(-?\d{1,16})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    return refuse("view", text, tr("not a range"), tr("from-to in cycles, or a width in cycles"));
  }
  const view = { from: Number(from), to: Number(to) };
  if (view.to <= view.from)
    refuse("view", text, tr("ends before it begins"), tr("from-to in cycles"));
  return { view, viewWidth: 0 };
}

function parseLoop(text: string | undefined): { from: number; to: number } | null {
  if (text === undefined) return null;
  const [, from, to] = /^(\d{1,16})-(\d{1,16})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    return refuse("loop", text, tr("not a range"), tr("from-to in cycles"));
  }
  const loop = { from: Number(from), to: Number(to) };
  if (loop.to <= loop.from)
    refuse("loop", text, tr("ends before it begins"), tr("from-to in cycles"));
  return loop;
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
