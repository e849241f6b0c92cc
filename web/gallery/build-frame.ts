// Builds a frame from plain fields, for the gallery and for tests: the same array as the engine's. Fields that are
// left out are zero, empty or "none".
import {
  FRAME_VERSION,
  readFrame,
  Section,
  STRIDE,
  type Frame,
  type SectionName,
} from "../frame/frame";
import type { Topology } from "../frame/topology";

export interface ContextFields {
  /** 0 idle, 1 running, 2 preempted, 3 blocked, 4 hung. */
  state?: number;
  step?: number;
  packet?: number;
  progress?: number;
  stepCycles?: number;
  share?: number;
  depth?: number;
  cycles?: number;
}

export interface PlaceFields {
  packets?: readonly number[];
  capacity?: number;
  firstSlot?: number;
  sent?: number;
  drops?: number;
  wasted?: number;
  entered?: number;
  /** Since the start. */
  totalDrops?: number;
  totalWasted?: number;
}

export interface LineFields {
  asserted?: boolean;
  enabled?: boolean;
  pending?: boolean;
  inService?: boolean;
  taken?: number;
  pendingShare?: number;
}

export interface CounterFields {
  arrived?: number;
  delivered?: number;
  dropped?: number;
  insideAtStart?: number;
  inside?: number;
  latencyCycles?: number;
  droppedCycles?: number;
  insideCycles?: number;
  elapsedCycles?: number;
  wastedCycles?: number;
  refused?: number;
  interrupts?: number;
}

export interface FrameFields {
  t?: number;
  head?: number;
  traceFrom?: number;
  from?: number;
  to?: number;
  width?: number;
  running?: number;
  level?: number;
  windowFrom?: number;
  windowTo?: number;
  selected?: number;
  spansComplete?: boolean;
  lastIntervention?: number;
  stepLevel?: boolean;
  contexts?: readonly ContextFields[];
  places?: readonly PlaceFields[];
  lines?: readonly LineFields[];
  gates?: readonly { value: number; share: number }[];
  window?: CounterFields;
  total?: CounterFields;
  /** Rows with the fields in the engine's order. */
  moves?: readonly (readonly number[])[];
  recentDrops?: readonly (readonly number[])[];
  spans?: readonly (readonly number[])[];
  columns?: readonly (readonly number[])[];
  depths?: readonly (readonly [number, number])[];
  events?: readonly (readonly number[])[];
  packetSteps?: readonly (readonly number[])[];
  packetFacts?: readonly number[];
  latency?: readonly (readonly number[])[];
  flows?: readonly number[];
  cpu?: readonly number[];
  callStacks?: readonly (readonly number[])[];
  codeLines?: readonly (readonly number[])[];
  codeFacts?: readonly number[];
}

const SECTIONS = Object.keys(Section) as SectionName[];

export function buildFrame(topology: Topology, fields: FrameFields): Frame {
  const contexts = topology.contexts.map((_, index) => contextRow(fields.contexts?.[index] ?? {}));
  const contents = topology.places.flatMap((_, index) => fields.places?.[index]?.packets ?? []);
  const rows: Record<SectionName, readonly (readonly number[])[]> = {
    contexts,
    places: placeRows(topology, fields),
    contents: contents.map((packet) => [packet]),
    lines: topology.lines.map((_, index) => lineRow(fields.lines?.[index] ?? {})),
    gates: topology.gates.map((_, index) => {
      const gate = fields.gates?.[index];
      return [gate?.value ?? 0, gate?.share ?? 0];
    }),
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
    cpus: Array.from({ length: topology.cpus }, () => [fields.running ?? 0, fields.level ?? 0]),
    callStacks: fields.callStacks ?? [],
    codeLines: fields.codeLines ?? [],
    codeFacts: (fields.codeFacts ?? []).map((value) => [value]),
  };
  return readFrame(assemble(header(fields), rows));
}

function assemble(
  head: readonly number[],
  rows: Record<SectionName, readonly (readonly number[])[]>,
): Float64Array {
  const numbers = [...head];
  for (const section of SECTIONS) {
    numbers[16 + 2 * Section[section]] = numbers.length;
    numbers[17 + 2 * Section[section]] = rows[section].length;
    if (section === "contents") {
      const places = numbers[16 + 2 * Section.places] as number;
      shiftContents(numbers, places, rows.places.length, numbers.length);
    }
    for (const row of rows[section]) numbers.push(...row);
  }
  return Float64Array.from(numbers);
}

/** Offsets of contents are absolute, so they are shifted when the position of the section is known. */
function shiftContents(numbers: number[], places: number, count: number, by: number) {
  for (let place = 0; place < count; place += 1) {
    const index = places + place * STRIDE.places + 2;
    numbers[index] = (numbers[index] as number) + by;
  }
}

function header(picture: FrameFields): number[] {
  const t = picture.t ?? 0;
  const fields = [
    FRAME_VERSION,
    t,
    picture.head ?? t,
    picture.traceFrom ?? 0,
    picture.from ?? 0,
    picture.to ?? t,
    picture.width ?? 0,
    picture.running ?? 0,
    picture.level ?? 0,
    picture.windowFrom ?? 0,
    picture.selected ?? -1,
    (picture.spansComplete ?? true) ? 1 : 0,
    picture.lastIntervention ?? -1,
    (picture.stepLevel ?? true) ? 1 : 0,
    picture.windowTo ?? t,
  ];
  return [...fields, ...new Array<number>(64 - fields.length).fill(0)];
}

function contextRow(context: ContextFields): number[] {
  return [
    context.state ?? 0,
    context.step ?? -1,
    context.packet ?? -1,
    context.progress ?? 0,
    context.stepCycles ?? 0,
    context.share ?? 0,
    context.depth ?? 0,
    context.cycles ?? 0,
  ];
}

function placeRows(topology: Topology, picture: FrameFields): number[][] {
  let offset = 0;
  return topology.places.map((place, index) => {
    const shown = picture.places?.[index] ?? {};
    const count = shown.packets?.length ?? 0;
    const row = [
      count,
      shown.capacity ?? place.capacity,
      offset,
      shown.firstSlot ?? 0,
      shown.sent ?? 0,
      shown.drops ?? 0,
      shown.wasted ?? 0,
      shown.entered ?? 0,
    ];
    offset += count;
    return row;
  });
}

function lineRow(line: LineFields): number[] {
  return [
    line.asserted ? 1 : 0,
    (line.enabled ?? true) ? 1 : 0,
    line.pending ? 1 : 0,
    line.inService ? 1 : 0,
    line.taken ?? 0,
    line.pendingShare ?? 0,
  ];
}

function counterRows(counters: CounterFields): number[][] {
  const values = [
    counters.arrived ?? 0,
    counters.delivered ?? 0,
    counters.dropped ?? 0,
    counters.insideAtStart ?? 0,
    counters.inside ?? 0,
    counters.latencyCycles ?? 0,
    counters.droppedCycles ?? 0,
    counters.insideCycles ?? 0,
    counters.elapsedCycles ?? 0,
    counters.wastedCycles ?? 0,
    counters.refused ?? 0,
    counters.interrupts ?? 0,
  ];
  return [...values, 0, 0, 0, 0].map((value) => [value]);
}
