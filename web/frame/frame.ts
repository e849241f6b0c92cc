// Reads the Float64Array that the engine answers with. Names its offsets, copies nothing, and creates no object for a
// packet. Rows are addressed by number; times are cycles.
//
//   [0..64)  header: t, head, range, window ...; [16+2k], [17+2k] = offset and rows of section k
//   then     the sections, each `rows` times its stride
import { FRAME_CODE_FACT, FRAME_SECTION } from "../generated/layout";

export const FRAME_VERSION = 2;
const HEADER_LENGTH = 64;

export { FRAME_SECTION as Section, FRAME_CODE_FACT as CodeFact };
export type SectionName = keyof typeof FRAME_SECTION;

export const ContextState = { idle: 0, running: 1, preempted: 2, blocked: 3, hung: 4 } as const;
export const PacketOutcome = { inside: 0, delivered: 1, dropped: 2 } as const;
export const EventKind = { arrival: 0, refused: 1, sent: 2, intervention: 3, dropped: 4 } as const;

/** The counters of a window or of the whole run, in the order of sections WINDOW and TOTAL. */
export interface Counters {
  readonly arrived: number;
  readonly delivered: number;
  readonly dropped: number;
  readonly insideAtStart: number;
  readonly inside: number;
  readonly latencyCycles: number;
  readonly droppedCycles: number;
  readonly insideCycles: number;
  readonly elapsedCycles: number;
  readonly wastedCycles: number;
  readonly refused: number;
  readonly interrupts: number;
}

export interface Frame {
  readonly data: Float64Array;
  readonly t: number;
  readonly head: number;
  readonly traceFrom: number;
  readonly from: number;
  readonly to: number;
  readonly width: number;
  readonly running: number;
  readonly level: number;
  /** The window is [windowFrom, windowTo). Both are times at which the counters were recorded: multiples of ten milliseconds,
   * after a change every tenth of a millisecond and then every millisecond. */
  readonly windowFrom: number;
  readonly windowTo: number;
  readonly selected: number;
  /** The spans cover all of [from, to]. If false, the frame has only columns. */
  readonly spansComplete: boolean;
  readonly lastIntervention: number;
  readonly stepLevel: boolean;
  readonly window: Counters;
  readonly total: Counters;
  /** The number of rows of a section. */
  rowCount(section: SectionName): number;
  /** The index in `data` of the first field of a row. */
  offset(section: SectionName, row: number): number;
}

/** Numbers in a row of each section. */
export const STRIDE: Record<SectionName, number> = {
  contexts: 8,
  places: 8,
  contents: 1,
  lines: 6,
  gates: 2,
  window: 1,
  total: 1,
  moves: 8,
  recentDrops: 6,
  spans: 8,
  columns: 0, // the number of contexts
  depths: 2,
  events: 4,
  packetSteps: 6,
  packetFacts: 1,
  latency: 3,
  dropTotals: 2,
  flows: 1,
  cpu: 1,
  cpus: 2,
  callStacks: 5,
  codeLines: 5,
  codeFacts: 1,
};

/** Positions of the fields in a row. */
export const ContextField = {
  state: 0,
  step: 1,
  packet: 2,
  progress: 3,
  stepCycles: 4,
  share: 5,
  depth: 6,
  cycles: 7,
} as const;
export const PlaceField = {
  count: 0,
  capacity: 1,
  contents: 2,
  firstSlot: 3,
  sent: 4,
  drops: 5,
  wasted: 6,
  entered: 7,
} as const;
export const LineField = {
  asserted: 0,
  enabled: 1,
  pending: 2,
  inService: 3,
  taken: 4,
  pendingShare: 5,
} as const;
export const MoveField = {
  packet: 0,
  edge: 1,
  progress: 2,
  context: 3,
  moving: 4,
  begin: 5,
  end: 6,
  stream: 7,
} as const;
export const RecentDropField = {
  packet: 0,
  place: 1,
  time: 2,
  wasted: 3,
  kind: 4,
  stream: 5,
} as const;
export const SpanField = {
  context: 0,
  depth: 1,
  step: 2,
  begin: 3,
  end: 4,
  packet: 5,
  outcome: 6,
  flags: 7,
} as const;
export const EventField = { time: 0, packet: 1, kind: 2, place: 3 } as const;
export const PacketStepField = {
  step: 0,
  context: 1,
  begin: 2,
  end: 3,
  cycles: 4,
  depth: 5,
} as const;

