// The fields of a link that say how a machine is shown: one row for each, with its name, how its text is parsed and written,
// and what a link without it means. The parser, the writer, the lab's initial state, and what is watched for changes
// are made of these rows; link.ts has the fields of the machine itself.
import { msg, tr } from "../../i18n/i18n";
import type { Capture, Catalogue } from "../../generated/model";
import type { Selection } from "../../frame/selection";
import { DEFAULT_CHOICES, type CurveChoices } from "../../model/curve-choices";
import { RATE_PATH } from "../../model/curve-axis";
import type { Speed } from "../../model/playback";
import { LAYOUTS, type Layout } from "../../model/preferences";
import { INITIAL_TIME } from "../clock/clock";
import { parseWholeNumber, refuse } from "./link-changes";
import { formatPinned, parseAxis, parseMeasure, parsePinned } from "./link-curves";

/** A range of time in cycles. A timeline that is zoomed out near the start shows time before 0. */
export interface CycleRange {
  from: number;
  to: number;
}

/** How a machine is shown, as a link carries it. */
export interface ViewState {
  speed: Speed;
  playing: boolean;
  /** The timeline's range when it does not follow the shown time. */
  range: CycleRange | null;
  /** The timeline's width while it follows the shown time, in cycles; 0: the speed decides. */
  viewWidth: number;
  /** The range that plays round and round. */
  loop: CycleRange | null;
  /** A link carries a selected packet, and no other selection. */
  selection: Selection;
  /** The page's layout: the preference, unless a link sets another one. */
  layout: Layout;
  /** What the chart of curves shows. */
  curves: CurveChoices;
  /** Id of the question of the page Explore that is asked about the machine. */
  question: string | null;
  /** Whether the code view is open. Its numbers are computed only then. */
  showsCode: boolean;
}

/** What a run has at first besides its clock. */
export const INITIAL_LOOK = {
  selection: null,
  layout: "auto",
  curves: DEFAULT_CHOICES,
  question: null,
  showsCode: false,
} as const satisfies Partial<ViewState>;

const { playing, speed, range, viewWidth, loop } = INITIAL_TIME;

export const INITIAL_VIEW: ViewState = {
  ...{ playing, speed, range, viewWidth, loop },
  ...INITIAL_LOOK,
};

/** What a link sets, and which of the choices of curves. What is left out stays as it is. */
export type LinkedValues = Partial<Omit<ViewState, "curves">> & { curves?: Partial<CurveChoices> };

/** What the texts of a link are read with. */
export interface LinkMachine {
  catalogue: Catalogue;
  /** The catalogue for the link's machine. */
  machine: Catalogue;
  capture: Capture | null;
}

interface ViewField {
  name: string;
  /** Refuses a wrong text. */
  parse(text: string, machine: LinkMachine): LinkedValues;
  /** Null: the link needs no such field. */
  write(view: ViewState, catalogue: Catalogue): string | null;
  /** What a link without the field sets. */
  without: LinkedValues;
  /** An embedded page ignores the field. */
  isLabOnly?: boolean;
}

const writeRange = ({ from, to }: CycleRange) => `${Math.round(from)}-${Math.round(to)}`;

