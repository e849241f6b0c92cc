// The frozen frames match the machines of today: the same lanes, places, edges and steps. Their numbers may be from
// an older cost table (the core has its own golden frames). `FREEZE=1 npx vitest run web/gallery` creates all frames
// again, and FREEZE=new creates missing frames (delete frames of an older version first). Then `npx vitest run web
// -u` updates the snapshots of the draw lists.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogue, startSimulator } from "../engine/simulator.test-data";
import type { Diagnosis } from "../generated/model";
import { FrameFlag } from "../engine/protocol";
import { readFrame, type Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";
import { CODE_FRAMES, FROZEN_FRAMES } from "./frozen";
import { MOMENTS_TO_FREEZE, type Moment } from "./moments.test-data";

const TRACE_MEGABYTES = 32;
const STEPS_MAX = 1_000_000;
const ALL_FLAGS = 7;
const CODE_FLAGS = FrameFlag.spans | FrameFlag.callStacks | FrameFlag.codeLines;
const COLUMNS = 640;

/** `1` creates all frames again, `new` creates frames that have no file. */
const FREEZE = process.env.FREEZE;

describe("the frozen frame", () => {
  it.each(MOMENTS_TO_FREEZE)("$id matches the machine of today", (moment) => {
    const today = frozenText(moment);
    const file = new URL(`./frames/${moment.id}.frame`, import.meta.url);
    if (FREEZE === "1" || (FREEZE === "new" && !existsSync(file))) writeFileSync(file, today);
    expect(shapeOf(readFileSync(file, "utf8"))).toEqual(shapeOf(today));
  });
});

it("every_frozen_frame_belongs_to_a_moment", () => {
  const ids = MOMENTS_TO_FREEZE.map(({ id }) => id);
  expect(Object.keys({ ...FROZEN_FRAMES, ...CODE_FRAMES }).sort()).toEqual(ids.sort());
});

/** The parts of the Topology that a draw list depends on: not the texts, and not the model version. */
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

function frozenText(moment: Moment): string {
  const { scenario: id, set, cured, until, range, motion } = moment;
  const scenario = catalogue.scenarios.find((one) => one.id === id);
  if (scenario === undefined) throw new Error(`there is no scenario ${id}`);
  const { Session } = startSimulator(readFileSync);
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
    session.intervene(JSON.stringify(cure?.set), 0);
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
        moment.id.startsWith("code-") ? CODE_FLAGS : ALL_FLAGS,
      ]),
    );
  const frame = ask(packetToSelect(readFrame(ask(-1))));
  const file = { topology, motionSpan: cycles(motion), frame: [...frame].map(rounded) };
  session.free();
  return `${JSON.stringify(file)}\n`;
}

/** The newest packet that was dropped after work, else a moving packet. */
function packetToSelect(frame: Frame): number {
  for (let row = frame.recentDrops.length - 1; row >= 0; row -= 1) {
    if (frame.recentDrops.afterWork(row)) {
      return frame.recentDrops.packet(row);
    }
  }
  return frame.moves.length > 0 ? frame.moves.packet(0) : -1;
}

/** Rounds, so that a file changes only if the machine changes, and files are small. */
function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toFixed(5));
}
