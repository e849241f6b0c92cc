// The trace of a run, as the core writes it (so does `livelock trace`) and as the page saves it: the format, and what
// Perfetto's own trace processor reads from it. Where `npm test` cannot install that, only the format is checked.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogue, startSimulator } from "../../engine/simulator.test-data";
import { readFrame } from "../../frame/frame";
import { describedTrace } from "./chrome-trace";
import { loadTrace, traceProcessorFolder } from "./trace-processor.test-data";

const MILLISECONDS = 40;

const runs = new Map<string, ReturnType<typeof run>>();

/** A trace from the start of a scenario, and what the page's counters say about the same time. Each scenario runs once. */
function traced(id: string) {
  const known = runs.get(id) ?? run(id);
  runs.set(id, known);
  return known;
}

function run(id: string) {
  const scenario = catalogue.scenarios.find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`the catalogue has no scenario ${id}`);
  const { Session } = startSimulator(readFileSync);
  const session = new Session(JSON.stringify(scenario), 64);
  const { clock_hz: hertz, contexts } = JSON.parse(session.topology()) as {
    clock_hz: number;
    contexts: unknown[];
  };
  const head = session.advance((MILLISECONDS * hertz) / 1e3, 0xffff_ffff);
  const written = session.chrome_trace(0, head + 1);
  const trace = describedTrace(written, "Livelock Lab: test", "#/lab");
  const { total } = readFrame(session.frame(new Float64Array([head, 0, head, 600, -1, 0, 0])));
  session.free();
  return {
    written,
    trace,
    dropped: total.dropped,
    refused: total.refused,
    contexts: contexts.length,
  };
}

interface Event {
  name: string;
  ph: string;
  pid: number;
  tid?: number;
  ts?: number;
  dur?: number;
  id?: number;
  args?: Record<string, unknown>;
}

/** Whether an event has the fields of its kind, as the trace-event format describes them. */
function isDocumented(
  { ph, pid, tid = 0, ts = -1, dur = -1, args }: Event,
  contexts: number,
): boolean {
  if (pid !== 1 || tid > contexts) return false;
  switch (ph) {
    case "M":
      return true;
    case "X":
      return ts >= 0 && dur >= 0;
    case "C":
      return ts >= 0 && Number(args?.["packets"]) >= 0;
    default:
      return "istf".includes(ph) && ts >= 0;
  }
}

const SCENARIOS = ["figure-6-1", "figure-6-3", "srp-figure-4", "today-softirq"];

describe("the Chrome trace of a run", () => {
  test.each(SCENARIOS)(
    "of %s has the documented fields, and as many drops as the page counts",
    (id) => {
      const { trace, dropped, refused, contexts } = traced(id);
      const { traceEvents: events } = JSON.parse(trace) as { traceEvents: Event[] };
      expect(events.filter((event) => !isDocumented(event, contexts))).toEqual([]);
      const drops = events.filter(({ ph }) => ph === "i");
      expect(drops).toHaveLength(dropped);
      expect(drops.filter(({ args }) => String(args?.["reason"]).includes("refused"))).toHaveLength(
        refused,
      );
      expect(drops.every(({ args }) => args?.["place"] !== "")).toBe(true);
      expect(events.filter(({ name }) => name === "thread_name")).toHaveLength(contexts);
    },
  );

  test("leads each packet from its first context to its last", () => {
    const { trace } = traced("figure-6-1");
    const { traceEvents: events } = JSON.parse(trace) as { traceEvents: Event[] };
    const arrows = events.filter(({ ph }) => "stf".includes(ph));
    const begins = arrows.filter(({ ph }) => ph === "s");
    expect(begins.length).toBeGreaterThan(0);
    expect(arrows.filter(({ ph }) => ph === "f")).toHaveLength(begins.length);
    expect(new Set(begins.map(({ id }) => id)).size).toBe(begins.length);
  });

  const folder = traceProcessorFolder();
  if (folder === null)
    process.stderr.write(
      "Perfetto's trace processor is not installed, so its tests are skipped: npm test -- perfetto\n",
    );
  test.skipIf(folder === null).each(SCENARIOS)(
    "of %s is read by Perfetto's trace processor",
    async (id) => {
      const { written, trace, dropped, contexts } = traced(id);
      // What `livelock trace --format chrome` prints, and what the page saves.
      for (const text of [written, trace]) {
        const { traceEvents: events } = JSON.parse(text) as { traceEvents: Event[] };
        const count = (kind: string) => events.filter(({ ph }) => ph === kind).length;
        const ask = await loadTrace(folder ?? "", text);
        const select = (what: string) => ask(`select count(*) from ${what}`);
        expect(await select("slice where name glob 'dropped: *'")).toEqual([dropped]);
        expect(await select("slice where name not glob 'dropped: *'")).toEqual([count("X")]);
        expect(await select("counter")).toEqual([count("C")]);
        expect(await select("thread where tid > 0 and name is not null")).toEqual([contexts]);
        expect(await select("stats where severity = 'error' and value > 0")).toEqual([0]);
        const named = "process where name glob 'Livelock Lab*'";
        expect(await select(named)).toEqual([text === trace ? 1 : 0]);
      }
    },
  );
});
