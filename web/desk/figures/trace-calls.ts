// Reads the procedure calls of a traced machine from the trace that the core writes for Perfetto; times are
// microseconds. The core cuts that trace into pieces; this file joins a call that was cut.

export interface CallSpan {
  procedure: string;
  context: number;
  packet: number;
  begin: number;
  end: number;
}

interface TraceEvent {
  ph: string;
  name: string;
  tid: number;
  ts: number;
  dur: number;
  args?: { packet?: number };
}

/** The length of the core's pieces (core/src/frame/chrome.rs), and the tolerance for finding a cut. */
const PIECE_MICROSECONDS = 2_000;
const CUT_TOLERANCE_MICROSECONDS = 0.02;

/** The track of the first context: Perfetto takes 0 for the computer's idle task. */
const FIRST_TRACK = 1;

/** Parses the calls of a trace, and joins those that were cut. */
export function parseCalls(text: string): CallSpan[] {
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const bars: CallSpan[] = [];
  const cut = new Map<string, CallSpan>();
  for (const { ph, name, tid, ts, dur, args } of traceEvents) {
    if (ph !== "X") continue;
    const context = tid - FIRST_TRACK;
    const key = `${tid} ${name} ${args?.packet ?? 0}`;
    const before = cut.get(key);
    if (
      before !== undefined &&
      Math.abs(before.end - ts) < CUT_TOLERANCE_MICROSECONDS &&
      isAtCut(ts)
    ) {
      before.end = ts + dur;
      continue;
    }
    const packet = args?.packet ?? 0;
    const bar = { procedure: name, context, packet, begin: ts, end: ts + dur };
    cut.set(key, bar);
    bars.push(bar);
  }
  return bars;
}

function isAtCut(time: number): boolean {
  const rest = time % PIECE_MICROSECONDS;
  return Math.min(rest, PIECE_MICROSECONDS - rest) < CUT_TOLERANCE_MICROSECONDS;
}

/** Sorts calls by their begin, callers before callees. */
export function sortCalls(bars: readonly CallSpan[]): CallSpan[] {
  return [...bars].sort((a, b) => a.begin - b.begin || b.end - a.end);
}

/** The nesting depth of each call in its context. Expects sorted calls. */
export function callDepths(bars: readonly CallSpan[]): number[] {
  const open = new Map<number, number[]>();
  return bars.map(({ context, begin, end }) => {
    const around = (open.get(context) ?? []).filter(
      (other) => other > begin + CUT_TOLERANCE_MICROSECONDS,
    );
    open.set(context, [...around, end]);
    return around.length;
  });
}

/** Keeps the calls from the first device interrupt to the end of the last work. Calls of the clock
 * do not count as work, but those in between are kept. Time starts at 0. */
export function trimIdle(bars: readonly CallSpan[], kinds: readonly string[]): CallSpan[] {
  const isWork = ({ context }: CallSpan) =>
    !["hardware", "clock", "idle"].includes(kinds[context] ?? "idle");
  const zero = bars.find(({ context }) => kinds[context] === "device")?.begin ?? 0;
  const after = bars.filter((bar) => bar.begin >= zero && isWork(bar));
  const last = after.reduce((latest, { end }) => Math.max(latest, end), zero);
  return bars
    .filter((bar) => isWork(bar) || kinds[bar.context] === "clock")
    .filter(({ begin }) => begin >= zero && begin <= last)
    .map((bar) => ({ ...bar, begin: bar.begin - zero, end: Math.min(bar.end, last) - zero }));
}