export const CallStackField = { context: 0, depth: 1, step: 2, packet: 3, isCurrent: 4 } as const;
export const CodeLineField = {
  visits: 0,
  cycles: 1,
  wastedVisits: 2,
  wastedCycles: 3,
  undecidedCycles: 4,
} as const;
export class FrameError extends Error {
  override name = "FrameError";
}

/** Wraps the engine's array. Throws a FrameError if it is not a frame of this version. */
export function readFrame(data: Float64Array): Frame {
  if (data.length < HEADER_LENGTH) {
    throw new FrameError(`a frame has at least ${HEADER_LENGTH} numbers, this has ${data.length}`);
  }
  if (data[0] !== FRAME_VERSION) {
    throw new FrameError(
      `the frame has version ${data[0]}; this page reads version ${FRAME_VERSION}`,
    );
  }
  return new FrameView(data);
}

class FrameView implements Frame {
  constructor(readonly data: Float64Array) {}

  get t() {
    return this.header(1);
  }
  get head() {
    return this.header(2);
  }
  get traceFrom() {
    return this.header(3);
  }
  get from() {
    return this.header(4);
  }
  get to() {
    return this.header(5);
  }
  get width() {
    return this.header(6);
  }
  get running() {
    return this.header(7);
  }
  get level() {
    return this.header(8);
  }
  get windowFrom() {
    return this.header(9);
  }
  get windowTo() {
    return this.header(14);
  }
  get selected() {
    return this.header(10);
  }
  get spansComplete() {
    return this.header(11) === 1;
  }
  get lastIntervention() {
    return this.header(12);
  }
  get stepLevel() {
    return this.header(13) === 1;
  }
  get window(): Counters {
    return new CountersView(this.data, this.offset("window", 0));
  }
  get total(): Counters {
    return new CountersView(this.data, this.offset("total", 0));
  }

  rowCount(section: SectionName): number {
    return this.header(17 + 2 * FRAME_SECTION[section]);
  }

  offset(section: SectionName, counter: number): number {
    const stride = section === "columns" ? this.rowCount("contexts") : STRIDE[section];
    return this.header(16 + 2 * FRAME_SECTION[section]) + counter * stride;
  }

  private header(index: number): number {
    return this.data[index] as number;
  }
}

class CountersView implements Counters {
  constructor(
    private readonly data: Float64Array,
    private readonly offset: number,
  ) {}

  get arrived() {
    return this.row(0);
  }
  get delivered() {
    return this.row(1);
  }
  get dropped() {
    return this.row(2);
  }
  get insideAtStart() {
    return this.row(3);
  }
  get inside() {
    return this.row(4);
  }
  get latencyCycles() {
    return this.row(5);
  }
  get droppedCycles() {
    return this.row(6);
  }
  get insideCycles() {
    return this.row(7);
  }
  get elapsedCycles() {
    return this.row(8);
  }
  get wastedCycles() {
    return this.row(9);
  }
  get refused() {
    return this.row(10);
  }
  get interrupts() {
    return this.row(11);
  }

  private row(index: number): number {
    return this.data[this.offset + index] as number;
  }
}

/** Reads one field of one row. */
export function readField(
  frame: Frame,
  section: SectionName,
  row: number,
  position: number,
): number {
  return frame.data[frame.offset(section, row) + position] as number;
}

/** Cycles as a share of the window's CPU time, all CPUs together. */
export function shareOfWindow(frame: Frame, cycles: number): number {
  const available = frame.window.elapsedCycles * frame.rowCount("cpus");
  return available > 0 ? cycles / available : 0;
}

/**
 * The packets in a place, oldest first. A frame lists at most the newest 1,024 packets of a place; `unlisted` counts
 * the older ones.
 */
export function packetsAt(
  frame: Frame,
  place: number,
): { packets: Float64Array; unlisted: number } {
  const offset = (row: number) =>
    frame.data[frame.offset("places", row) + PlaceField.contents] ?? 0;
  const first = offset(place);
  const count = frame.data[frame.offset("places", place) + PlaceField.count] ?? 0;
  const isLast = place + 1 >= frame.rowCount("places");
  const end = isLast ? frame.offset("contents", 0) + frame.rowCount("contents") : offset(place + 1);
  const listed = Math.max(0, Math.min(count, end - first));
  return { packets: frame.data.subarray(first, first + listed), unlisted: count - listed };
}

/** Whether the window begins at the last change. It begins when the counters are recorded, within a millisecond of it. */
export function startsAtChange(
  { lastIntervention, windowFrom }: Pick<Frame, "lastIntervention" | "windowFrom">,
  clockHertz: number,
): boolean {
  return lastIntervention > 0 && Math.abs(windowFrom - lastIntervention) <= clockHertz / 1e3;
}
