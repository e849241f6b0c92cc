// A figure in the browser: its trials, reading a trace, and cancelling.
import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import type { Catalogue, Report, Topology } from "../../generated/model";
import { catalogue as ready, startSimulator } from "../../engine/simulator.test-data";
import type { Job, Pool } from "../../engine/pool";
import { callDepths, parseCalls, sortCalls, trimIdle } from "./trace-calls";
import type { Tracer } from "./tracer";
import { createFigureRun, type Figure } from "./figure-run";
import { cumulativeLatency, evenRates } from "./measure-figure";

const parameter = (path: string, standard: number) => ({ path, default: standard });
const catalogue = {
  parameters: [
    parameter("trial.from", 0),
    parameter("trial.to", 2300),
    parameter("trial.seeds", 2),
  ],
  profiles: [],
  scenarios: [{ id: "one", title: "One", seed: 7, settings: {}, interventions: [] }],
} as unknown as Catalogue;
const figure: Figure = {
  id: "f",
  key: "F",
  paper: "M",
  title: "One",
  pictures: [{ kind: "delivered" }],
  scenarios: ["one"],
  names: ["this machine"],
  claims: [],
};
const noTracer = {} as Tracer;

/** A pool whose jobs the test answers itself. */
function manualPool() {
  const jobs: Job[] = [];
  const cancel = vi.fn();
  return {
    jobs,
    cancel,
    pool: { submit: (job: Job) => jobs.push(job), cancel } as unknown as Pool,
  };
}

test("every rate is run with every seed, and all rates run with the first seed before the others", async () => {
  const { jobs, pool } = manualPool();
  const run = createFigureRun(figure, catalogue, pool, noTracer);
  run.start();
  expect(jobs).toHaveLength(48);
  const scenarios = jobs.map(({ scenario }) => JSON.parse(scenario) as { seed: number });
  expect(new Set(scenarios.slice(0, 24).map(({ seed }) => seed))).toEqual(new Set([7]));
  const offered_pps = 2 * 2300;
  jobs.forEach((job, index) => job.onReport({ delivered_pps: index, offered_pps } as Report));
  await vi.waitFor(() => expect(run.store.get().phase).toBe("done"));
  const [drawn] = run.store.get().results;
  if (drawn?.kind !== "lines") throw new Error("lines were drawn");
  expect(drawn.lines[0]?.points[1]).toEqual({
    x: 100,
    y: 13,
    low: 1,
    high: 25,
    seeds: 2,
  });
  expect(drawn.lines[0]).toMatchObject({ label: "this machine", wires: 2 });
});

test("a cancelled figure can be started again", () => {
  const { jobs, pool, cancel } = manualPool();
  const run = createFigureRun(figure, catalogue, pool, noTracer);
  run.start();
  run.start();
  run.cancel();
  expect(cancel).toHaveBeenCalledWith("figure f");
  expect([jobs.length, run.store.get().phase]).toEqual([48, "waiting"]);
  run.start();
  expect(jobs).toHaveLength(96);
});

test("a failed trial is reported", async () => {
  const { jobs, pool } = manualPool();
  const run = createFigureRun(figure, catalogue, pool, noTracer);
  run.start();
  jobs[0]?.onFailure(new Error("broken"));
  await vi.waitFor(() => expect(run.store.get().failure).toBe("broken"));
  expect(run.store.get().phase).toBe("failed");
});

test("a cancelled figure requests nothing more from its tracer, and a failed one nothing from the pool", async () => {
  const signals: AbortSignal[] = [];
  const tracer: Tracer = {
    calls: () => Promise.resolve({ contexts: [], bars: [] }),
    snapshot: () => Promise.reject(new Error("no figure needs one")),
    topology: () => Promise.reject(new Error("no figure needs one")),
    firstPacket: (_scenario, _milliseconds, signal) => {
      signals.push(signal);
      return signal.aborted ? Promise.reject(new Error("left")) : Promise.resolve(1);
    },
  };
  const bursts: Figure = { ...figure, pictures: [{ kind: "first_packet" }] };
  const run = createFigureRun(bursts, catalogue, manualPool().pool, tracer);
  run.start();
  run.cancel();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(signals).toHaveLength(2);
  expect(signals[0]?.aborted).toBe(true);
  expect(run.store.get()).toMatchObject({ phase: "waiting", failure: null });

  const { jobs, pool, cancel } = manualPool();
  createFigureRun(figure, catalogue, pool, noTracer).start();
  jobs[0]?.onFailure(new Error("broken"));
  await vi.waitFor(() => expect(cancel).toHaveBeenCalledWith("figure f"));
});

test("rates are those of the command line: whole numbers, with both ends of the range", () => {
  const rates = evenRates(500, 14_880);
  expect([rates.length, rates[0], rates[1], rates.at(-1)]).toEqual([24, 500, 1125, 14_880]);
  expect(evenRates(5, 5)).toEqual([5]);
});

const slice = (name: string, tid: number, ts: number, dur: number, packet = 0) => ({
  ph: "X",
  name,
  tid,
  ts,
  dur,
  args: { packet },
});

test("the pieces of a call that the trace cuts are joined", () => {
  const traceEvents = [
    { ph: "M", name: "thread_name", tid: 1 },
    slice("a", 1, 1_990, 10),
    slice("a", 1, 2_000, 5),
    slice("a", 1, 2_005, 5),
  ];
  const bars = parseCalls(JSON.stringify({ traceEvents }));
  expect(bars.map(({ begin, end }) => [begin, end])).toEqual([
    [1_990, 2_005],
    [2_005, 2_010],
  ]);
});

test("the calls of a burst are in the contexts of the machine, and end with its work", () => {
  const { Session } = startSimulator((file) => readFileSync(file));
  const scenario = ready.scenarios.find(({ id }) => id === "figure-7-4");
  const session = new Session(JSON.stringify(scenario), 1);
  const { contexts, clock_hz } = JSON.parse(session.topology()) as Topology;
  while (session.head < clock_hz * 0.02) session.advance(clock_hz * 0.02, 200_000);
  const bars = sortCalls(parseCalls(session.chrome_trace(0, session.head)));
  session.free();
  const shown = trimIdle(
    bars,
    contexts.map(({ kind }) => kind),
  );
  const kindOf = (procedure: string) =>
    contexts[shown.find((bar) => bar.procedure === procedure)?.context ?? -1]?.kind;
  expect(["lnintr", "ipinput"].map(kindOf)).toEqual(["device", "thread"]);
  // The paper's time line ends after 0.6 ms.
  expect(shown.at(-1)?.end).toBeLessThan(1_000);
});

test("inner calls are deeper, and idle time is trimmed", () => {
  const bar = (procedure: string, context: number, begin: number, end: number) => ({
    procedure,
    context,
    packet: 0,
    begin,
    end,
  });
  const bars = sortCalls([
    bar("tick", 0, 0, 1),
    bar("inner", 1, 12, 15),
    bar("outer", 1, 10, 20),
    bar("after", 1, 20, 30),
    bar("tick", 0, 90, 91),
  ]);
  const shown = trimIdle(bars, ["clock", "device"]);
  expect(shown.map(({ procedure, begin }) => `${procedure} ${begin}`)).toEqual([
    "outer 0",
    "inner 2",
    "after 10",
  ]);
  expect(callDepths(shown)).toEqual([0, 1, 0]);
  const [first, last] = [
    cumulativeLatency(bars, "outer", "inner")[0],
    cumulativeLatency(bars, "no", "inner"),
  ];
  expect([first?.x, last]).toEqual([2, []]);
});
