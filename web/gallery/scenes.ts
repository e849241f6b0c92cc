// The gallery's moments as scenes, for tests: the inputs of the views for a frame and a width, with nothing selected
// and motion on.
import type { Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";
import { initialDisplay } from "../pictures/machine/motion/display-state";
import { makeSceneBase, type MachineScene, type SceneBase } from "../pictures/machine/draw/scene";
import { callDepths } from "../pictures/timeline/draw/spans";
import { timelinesLayout } from "../pictures/timeline/draw/layout";
import type { TimelinesScene } from "../pictures/timeline/draw/scene";
import { FROZEN_FRAMES, type FrozenFrame } from "./frozen";
import { collapsedFrame, curedFrame, healthyFrame, twoInterfacesFrame } from "./synthetic-frames";
import { oneInterface, twoInterfaces } from "./synthetic-topologies";

const synthetic = (topology: Topology, frame: Frame): FrozenFrame => ({
  topology,
  frame,
  motionSpan: 1.2e-3 * topology.clock_hz,
});

export const SYNTHETIC_FRAMES: Record<string, FrozenFrame> = {
  "made-up-healthy": synthetic(oneInterface, healthyFrame()),
  "made-up-collapsed": synthetic(oneInterface, collapsedFrame()),
  "made-up-cured": synthetic(oneInterface, curedFrame()),
  "made-up-two": synthetic(twoInterfaces, twoInterfacesFrame()),
};

export const MOMENTS: Record<string, FrozenFrame> = { ...FROZEN_FRAMES, ...SYNTHETIC_FRAMES };

/** Widths of the machine's card in the layouts at 360, 640, 768, 1280 and 1920 px. */
export const WIDTHS = [302, 582, 664, 678, 1180];

export function machineScene(moment: FrozenFrame, width: number): MachineScene {
  return sceneOnBase(makeSceneBase(moment.topology, width), moment);
}

/** A scene on a shared base, as in the page: a base takes longer to compute than a scene. */
export function sceneOnBase(
  base: SceneBase,
  { topology, frame, motionSpan }: FrozenFrame,
): MachineScene {
  return {
    ...base,
    frame,
    display: initialDisplay(topology, base.layout.stations, frame, 0),
    motionSpan,
    reducedMotion: false,
    selection: null,
    highlight: null,
  };
}

export function timelineScene(moment: FrozenFrame, width: number): TimelinesScene {
  const { topology, frame } = moment;
  return {
    topologies: [topology],
    layout: timelinesLayout([topology], width, [callDepths(moment)]),
    frames: [frame],
    range: { from: frame.from, to: frame.to },
    selections: [null],
    highlights: [null],
    measure: null,
    loop: null,
  };
}
