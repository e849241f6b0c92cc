// Nothing flashes more than three times a second (WCAG 2.3.1): plays the simulator at several speeds, draws 60 pictures a
// second of the machine and of the timeline, and measures the area that flashes. Covers the two canvases; the numbers
// and words around them change at most five times a second and are small.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogue, startSimulator } from "../engine/simulator.test-data";
import type { Diagnosis } from "../generated/model";
import { FrameFlag } from "../engine/protocol";
import { readFrame, type Frame } from "../frame/frame";
import type { Mark } from "../frame/draw-list";
import type { Topology } from "../frame/topology";
import { initialDisplay, nextDisplay } from "../pictures/machine/motion/display-state";
import {
  followRange,
  followWidthSeconds,
  motionSpan,
  pageRange,
  WATCH_PACKETS,
  WATCH_RATES,
  type Speed,
} from "../model/playback";
import { machineBackground, machinePicture } from "../pictures/machine/draw";
import { makeSceneBase } from "../pictures/machine/draw/scene";
import { timelinePicture } from "../pictures/timeline/draw";
import { callDepths } from "../pictures/timeline/draw/spans";
import { timelinesLayout } from "../pictures/timeline/draw/layout";
import { flashingArea, Grid, themeLuminances, type Luminances } from "./luminance.test-data";

/** A quarter of any ten degrees of the visual field, as WCAG 2.3.1 measures it for a usual screen. */
const LARGEST_SAFE_AREA = 0.25 * 341 * 256;
const FRAMES_PER_SECOND = 60;
const FRAMES = 108;
const WIDTH = 678;
const COLUMNS = 548;
const ALL_FLAGS = 7;
const TOKENS = readFileSync(new URL("../ui/tokens.css", import.meta.url), "utf8");
const STEPS_MAX = 1_000_000;

interface Machine {
  rate: number;
  /** After 200 ms the machine gets the cure that the diagnosis offers. */
  isCured?: boolean;
}

const MACHINES = {
  healthy: { rate: 2000 },
  "in livelock": { rate: 12_000 },
  cured: { rate: 12_000, isCured: true },
} satisfies Record<string, Machine>;
/** The second one is the speed of a jump to an effect. */
const SPEEDS: readonly Speed[] = [WATCH_PACKETS, 0.025, 0.2, WATCH_RATES];

type RangeAt = typeof pageRange;

/** Plays a machine and returns its frames, 60 for each second. */
function play({ rate, isCured = false }: Machine, speed: Speed, rangeAt: RangeAt) {
  const [scenario] = catalogue.scenarios.filter(({ id }) => id === "lab");
  if (scenario === undefined) throw new Error("the catalogue has the scenario lab");
  const { Session } = startSimulator(readFileSync);
  const settings = { ...scenario.settings, "traffic.rate": rate };
  const session = new Session(JSON.stringify({ ...scenario, settings }), 32);
  const topology = JSON.parse(session.topology()) as Topology;
  const hertz = topology.clock_hz;
  const span = motionSpan(speed, hertz);
  const runTo = (end: number) => {
    while (session.head < end) session.advance(end, STEPS_MAX);
  };
  if (isCured) {
    runTo(0.2 * hertz);
    const { cure } = JSON.parse(session.diagnosis(session.head)) as Diagnosis;
    session.intervene(JSON.stringify(cure?.set), 0);
  }
  let flags = ALL_FLAGS;
  const frames = Array.from({ length: FRAMES }, (_, nth) => {
    const t = Math.round((0.3 + (speed * nth) / FRAMES_PER_SECOND) * hertz);
    runTo(t + Math.round(80e-6 * hertz));
    const { from, to } = rangeAt(t, followWidthSeconds(speed) * hertz, speed, hertz);
    const asked = [t, from, to, COLUMNS, -1, span, flags];
    const frame = readFrame(session.frame(Float64Array.from(asked)).slice());
    // As the player does: see `spanFlag`.
    if (!frame.spansComplete) flags = ALL_FLAGS & ~FrameFlag.spans;
    return frame;
  });
  session.free();
  return { topology, frames, span };
}

type Played = Awaited<ReturnType<typeof play>>;

function machineGrids({ topology, frames, span }: Played, theme: Luminances): Grid[] {
  const base = makeSceneBase(topology, WIDTH);
  const { stations, height } = base.layout;
  const background = machineBackground(base);
  let display = initialDisplay(topology, stations, frames[0] as Frame, 0);
  return frames.map((frame, nth) => {
    display = nextDisplay(display, topology, stations, frame, nth / FRAMES_PER_SECOND);
    const still = { motionSpan: span, reducedMotion: false, selection: null, highlight: null };
    const marks = machinePicture({ ...base, frame, display, ...still });
    return gridOf([...background, ...marks], height, theme);
  });
}

function timelineGrids({ topology, frames }: Played, theme: Luminances): Grid[] {
  const depths = topology.contexts.map((_, context) =>
    Math.max(...frames.map((frame) => callDepths({ frame, topology })[context] ?? 1)),
  );
  const layout = timelinesLayout([topology], WIDTH, [depths]);
  return frames.map((frame) => {
    const range = { from: frame.from, to: frame.to };
    const nothing = { selections: [null], highlights: [null], measure: null, loop: null };
    const marks = timelinePicture({
      ...{ topologies: [topology], layout, frames: [frame], range },
      ...nothing,
    });
    return gridOf(marks, layout.height, theme);
  });
}

function gridOf(marks: readonly Mark[], height: number, theme: Luminances): Grid {
  const grid = new Grid(WIDTH, height, theme);
  grid.paint(marks);
  return grid;
}

describe.each(Object.entries(MACHINES))("a machine that is %s", (_, machine) => {
  it.each(SPEEDS)("does_not_flash_at_%d_simulated_seconds_a_second", (speed) => {
    const played = play(machine, speed, pageRange);
    // Dark colours differ less from each other: one machine is enough.
    const themes: ("light" | "dark")[] = ["light"];
    if (machine === MACHINES["in livelock"]) themes.push("dark");
    for (const name of themes) {
      const theme = themeLuminances(TOKENS, name);
      const pictures = {
        machine: machineGrids(played, theme),
        timeline: timelineGrids(played, theme),
      };
      for (const [picture, grids] of Object.entries(pictures)) {
        const area = flashingArea(grids, FRAMES_PER_SECOND);
        expect(area, `${picture}, ${name}`).toBeLessThan(LARGEST_SAFE_AREA);
      }
    }
  });
});

it("the_test_finds_the_flashes_of_a_timeline_that_scrolls", () => {
  const played = play(MACHINES["in livelock"], WATCH_PACKETS, followRange);
  const grids = timelineGrids(played, themeLuminances(TOKENS, "light"));
  expect(flashingArea(grids, FRAMES_PER_SECOND)).toBeGreaterThan(LARGEST_SAFE_AREA);
});
