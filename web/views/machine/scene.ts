// Everything that the machine's picture is a function of, and the few questions that all its parts
// ask of it.
import type { Frame } from "../../frame/frame";
import {
  machineLayout,
  projectorLayout,
  type MachineLayout,
} from "../../machine-layout/machine-layout";
import { measureLabelSpace, type LabelSpace } from "../../machine-layout/label-space";
import type { ColorName } from "../../frame/draw-list";
import type { Selection, SelectedItem } from "../../frame/selection";
import type { ContextKind, Topology } from "../../frame/topology";
import {
  fallingPackets,
  movingPackets,
  type FallingPacket,
  type MovingPacket,
} from "../../motion/packets";
import { wastedWorkSize, wastedSoFar, type WastedWorkSize } from "../../motion/wasted-work";
import type { DisplayState } from "../../motion/display-state";

/** What stays while frames come and go. */
export interface Stage {
  topology: Topology;
  layout: MachineLayout;
  rooms: LabelSpace;
}

/** Of a projector's picture all has to be seen, in that type, in the height of the room there is. */
export function makeStage(topology: Topology, width: number, type = 0, height = 0): Stage {
  const layout =
    type > 0 && height > 0
      ? projectorLayout(topology, width, height, type)
      : machineLayout(topology, width);
  return { topology, layout, rooms: measureLabelSpace(layout) };
}

export interface Scene extends Stage {
  frame: Frame;
  show: DisplayState;
  motionSpan: number;
  reducedMotion: boolean;
  selection: Selection;
  highlight: Selection;
}

/** How large the pile is at the scene's moment. */
export function pileOf(scene: Scene): WastedWorkSize & { wasted: number } {
  const { frame, motionSpan, topology } = scene;
  const wasted = wastedSoFar(frame, motionSpan, topology.clock_hz);
  return { wasted, ...wastedWorkSize(wasted, topology.clock_hz) };
}

/** Every packet that is drawn by itself: those on their ways, and those that fall or bounce. */
export function packetsInSight(scene: Scene): { moving: MovingPacket[]; falling: FallingPacket[] } {
  const { frame, layout, motionSpan, reducedMotion, topology } = scene;
  const pileSize = pileOf(scene);
  return {
    moving: movingPackets(frame, layout, reducedMotion),
    falling: fallingPackets(frame, layout, {
      motionSpan,
      clockHz: topology.clock_hz,
      pileSize,
      reducedMotion,
    }),
  };
}

const INKS: Record<ContextKind, [ColorName, ColorName]> = {
  hardware: ["contextHardware", "contextHardwareSoft"],
  clock: ["contextClock", "contextClockSoft"],
  device: ["contextDevice", "contextDeviceSoft"],
  software: ["contextSoftware", "contextSoftwareSoft"],
  thread: ["contextThread", "contextThreadSoft"],
  process: ["contextProcess", "contextProcessSoft"],
  idle: ["contextIdle", "contextIdleSoft"],
};

export function inkOf(topology: Topology, context: number): ColorName {
  return INKS[topology.contexts[context]?.kind ?? "idle"][0];
}

export function softInkOf(topology: Topology, context: number): ColorName {
  return INKS[topology.contexts[context]?.kind ?? "idle"][1];
}

export function chosen(scene: Scene, kind: "place" | "context" | "line", index: number): boolean {
  return [scene.selection, scene.highlight].some((thing) => {
    if (thing === null || thing.kind !== kind) return false;
    return indexOf(thing) === index;
  });
}

function indexOf(thing: SelectedItem): number {
  switch (thing.kind) {
    case "place":
      return thing.place;
    case "context":
      return thing.context;
    case "line":
      return thing.line;
    case "packet":
      return thing.packet;
  }
}

export function chosenPackets(scene: Scene): number[] {
  return [scene.selection, scene.highlight].flatMap((thing) =>
    thing?.kind === "packet" ? [thing.packet] : [],
  );
}
