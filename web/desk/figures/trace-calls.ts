// Reads the procedure calls of a traced machine from the trace that the core writes for Perfetto; times are
// microseconds. The core cuts that trace into pieces; this file joins a call that was cut.
import type { Catalogue, PacketHistory, Scenario } from "../../generated/model";
import type { Engine } from "../../engine/client";
import { CancelledError } from "../../engine/problems";

export interface CallSpan {
  procedure: string;
  context: number;
  packet: number;
  begin: number;
  end: number;
}

/** Runs a traced machine and returns its procedure calls, or the latency of its first packet. The signal cancels. */
export interface Tracer {
  calls(
    scenario: Scenario,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<{ contexts: string[]; bars: CallSpan[] }>;
  /** The latency of the first packet in milliseconds; null when it was not delivered. */
  firstPacket(
    scenario: Scenario,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<number | null>;
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

/** Parses the calls of a trace, and joins those that were cut. */
export function parseCalls(text: string): CallSpan[] {
  const { traceEvents } = JSON.parse(text) as { traceEvents: TraceEvent[] };
  const bars: CallSpan[] = [];
  const cut = new Map<string, CallSpan>();
  for (const { ph, name, tid, ts, dur, args } of traceEvents) {
    if (ph !== "X") continue;
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
    const bar = { procedure: name, context: tid, packet, begin: ts, end: ts + dur };
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

/** Creates the tracer. Its machine starts at the first request; requests are answered one after another. */
export function createTracer(make: () => Engine): Tracer {
  let engine: Engine | null = null;
  let started: Promise<Catalogue> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** Starts the engine once. A failed start is tried again by the next request. */
  const ready = async (): Promise<Engine> => {
    engine ??= make();
    const own = engine;
    started ??= own.start().catch((error: unknown) => {
      started = null;
      throw error;
    });
    await started;
    return own;
  };
  const inTurn = <T>(signal: AbortSignal, ask: (engine: Engine) => Promise<T>): Promise<T> => {
    const turn = last.then(async () => {
      if (signal.aborted) throw new CancelledError("The request was cancelled.");
      return ask(await ready());
    });
    last = turn.catch(() => undefined);
    return turn;
  };
  const open = (engine: Engine, scenario: Scenario, milliseconds: number, signal: AbortSignal) => {
    const task = engine.open(JSON.stringify(scenario), { milliseconds }, TRACE_MEGABYTES);
    signal.addEventListener("abort", task.cancel);
    return task.done.finally(() => signal.removeEventListener("abort", task.cancel));
  };
  return {
    calls: (scenario, milliseconds, signal) =>
      inTurn(signal, async (engine) => {
        const { topology, head } = await open(engine, scenario, milliseconds, signal);
        const { text } = await engine.ask({ what: "chrome_trace", from: 0, to: head });
        const contexts = topology.contexts.map(({ name }) => name);
        const bars = sortCalls(parseCalls(text));
        const isBurst = scenario.settings["traffic.pattern"] === "burst";
        const kinds = topology.contexts.map(({ kind }) => kind);
        return { contexts, bars: isBurst ? trimIdle(bars, kinds) : bars };
      }),
    firstPacket: (scenario, milliseconds, signal) =>
      inTurn(signal, async (engine) => {
        const { topology } = await open(engine, scenario, milliseconds, signal);
        const { text } = await engine.ask({ what: "packet", packet: 1 });
        const history = JSON.parse(text) as PacketHistory | null;
        if (history?.outcome !== "delivered" || history.ended === null) return null;
        return ((history.ended - history.arrived) * 1_000) / topology.clock_hz;
      }),
  };
}

const TRACE_MEGABYTES = 16;