export const VIEW_FIELDS: readonly ViewField[] = [
  {
    name: "speed",
    parse: (text) => ({ speed: parseSpeed(text) }),
    write: ({ speed }) => (Number.isFinite(speed) ? String(speed) : "max"),
    without: {},
  },
  {
    // From-to in cycles, where "from" may be before 0. A single number is the width while the timeline follows.
    name: "view",
    parse: parseTimeline,
    write({ range, viewWidth }) {
      if (range !== null) return writeRange(range);
      return viewWidth > 0 ? String(Math.max(1, Math.round(viewWidth))) : null;
    },
    without: { range: null, viewWidth: 0 },
  },
  {
    name: "loop",
    parse: (text) => ({ loop: parseRange("loop", text, /^(\d{1,16})-(\d{1,16})$/, tr(FROM_TO)) }),
    write: ({ loop }) => loop && writeRange(loop),
    without: { loop: null },
  },
  {
    name: "select",
    parse: (text) => ({
      selection: {
        kind: "packet",
        packet: parseNumber("select", text, 1, tr("a packet's number")),
      },
    }),
    write: ({ selection }) => (selection?.kind === "packet" ? String(selection.packet) : null),
    without: { selection: null },
  },
  {
    name: "play",
    parse: (text) => ({
      playing: parseFlag("play", text, tr("1 to open it playing, 0 to open it paused")),
    }),
    write: ({ playing }) => (playing ? "1" : "0"),
    without: {},
  },
  {
    name: "across",
    parse: (text, { machine }) => ({ curves: { axisPath: parseAxis(text, machine) } }),
    write: ({ curves: { axisPath } }) =>
      axisPath === RATE_PATH ? null : encodeURIComponent(axisPath),
    without: { curves: { axisPath: RATE_PATH } },
  },
  {
    name: "up",
    parse: (text) => ({ curves: { measure: parseMeasure(text) } }),
    write: ({ curves: { measure } }) => (measure === DEFAULT_CHOICES.measure ? null : measure),
    without: { curves: { measure: DEFAULT_CHOICES.measure } },
  },
  {
    name: "pins",
    parse: (text, { catalogue, capture }) => ({
      curves: { pinned: parsePinned(text, catalogue, capture) },
    }),
    write: ({ curves: { pinned } }, catalogue) => formatPinned(pinned, catalogue),
    without: {},
  },
  {
    // It applies to the page that the link opens, and is not stored.
    name: "look",
    parse: (text) => ({ layout: parseLayout(text) }),
    write: ({ layout }) => (layout === "auto" ? null : layout),
    without: {},
  },
  {
    name: "question",
    parse: (text) => ({ question: parseQuestion(text) }),
    write: ({ question }) => question,
    without: { question: null },
    isLabOnly: true,
  },
  {
    name: "code",
    parse: (text) => ({
      showsCode: parseFlag("code", text, tr("1 to open the code view, 0 to keep it closed")),
    }),
    write: ({ showsCode }) => (showsCode ? "1" : null),
    without: { showsCode: false },
  },
];

/** The view of a state that has more. */
export function viewOf(state: ViewState): ViewState {
  const names = Object.keys(INITIAL_VIEW) as (keyof ViewState)[];
  return Object.fromEntries(names.map((name) => [name, state[name]])) as unknown as ViewState;
}

export function parseNumber(name: string, text: string, min: number, what: string): number {
  const max = Number.MAX_SAFE_INTEGER;
  const allowed = tr("{what}, {min} to {max}", { what, min, max });
  const value = parseWholeNumber(name, text, allowed);
  if (value < min || value > max) refuse(name, text, tr("out of range"), allowed);
  return value;
}

function parseFlag(name: string, text: string, allowed: string): boolean {
  if (text === "1" || text === "0") return text === "1";
  return refuse(name, text, tr("neither 1 nor 0"), allowed);
}

function parseSpeed(text: string): Speed {
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

function parseLayout(text: string): Layout {
  return (
    LAYOUTS.find((one) => one === text) ??
    refuse("look", text, tr("not a layout"), LAYOUTS.join(", "))
  );
}

/** Parses the id of a question. The page that shows it knows which questions there are. */
function parseQuestion(text: string): string {
  if (/^[a-z0-9-]{1,60}$/.test(text)) return text;
  return refuse(
    "question",
    text,
    tr("not the name of a question"),
    tr("letters, digits and hyphens"),
  );
}

const FROM_TO = msg("from-to in cycles");

/** Parses the timeline's range "from-to", or its width while it follows the shown time. */
function parseTimeline(text: string): Pick<ViewState, "range" | "viewWidth"> {
  if (/^\d{1,16}$/.test(text) && Number(text) > 0) return { range: null, viewWidth: Number(text) };
  const allowed = tr("from-to in cycles, or a width in cycles");
  const range = parseRange("view", text, /^(-?\d{1,16})-(-?\d{1,16})$/, allowed);
  return { range, viewWidth: 0 };
}

function parseRange(name: string, text: string, form: RegExp, allowed: string): CycleRange {
  const [, from, to] = form.exec(text) ?? [];
  if (from === undefined || to === undefined) return refuse(name, text, tr("not a range"), allowed);
  const range = { from: Number(from), to: Number(to) };
  if (range.to <= range.from) refuse(name, text, tr("ends before it begins"), tr(FROM_TO));
  return range;
}
