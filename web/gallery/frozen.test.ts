// The gallery's frozen frames are of today's machines: the same lanes, places, ways and steps. Numbers
// may be of an older cost table (the core has golden frames of its own). To freeze them anew:
// `FREEZE=1 npx vitest run web/gallery`, then `npx vitest run web -u` for the draw lists made of them.
import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import catalogue from "../engine/catalogue.json?raw";
import { initSync, Session } from "../engine/pkg/livelock_wasm.js";
import type { Catalogue, Diagnosis, Scenario } from "../engine/model";
import { FallField, field, MoveField, readFrame, type Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";
import { MOMENTS_TO_FREEZE, type Moment } from "./moments.test-data";

const TRACE_MEGABYTES = 32;
const STEPS_MAX = 1_000_000;
const ALL_FLAGS = 7;
const COLUMNS = 640;

let scenarios: Scenario[];

beforeAll(() => {
  const wasm = new URL("../engine/pkg/livelock_wasm_bg.wasm", import.meta.url);
  initSync({ module: readFileSync(wasm) });
  scenarios = (JSON.parse(catalogue) as Catalogue).scenarios;
});

describe("the frozen frame", () => {
  it.each(MOMENTS_TO_FREEZE)("$id is of today's machine", (moment) => {
    const today = frozenText(moment);
    const file = new URL(`./frames/${moment.id}.frame`, import.meta.url);
    if (process.env.FREEZE === "1") writeFileSync(file, today);
    expect(shapeOf(readFileSync(file, "utf8"))).toEqual(shapeOf(today));
  });
});

/** What a view's draw list hangs on: everything of the Topology but words and the model's version. */
function shapeOf(text: string) {
  const { topology } = JSON.parse(text) as { topology: Topology };
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  return {
    contexts: ids(topology.contexts),
    places: topology.places.map(({ id, stage, context, kind }) => [id, stage, context, kind]),
    edges: topology.edges.map(({ id, from, to, context }) => [id, from, to, context]),
    lines: ids(topology.lines),
    gates: ids(topology.gates),
    steps: ids(topology.steps),
  };
}

function frozenText({ scenario: id, set, cured, until, range, motion }: Moment): string {
  const scenario = scenarios.find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`there is no scenario ${id}`);
  const settings = { ...scenario.settings, ...set };
  const session = new Session(JSON.stringify({ ...scenario, settings }), TRACE_MEGABYTES);
  const topology = JSON.parse(session.topology()) as Topology;
  const cycles = (milliseconds: number) => Math.round((milliseconds * topology.clock_hz) / 1000);
  const run = (end: number) => {
    while (session.head < end) session.advance(end, STEPS_MAX);
  };
  if (cured !== undefined) {
    run(cycles(cured));
    const { cure } = JSON.parse(session.diagnosis(session.head)) as Diagnosis;
    session.intervene(JSON.stringify(cure?.set));
  }
  const t = cycles(until);
  run(t + cycles(range * 0.1));
  const from = t - cycles(range * 0.9);
  const ask = (selected: number) =>
    session.frame(
      Float64Array.from([
        t,
        from,
        from + cycles(range),
        COLUMNS,
        selected,
        cycles(motion),
        ALL_FLAGS,
      ]),
    );
  const frame = ask(worthALook(readFrame(ask(-1))));
  const file = { topology, motionSpan: cycles(motion), frame: [...frame].map(rounded) };
  session.free();
  return `${JSON.stringify(file)}\n`;
}

/** The newest packet that was thrown away after work, else one that is on its way. */
function worthALook(frame: Frame): number {
  for (let row = frame.rows("falls") - 1; row >= 0; row -= 1) {
    if (field(frame, "falls", row, FallField.kind) === 1) {
      return field(frame, "falls", row, FallField.packet);
    }
  }
  return frame.rows("moves") > 0 ? field(frame, "moves", 0, MoveField.packet) : -1;
}

/** So that a changed file is a changed machine, and no file is large. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(5));
}
