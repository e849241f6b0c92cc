// The inputs of the machine picture, and the questions that several of its parts ask: colours of contexts,
// highlighted items, visible packets.
import type { Frame } from "../../../frame/frame";
import {
  COMPACT_FONT_SIZES,
  machineLayout,
  projectorLayout,
  type MachineLayout,
  type PlaceOnProjector,
} from "../layout/machine-layout";
import { measureLabelSpace, type LabelSpace } from "../layout/label-space";
import type { ColorName } from "../../../frame/draw-list";
import type { Selection, SelectedItem } from "../../../frame/selection";
import type { ContextKind, Topology } from "../../../frame/topology";
import {
  fallingPackets,
  movingPackets,
  type FallingPacket,
  type MovingPacket,
} from "../motion/packets";
import { wastedWorkSize, wastedSoFar, type WastedWorkSize } from "../motion/wasted-work";
import type { DisplayState } from "../motion/display-state";

/** The inputs that stay the same from frame to frame. */
export interface SceneBase {
  topology: Topology;
  layout: MachineLayout;
  labelSpace: LabelSpace;
}

export interface SceneOptions {
  /** Font size for a projector in CSS pixels; 0 on a screen. */
  projectorFontSize: number;
  /** The height in which the whole picture must be visible on a projector. */
  height: number;
  /** Low lanes, for a low window. */
  isCompact: boolean;
  place: PlaceOnProjector;
}

const ON_A_SCREEN: SceneOptions = {
  projectorFontSize: 0,
  height: 0,
  isCompact: false,
  place: "page",
};

export function makeSceneBase(
  topology: Topology,
  width: number,
  { projectorFontSize, height, isCompact, place }: SceneOptions = ON_A_SCREEN,
): SceneBase {
  const layout =
    projectorFontSize > 0 && height > 0
      ? projectorLayout(topology, width, height, projectorFontSize, place)
      : machineLayout(topology, width, isCompact ? COMPACT_FONT_SIZES : null);
  return { topology, layout, labelSpace: measureLabelSpace(layout) };
}

export interface MachineScene extends SceneBase {
  frame: Frame;
  display: DisplayState;
  motionSpan: number;
  reducedMotion: boolean;
  selection: Selection;
  highlight: Selection;
  /** The least CPU time in seconds that the full width of the wasted work stands for. */
  wastedWorkFullScale?: number;
}

/** The size of the wasted work at the shown time. */
export function wastedWorkOf(scene: MachineScene): WastedWorkSize & { wasted: number } {
  const { frame, motionSpan, topology } = scene;
  const wasted = wastedSoFar(frame, motionSpan, topology.clock_hz);
  return { wasted, ...wastedWorkSize(wasted, topology.clock_hz, scene.wastedWorkFullScale) };
}

/** Every packet that is drawn by itself: moving packets, and packets that fall or bounce. */
export function visiblePackets(scene: MachineScene): {
  moving: MovingPacket[];
  falling: FallingPacket[];
} {
  const { frame, layout, motionSpan, reducedMotion, topology } = scene;
  const wastedWork = wastedWorkOf(scene);
  return {
    moving: movingPackets(frame, layout, reducedMotion),
    falling: fallingPackets(frame, layout, {
      motionSpan,
      clockHz: topology.clock_hz,
      wastedWork,
      reducedMotion,
    }),
  };
}

const CONTEXT_COLORS: Record<ContextKind, [ColorName, ColorName]> = {
  hardware: ["contextHardware", "contextHardwareSoft"],
  clock: ["contextClock", "contextClockSoft"],
  device: ["contextDevice", "contextDeviceSoft"],
  software: ["contextSoftware", "contextSoftwareSoft"],
  thread: ["contextThread", "contextThreadSoft"],
  process: ["contextProcess", "contextProcessSoft"],
  idle: ["contextIdle", "contextIdleSoft"],
};

/** A process that handles no packets, such as the compute-bound one, has a colour of its own. */
const OTHER_PROCESS: [ColorName, ColorName] = ["contextOther", "contextOtherSoft"];

function contextColors({ contexts, edges }: Topology, context: number): [ColorName, ColorName] {
  const kind = contexts[context]?.kind ?? "idle";
  const isOther = kind === "process" && !edges.some((edge) => edge.context === context);
  return isOther ? OTHER_PROCESS : CONTEXT_COLORS[kind];
}

export function contextColor(topology: Topology, context: number): ColorName {
  return contextColors(topology, context)[0];
}

export function contextSoftColor(topology: Topology, context: number): ColorName {
  return contextColors(topology, context)[1];
}

export function isHighlighted(
  scene: MachineScene,
  kind: "place" | "context" | "line",
  index: number,
): boolean {
  return [scene.selection, scene.highlight].some((item) => {
    if (item === null || item.kind !== kind) return false;
    return indexOf(item) === index;
  });
}

/** The line width of the outline of a highlighted item. What a lesson or a lecture points at is seen from the back row. */
export function highlightWidth({ selection }: MachineScene): number {
  return selection?.isSpotlight === true ? 4 : 2;
}

function indexOf(item: SelectedItem): number {
  switch (item.kind) {
    case "place":
      return item.place;
    case "context":
      return item.context;
    case "line":
      return item.line;
    case "packet":
      return item.packet;
    case "step":
      return -1;
  }
}

export function highlightedPackets(scene: MachineScene): number[] {
  return [scene.selection, scene.highlight].flatMap((item) =>
    item?.kind === "packet" ? [item.packet] : [],
  );
}
