// Runs machines that no page shows, for figures, prints and authors: a worker of its own, which starts when it is first needed.
// All pages share it. Requests are answered one after another.
import type { Catalogue, PacketHistory, Scenario } from "../../generated/model";
import {
  createEngine,
  type Engine,
  type FrameAnswer,
  type FrameRequest,
  type Opened,
} from "../../engine/client";
import { compileSimulator, fetchCatalogue, spawnWorker } from "../../engine/module";
import { CancelledError, RefusedError } from "../../engine/problems";
import { readFrame, type Frame } from "../../frame/frame";
import type { Topology } from "../../frame/topology";
import { readDiagnosis, type ShownDiagnosis } from "../../i18n/model-texts";
import { parseCalls, sortCalls, trimIdle, type CallSpan } from "./trace-calls";

/** A machine at one moment. */
export interface Snapshot {
  topology: Topology;
  frame: Frame;
  diagnosis: ShownDiagnosis;
}

/** Runs a machine for some simulated milliseconds, and returns what is asked for. The signal cancels. */
export interface Tracer {
  /** Undefined if the simulator refuses the scenario. */
  topology(scenario: Scenario, signal: AbortSignal): Promise<Topology | undefined>;
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
  /** The machine at the end of the run. `request` says what the frame contains. */
  snapshot(
    scenario: Scenario,
    milliseconds: number,
    request: (opened: Opened) => FrameRequest,
    signal: AbortSignal,
  ): Promise<Snapshot>;
}

export function createTracer(make: () => Engine): Tracer {
  let engine: Engine | null = null;
  let started: Promise<Catalogue> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** Who waits for the frame that was requested last. */
  let waiting: { resolve(answer: FrameAnswer): void; reject(error: Error): void } | null = null;
  const create = (): Engine => {
    const created = make();
    created.onFrame((answer) => waiting?.resolve(answer));
    created.onTrap((trap) => waiting?.reject(trap));
    return created;
  };
  /** Starts the engine once. A failed start is tried again by the next request. */
  const ready = async (): Promise<Engine> => {
    engine ??= create();
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
    topology: (scenario, signal) =>
      inTurn(signal, async (engine) => {
        try {
          return (await open(engine, scenario, 0, signal)).topology;
        } catch (error) {
          if (error instanceof RefusedError) return undefined;
          throw error;
        }
      }),
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
    snapshot: (scenario, milliseconds, request, signal) =>
      inTurn(signal, async (engine) => {
        const opened = await open(engine, scenario, milliseconds, signal);
        const { frame, diagnosis } = await new Promise<FrameAnswer>((resolve, reject) => {
          waiting = { resolve, reject };
          engine.requestFrame(request(opened));
        });
        if (diagnosis === null) throw new Error("a frame was requested without its diagnosis");
        const { topology } = opened;
        return { topology, frame: readFrame(frame), diagnosis: readDiagnosis(diagnosis) };
      }),
  };
}

const TRACE_MEGABYTES = 16;

export const tracer = createTracer(() =>
  createEngine({
    spawn: spawnWorker,
    module: compileSimulator,
    catalogue: fetchCatalogue,
    query: "",
    now: () => performance.now(),
  }),
);
