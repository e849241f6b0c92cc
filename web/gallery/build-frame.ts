// Builds a frame from plain fields, for the gallery and for tests: the same array as the engine's. Fields that are
// left out are zero, empty or "none".
import {
  FRAME_FIELDS,
  FRAME_HEADER_LENGTH,
  FRAME_SECTIONS,
  FRAME_VERSION,
} from "../generated/layout";
import { readFrame, type Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";

type Table = keyof typeof FRAME_FIELDS;
type SectionName = Exclude<Table, "header">;
type Rows = readonly (readonly number[])[];

/** Some fields of a row, as the frame's readers return them. */
export type RowFields<T extends Table> = {
  [N in (typeof FRAME_FIELDS)[T][number]]?: Value<T extends SectionName ? Frame[T] : Frame, N>;
};
type Value<Readers, N> = N extends keyof Readers
  ? Readers[N] extends (row: number) => infer V
    ? V
    : Readers[N]
  : never;

export type ContextFields = RowFields<"contexts">;

export interface PlaceFields extends Omit<RowFields<"places">, "count" | "contents"> {
  packets?: readonly number[];
  /** Since the start. */
  totalDrops?: number;
  totalWasted?: number;
}

export type LineFields = RowFields<"lines">;

export type CounterFields = RowFields<"window">;

export interface FrameFields extends RowFields<"header"> {
  contexts?: readonly ContextFields[];
  places?: readonly PlaceFields[];
  lines?: readonly LineFields[];
  gates?: readonly RowFields<"gates">[];
  window?: CounterFields;
  total?: CounterFields;
  /** Rows with the fields in the engine's order. */
  moves?: Rows;
  recentDrops?: Rows;
  spans?: Rows;
  columns?: Rows;
  depths?: readonly (readonly [number, number])[];
  events?: Rows;
  packetSteps?: Rows;
  packetFacts?: readonly number[];
  latency?: Rows;
  flows?: readonly number[];
  cpu?: readonly number[];
  callStacks?: Rows;
  codeLines?: Rows;
  codeFacts?: readonly number[];
}

const SECTIONS = Object.keys(FRAME_FIELDS).filter((name) => name !== "header") as SectionName[];

/** A row in the engine's order. Fields that are not given are `others`, or 0. */
function row<T extends Table>(table: T, fields: RowFields<T>, others: RowFields<T> = {}): number[] {
  const names: readonly (keyof RowFields<T>)[] = FRAME_FIELDS[table];
  return names.map((name) => Number(fields[name] ?? others[name] ?? 0));
}

export function buildFrame(topology: Topology, fields: FrameFields): Frame {
  const noWork = { step: -1, packet: -1 };
  const contents = topology.places.flatMap((_, index) => fields.places?.[index]?.packets ?? []);
  const rows: Record<SectionName, Rows> = {
    contexts: topology.contexts.map((_, index) =>
      row("contexts", fields.contexts?.[index] ?? {}, noWork),
    ),
    places: placeRows(topology, fields),
    contents: contents.map((packet) => [packet]),
    lines: topology.lines.map((_, index) =>
      row("lines", fields.lines?.[index] ?? {}, { enabled: true }),
    ),
    gates: topology.gates.map((_, index) => row("gates", fields.gates?.[index] ?? {})),
    window: counterRows(fields.window ?? {}),
    total: counterRows(fields.total ?? fields.window ?? {}),
    moves: fields.moves ?? [],
    recentDrops: fields.recentDrops ?? [],
    spans: fields.spans ?? [],
    columns: fields.columns ?? [],
    depths: fields.depths ?? [],
    events: fields.events ?? [],
    packetSteps: fields.packetSteps ?? [],
    packetFacts: (fields.packetFacts ?? []).map((value) => [value]),
    latency: fields.latency ?? [],
    dropTotals: topology.places.map((_, index) => {
      const place = fields.places?.[index];
      return [place?.totalDrops ?? place?.drops ?? 0, place?.totalWasted ?? place?.wasted ?? 0];
    }),
    flows: topology.edges.map((_, index) => [fields.flows?.[index] ?? 0]),
    cpu: topology.contexts.map((_, index) => [fields.cpu?.[index] ?? 0]),
    cpus: Array.from({ length: topology.cpus }, () => row("cpus", fields)),
    callStacks: fields.callStacks ?? [],
    codeLines: fields.codeLines ?? [],
    codeFacts: (fields.codeFacts ?? []).map((value) => [value]),
  };
  return readFrame(assemble(header(fields), rows));
}

function assemble(head: readonly number[], rows: Record<SectionName, Rows>): Float64Array {
  const numbers = [...head];
  SECTIONS.forEach((section, index) => {
    numbers[FRAME_SECTIONS + 2 * index] = numbers.length;
    numbers[FRAME_SECTIONS + 2 * index + 1] = rows[section].length;
    for (const row of rows[section]) numbers.push(...row);
  });
  return Float64Array.from(numbers);
}

function header(fields: FrameFields): number[] {
  const t = fields.t ?? 0;
  const ends = { version: FRAME_VERSION, head: t, to: t, windowTo: t };
  const flags = { spansComplete: true, stepLevel: true };
  const others = { ...ends, ...flags, selected: -1, lastIntervention: -1 };
  const numbers = row("header", fields, others);
  return [...numbers, ...new Array<number>(FRAME_HEADER_LENGTH - numbers.length).fill(0)];
}

function placeRows(topology: Topology, fields: FrameFields): number[][] {
  // The contents follow the header, the contexts and the places.
  let contents =
    FRAME_HEADER_LENGTH +
    topology.contexts.length * FRAME_FIELDS.contexts.length +
    topology.places.length * FRAME_FIELDS.places.length;
  return topology.places.map(({ capacity }, index) => {
    const { packets = [], ...shown } = fields.places?.[index] ?? {};
    const count = packets.length;
    contents += count;
    return row("places", { ...shown, count, contents: contents - count }, { capacity });
  });
}

function counterRows(counters: CounterFields): number[][] {
  return row("window", counters).map((value) => [value]);
}
