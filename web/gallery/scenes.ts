// The gallery's moments as scenes, for tests: what the views would draw of a frame at a width, nothing
// selected, motion on.
import type { Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";
import { initialDisplay } from "../motion/display-state";
import { makeStage, type Scene, type Stage } from "../views/machine/scene";
import { callDepths } from "../views/timeline/draw/spans";
import { timelineRows } from "../views/timeline/rows";
import type { TimelineScene } from "../views/timeline/scene";
import { FROZEN, type Frozen } from "./frozen";
import { collapsed, cured, keepingUp, twoWays } from "./synthetic-frames";
import { oneInterface, twoInterfaces } from "./synthetic-topologies";

const madeUp = (topology: Topology, frame: Frame): Frozen => ({
  topology,
  frame,
  motionSpan: 1.2e-3 * topology.clock_hz,
});

export const MADE_UP: Record<string, Frozen> = {
  "made-up-healthy": madeUp(oneInterface, keepingUp()),
  "made-up-collapsed": madeUp(oneInterface, collapsed()),
  "made-up-cured": madeUp(oneInterface, cured()),
  "made-up-two": madeUp(twoInterfaces, twoWays()),
};

export const MOMENTS: Record<string, Frozen> = { ...FROZEN, ...MADE_UP };

/** Widths of the machine's card in the layouts at 360, 640, 768, 1280 and 1920 px. */
export const WIDTHS = [302, 582, 664, 678, 1180];

export function machineScene(moment: Frozen, width: number): Scene {
  return sceneOn(makeStage(moment.topology, width), moment);
}

/** On a stage that many of a machine's moments are drawn on, as in the page: it takes longer than they do. */
export function sceneOn(stage: Stage, { topology, frame, motionSpan }: Frozen): Scene {
  return {
    ...stage,
    frame,
    show: initialDisplay(topology, stage.layout.stations, frame, 0),
    motionSpan,
    reducedMotion: false,
    selection: null,
    highlight: null,
  };
}

export function timelineScene(moment: Frozen, width: number): TimelineScene {
  const { topology, frame } = moment;
  return {
    topology,
    rows: timelineRows(topology, width, callDepths(moment)),
    frame,
    range: { from: frame.from, to: frame.to },
    selection: null,
    highlight: null,
    measure: null,
  };
}
