// Reads every number of a frame. Generated from the table in core/src/frame/layout.rs by core/wasm/tests/types.rs:
// do not edit; `npm run fix` writes it anew. prettier-ignore keeps it as generated.
export const FRAME_VERSION = 2;
export const FRAME_HEADER_LENGTH = 64;
/** Where the header's table of sections begins: offset and number of rows of each. */
export const FRAME_SECTIONS = 16;
class Rows {
  /** Where the rows begin in the frame. */
  readonly offset: number;
  /** The number of rows. */
  readonly length: number;
  constructor(readonly data: Float64Array, section: number) {
    this.offset = data[FRAME_SECTIONS + 2 * section] as number;
    this.length = data[FRAME_SECTIONS + 2 * section + 1] as number;
  }
}
export const ContextState = { idle: 0, running: 1, preempted: 2, blocked: 3, hung: 4 } as const;
export type ContextState = (typeof ContextState)[keyof typeof ContextState];
export const EventKind = { arrival: 0, refused: 1, sent: 2, intervention: 3, dropped: 4 } as const;
export type EventKind = (typeof EventKind)[keyof typeof EventKind];
export const PacketOutcome = { inside: 0, delivered: 1, dropped: 2 } as const;
export type PacketOutcome = (typeof PacketOutcome)[keyof typeof PacketOutcome];
/** The fields of each row, in their order; a frame that is built by hand needs them. */
export const FRAME_FIELDS = {
  header: ["version", "t", "head", "traceFrom", "from", "to", "width", "running", "level", "windowFrom", "selected", "spansComplete", "lastIntervention", "stepLevel", "windowTo"],
  contexts: ["state", "step", "packet", "progress", "stepCycles", "share", "depth", "cycles"],
  places: ["count", "capacity", "contents", "firstSlot", "sent", "drops", "wasted", "entered"],
  contents: ["packet"],
  lines: ["asserted", "enabled", "pending", "inService", "taken", "pendingShare"],
  gates: ["on", "share"],
  window: ["arrived", "delivered", "dropped", "insideAtStart", "inside", "latencyCycles", "droppedCycles", "insideCycles", "elapsedCycles", "wastedCycles", "refused", "interrupts", "packetWorkCycles"],
  total: ["arrived", "delivered", "dropped", "insideAtStart", "inside", "latencyCycles", "droppedCycles", "insideCycles", "elapsedCycles", "wastedCycles", "refused", "interrupts", "packetWorkCycles"],
  moves: ["packet", "edge", "progress", "context", "moving", "begin", "end", "stream"],
  recentDrops: ["packet", "place", "time", "wasted", "afterWork", "stream"],
  spans: ["context", "depth", "step", "begin", "end", "packet", "outcome", "flags"],
  columns: ["share"],
  depths: ["least", "most"],
  events: ["time", "packet", "kind", "place"],
  packetSteps: ["step", "context", "begin", "end", "cycles", "depth"],
  packetFacts: ["packet", "arrived", "outcome", "place", "ended", "cycles", "stream", "bytes"],
  latency: ["low", "high", "count"],
  dropTotals: ["drops", "wasted"],
  flows: ["packets"],
  cpu: ["cycles"],
  cpus: ["running", "level"],
  callStacks: ["context", "depth", "step", "packet", "isCurrent"],
  codeLines: ["visits", "cycles", "wastedVisits", "wastedCycles", "undecidedCycles"],
  codeFacts: ["from", "to", "switchCycles", "idleCycles", "unlistedCycles"],
} as const;
/** Each context at the shown moment. */
class ContextRows extends Rows {
  state(row: number) { return this.data[this.offset + 8 * row + 0] as ContextState; }
  step(row: number) { return this.data[this.offset + 8 * row + 1] as number; }
  packet(row: number) { return this.data[this.offset + 8 * row + 2] as number; }
  /** The part of the step that is done, from 0 to 1. */ progress(row: number) { return this.data[this.offset + 8 * row + 3] as number; }
  /** CPU time of the whole step. */ stepCycles(row: number) { return this.data[this.offset + 8 * row + 4] as number; }
  /** CPU time in the window, as a share of one CPU. */ share(row: number) { return this.data[this.offset + 8 * row + 5] as number; }
  /** How many procedures are open. */ depth(row: number) { return this.data[this.offset + 8 * row + 6] as number; }
  /** CPU time in the window. */ cycles(row: number) { return this.data[this.offset + 8 * row + 7] as number; }
}
/** Each queue, ring and wire. */
class PlaceRows extends Rows {
  /** Packets in it. */ count(row: number) { return this.data[this.offset + 8 * row + 0] as number; }
  /** How many packets fit; 0 for a wire. */ capacity(row: number) { return this.data[this.offset + 8 * row + 1] as number; }
  /** Where the numbers of its packets begin in the frame. */ contents(row: number) { return this.data[this.offset + 8 * row + 2] as number; }
  /** The slot of a ring's oldest packet. */ firstSlot(row: number) { return this.data[this.offset + 8 * row + 3] as number; }
  /** Packets that are sent and whose descriptors are not reclaimed yet. */ sent(row: number) { return this.data[this.offset + 8 * row + 4] as number; }
  /** Packets lost here in the window. */ drops(row: number) { return this.data[this.offset + 8 * row + 5] as number; }
  /** CPU time spent on these before they were lost, in cycles. */ wasted(row: number) { return this.data[this.offset + 8 * row + 6] as number; }
  /** Packets that entered in the window. */ entered(row: number) { return this.data[this.offset + 8 * row + 7] as number; }
}
/** The packets in the places, place by place, each place's oldest first. */
class ContentRows extends Rows {
  packet(row: number) { return this.data[this.offset + 1 * row + 0] as number; }
}
/** Each interrupt line. */
class LineRows extends Rows {
  asserted(row: number) { return this.data[this.offset + 6 * row + 0] === 1; }
  enabled(row: number) { return this.data[this.offset + 6 * row + 1] === 1; }
  /** Asserted and enabled, and not in service. */ pending(row: number) { return this.data[this.offset + 6 * row + 2] === 1; }
  inService(row: number) { return this.data[this.offset + 6 * row + 3] === 1; }
  /** Interrupts taken in the window. */ taken(row: number) { return this.data[this.offset + 6 * row + 4] as number; }
  /** The share of the window in which it was pending. */ pendingShare(row: number) { return this.data[this.offset + 6 * row + 5] as number; }
}
/** Each gate: a switch by which one part of the kernel stops another. */
class GateRows extends Rows {
  on(row: number) { return this.data[this.offset + 2 * row + 0] === 1; }
  /** The share of the window in which it was on. */ share(row: number) { return this.data[this.offset + 2 * row + 1] as number; }
}
/** The counters of the window, and of the whole run. */
class TallyRows extends Rows {
  get arrived() { return this.data[this.offset + 0] as number; }
  get delivered() { return this.data[this.offset + 1] as number; }
  get dropped() { return this.data[this.offset + 2] as number; }
  get insideAtStart() { return this.data[this.offset + 3] as number; }
  get inside() { return this.data[this.offset + 4] as number; }
  /** The sum of the latencies of the delivered packets. */ get latencyCycles() { return this.data[this.offset + 5] as number; }
  /** The sum of the times that dropped packets were inside. */ get droppedCycles() { return this.data[this.offset + 6] as number; }
  /** The number of packets inside, summed over all cycles. */ get insideCycles() { return this.data[this.offset + 7] as number; }
  get elapsedCycles() { return this.data[this.offset + 8] as number; }
  /** CPU time spent on packets that were dropped, counted when they are. */ get wastedCycles() { return this.data[this.offset + 9] as number; }
  /** By full rings; part of `dropped`. */ get refused() { return this.data[this.offset + 10] as number; }
  /** Interrupts taken. */ get interrupts() { return this.data[this.offset + 11] as number; }
  /** CPU time of all steps that work for a packet. */ get packetWorkCycles() { return this.data[this.offset + 12] as number; }
}
/** Packets that move at the shown moment: a context carries them, or they are on a wire. */
class MoveRows extends Rows {
  packet(row: number) { return this.data[this.offset + 8 * row + 0] as number; }
  edge(row: number) { return this.data[this.offset + 8 * row + 1] as number; }
  /** The part of the edge that lies behind it, from 0 to 1. */ progress(row: number) { return this.data[this.offset + 8 * row + 2] as number; }
  context(row: number) { return this.data[this.offset + 8 * row + 3] as number; }
  /** False while the context that carries it does not run. */ moving(row: number) { return this.data[this.offset + 8 * row + 4] === 1; }
  begin(row: number) { return this.data[this.offset + 8 * row + 5] as number; }
  /** When its step ends; none while it does not move. */ end(row: number) { return this.data[this.offset + 8 * row + 6] as number; }
  stream(row: number) { return this.data[this.offset + 8 * row + 7] as number; }
}
/** The newest drops, oldest first. */
class RecentDropRows extends Rows {
  packet(row: number) { return this.data[this.offset + 6 * row + 0] as number; }
  place(row: number) { return this.data[this.offset + 6 * row + 1] as number; }
  time(row: number) { return this.data[this.offset + 6 * row + 2] as number; }
  /** CPU time spent on it, in cycles. */ wasted(row: number) { return this.data[this.offset + 6 * row + 3] as number; }
  /** False for a packet that a full ring refused. */ afterWork(row: number) { return this.data[this.offset + 6 * row + 4] === 1; }
  stream(row: number) { return this.data[this.offset + 6 * row + 5] as number; }
}
/** Procedures in the visible range. One that is preempted has several rows. */
class SpanRows extends Rows {
  context(row: number) { return this.data[this.offset + 8 * row + 0] as number; }
  /** How many procedures of the context are around it. */ depth(row: number) { return this.data[this.offset + 8 * row + 1] as number; }
  step(row: number) { return this.data[this.offset + 8 * row + 2] as number; }
  begin(row: number) { return this.data[this.offset + 8 * row + 3] as number; }
  end(row: number) { return this.data[this.offset + 8 * row + 4] as number; }
  packet(row: number) { return this.data[this.offset + 8 * row + 5] as number; }
  outcome(row: number) { return this.data[this.offset + 8 * row + 6] as PacketOutcome; }
  /** 1 if the procedure was entered at `begin`, and 2 if it returned at `end`. */ flags(row: number) { return this.data[this.offset + 8 * row + 7] as number; }
}
/** Columns of pixels. Each has one number for each context, so number column * contexts + context is a context's share of its CPU's time. The shares of one CPU add up to 1. */
class ColumnRows extends Rows {
  share(row: number) { return this.data[this.offset + 1 * row + 0] as number; }
}
/** The least and greatest number of packets of a place in a column: all columns of the first place, then of the next. */
class DepthRows extends Rows {
  least(row: number) { return this.data[this.offset + 2 * row + 0] as number; }
  most(row: number) { return this.data[this.offset + 2 * row + 1] as number; }
}
/** What happened in the visible range. */
class EventRows extends Rows {
  time(row: number) { return this.data[this.offset + 4 * row + 0] as number; }
  /** The number of the intervention, if it is one. */ packet(row: number) { return this.data[this.offset + 4 * row + 1] as number; }
  kind(row: number) { return this.data[this.offset + 4 * row + 2] as EventKind; }
  place(row: number) { return this.data[this.offset + 4 * row + 3] as number; }
}
/** The steps spent on the selected packet. */
class PacketStepRows extends Rows {
  step(row: number) { return this.data[this.offset + 6 * row + 0] as number; }
  context(row: number) { return this.data[this.offset + 6 * row + 1] as number; }
  begin(row: number) { return this.data[this.offset + 6 * row + 2] as number; }
  end(row: number) { return this.data[this.offset + 6 * row + 3] as number; }
  /** CPU time: less than end - begin if the step was interrupted. */ cycles(row: number) { return this.data[this.offset + 6 * row + 4] as number; }
  depth(row: number) { return this.data[this.offset + 6 * row + 5] as number; }
}
/** The selected packet. Empty if its arrival is not in the trace. */
class PacketFactRows extends Rows {
  get packet() { return this.data[this.offset + 0] as number; }
  get arrived() { return this.data[this.offset + 1] as number; }
  get outcome() { return this.data[this.offset + 2] as PacketOutcome; }
  /** The place where it is or ended; none while a context carries it. */ get place() { return this.data[this.offset + 3] as number; }
  /** When it was delivered or dropped. */ get ended() { return this.data[this.offset + 4] as number; }
  /** CPU time spent on it, in cycles. */ get cycles() { return this.data[this.offset + 5] as number; }
  get stream() { return this.data[this.offset + 6] as number; }
  get bytes() { return this.data[this.offset + 7] as number; }
}
/** Latencies of the packets delivered in the window: ranges that have any. */
class LatencyRows extends Rows {
  /** Microseconds. */ low(row: number) { return this.data[this.offset + 3 * row + 0] as number; }
  /** Microseconds; infinite for latencies that are longer than the other ranges. */ high(row: number) { return this.data[this.offset + 3 * row + 1] as number; }
  /** Packets. */ count(row: number) { return this.data[this.offset + 3 * row + 2] as number; }
}
/** Each place's losses since the start. */
class DropTotalRows extends Rows {
  drops(row: number) { return this.data[this.offset + 2 * row + 0] as number; }
  wasted(row: number) { return this.data[this.offset + 2 * row + 1] as number; }
}
/** Packets along each edge in the window. */
class FlowRows extends Rows {
  packets(row: number) { return this.data[this.offset + 1 * row + 0] as number; }
}
/** CPU time of each context since the start. */
class CpuRows extends Rows {
  cycles(row: number) { return this.data[this.offset + 1 * row + 0] as number; }
}
/** Each CPU at the shown moment. */
class CpuStateRows extends Rows {
  /** The context that runs on it. */ running(row: number) { return this.data[this.offset + 2 * row + 0] as number; }
  /** Its interrupt priority level. */ level(row: number) { return this.data[this.offset + 2 * row + 1] as number; }
}
/** Open procedures of each context, the outermost first. The request must ask for them. */
class CallStackRows extends Rows {
  context(row: number) { return this.data[this.offset + 5 * row + 0] as number; }
  depth(row: number) { return this.data[this.offset + 5 * row + 1] as number; }
  step(row: number) { return this.data[this.offset + 5 * row + 2] as number; }
  packet(row: number) { return this.data[this.offset + 5 * row + 3] as number; }
  /** It is the step that the context executes. */ isCurrent(row: number) { return this.data[this.offset + 5 * row + 4] === 1; }
}
/** Counts of each line of pseudo-code in the window. The request must ask for them. */
class CodeLineRows extends Rows {
  visits(row: number) { return this.data[this.offset + 5 * row + 0] as number; }
  cycles(row: number) { return this.data[this.offset + 5 * row + 1] as number; }
  /** For packets that were thrown away later, as far as the trace has recorded. */ wastedVisits(row: number) { return this.data[this.offset + 5 * row + 2] as number; }
  wastedCycles(row: number) { return this.data[this.offset + 5 * row + 3] as number; }
  /** For packets that are still inside at the head. Their outcome is not known. */ undecidedCycles(row: number) { return this.data[this.offset + 5 * row + 4] as number; }
}
/** The part of the window that the lines of code count, and the cycles in it that belong to no line. */
class CodeFactRows extends Rows {
  get from() { return this.data[this.offset + 0] as number; }
  get to() { return this.data[this.offset + 1] as number; }
  get switchCycles() { return this.data[this.offset + 2] as number; }
  get idleCycles() { return this.data[this.offset + 3] as number; }
  /** For steps without a line: the calls of a program. Tests check that built-in kernels have none. */ get unlistedCycles() { return this.data[this.offset + 4] as number; }
}
/** The shown moment, the visible range and the window. */
class Header {
  constructor(readonly data: Float64Array) {}
  get version() { return this.data[0] as number; }
  /** The shown moment. */ get t() { return this.data[1] as number; }
  /** Up to here the machine has run. */ get head() { return this.data[2] as number; }
  /** The trace keeps records from here on. */ get traceFrom() { return this.data[3] as number; }
  /** The visible range is [from, to). */ get from() { return this.data[4] as number; }
  get to() { return this.data[5] as number; }
  /** Of the visible range, in columns of pixels. */ get width() { return this.data[6] as number; }
  /** The context that runs on the first CPU. */ get running() { return this.data[7] as number; }
  /** The interrupt priority level of the first CPU. */ get level() { return this.data[8] as number; }
  /** The window is [windowFrom, windowTo). Both are times at which the counters were recorded: multiples of ten milliseconds, after a change every tenth of a millisecond and then every millisecond. */ get windowFrom() { return this.data[9] as number; }
  get selected() { return this.data[10] as number; }
  /** The spans cover all of the visible range. If false, the frame has only columns. */ get spansComplete() { return this.data[11] === 1; }
  get lastIntervention() { return this.data[12] as number; }
  /** The trace knows the shown moment step by step. If false, only the counters do. */ get stepLevel() { return this.data[13] === 1; }
  get windowTo() { return this.data[14] as number; }
}
export class Frame extends Header {
  readonly contexts = new ContextRows(this.data, 0);
  readonly places = new PlaceRows(this.data, 1);
  readonly contents = new ContentRows(this.data, 2);
  readonly lines = new LineRows(this.data, 3);
  readonly gates = new GateRows(this.data, 4);
  readonly window = new TallyRows(this.data, 5);
  readonly total = new TallyRows(this.data, 6);
  readonly moves = new MoveRows(this.data, 7);
  readonly recentDrops = new RecentDropRows(this.data, 8);
  readonly spans = new SpanRows(this.data, 9);
  readonly columns = new ColumnRows(this.data, 10);
  readonly depths = new DepthRows(this.data, 11);
  readonly events = new EventRows(this.data, 12);
  readonly packetSteps = new PacketStepRows(this.data, 13);
  readonly packetFacts = new PacketFactRows(this.data, 14);
  readonly latency = new LatencyRows(this.data, 15);
  readonly dropTotals = new DropTotalRows(this.data, 16);
  readonly flows = new FlowRows(this.data, 17);
  readonly cpu = new CpuRows(this.data, 18);
  readonly cpus = new CpuStateRows(this.data, 19);
  readonly callStacks = new CallStackRows(this.data, 20);
  readonly codeLines = new CodeLineRows(this.data, 21);
  readonly codeFacts = new CodeFactRows(this.data, 22);
}
