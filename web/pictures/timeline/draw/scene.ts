// The inputs of the timeline, for one machine or for two with one time axis, and the sizes of its parts. Every drawing function
// gets the scene of one machine (machineScenes).
import {
  LARGE_FONT_SIZES,
  SCREEN_FONT_SIZES,
  type Box,
  type FontSizes,
} from "../../machine/layout/machine-layout";
import { textWidth } from "../../../lib/format/text-width";
import {
  nameWithoutCpu,
  usesCpu,
  type Topology,
  type TopologyPlace,
} from "../../../frame/topology";
import type { Frame } from "../../../frame/frame";
import type { Selection } from "../../../frame/selection";
import type { TimeRange, TimeScale } from "../../../frame/timescale";
import type { MachineLetter } from "../../../model/machine-letters";

/** The two times of a measurement, in cycles. */
export interface Measure {
  a: number;
  b: number;
}

/** What the whole picture shows. The lists have a member for each machine, the upper one first. */
export interface TimelinesScene {
  topologies: readonly Topology[];
  layout: TimelinesLayout;
  frames: readonly Frame[];
  /** Times of the first machine's clock. */
  range: TimeRange;
  selections: readonly Selection[];
  highlights: readonly Selection[];
  measure: Measure | null;
  /** The range that plays round and round. */
  loop: TimeRange | null;
}

/** One machine in the picture. */
export interface TimelineScene {
  topology: Topology;
  layout: TimelineLayout;
  frame: Frame;
  range: TimeRange;
  selection: Selection;
  highlight: Selection;
  measure: Measure | null;
  loop: TimeRange | null;
  /** For each place, the number of packets at the top of its chart. */
  queueTops: readonly number[];
}

export function timeScale(scene: Pick<TimelineScene, "layout" | "range">): TimeScale {
  const { plot } = scene.layout;
  return { range: scene.range, x: plot.x, width: plot.w };
}

const MIN_WIDE_WIDTH = 480;
const MIN_LARGE_WIDTH = 1100;
export const MAX_CALL_ROWS = 6;

export interface TimelineLane extends Box {
  context: number;
  /** Null if the lane above it has the title of both. */
  title: Box | null;
  /** The CPU that is named above the lane, if any. */
  cpu: number | null;
  /** The number of rows for nested calls; 0 for the hardware. */
  callRows: number;
  callsY: number;
}

export interface QueueChart extends Box {
  place: number;
  /** Null if the chart above it has the title of both. */
  title: Box | null;
}

export interface TimelineLayout {
  width: number;
  height: number;
  isNarrow: boolean;
  fontSizes: FontSizes;
  /** The area of the time axis. */
  plot: Box;
  axis: Box;
  lanes: TimelineLane[];
  queueCharts: QueueChart[];
  /** Width of the titles beside the lanes; 0 in a narrow layout. */
  titleWidth: number;
  callHeight: number;
  /** The machine is one of two in the picture: marks of one machine stay inside its lanes. */
  isPaired?: boolean;
}

export interface TimelinesLayout {
  width: number;
  height: number;
  fontSizes: FontSizes;
  /** The name of each lane's machine, "A" or "B"; empty for one machine. */
  letters: { letter: MachineLetter; x: number; y: number }[];
  /** Boxes, axis and lanes of each machine. All have the same axis. */
  machines: readonly TimelineLayout[];
}

/** The sizes that do not depend on the machine. */
export interface TimelineSizes {
  isNarrow: boolean;
  fontSizes: FontSizes;
  callHeight: number;
  axisHeight: number;
  /** Height of a title above its lane; 0 in a wide layout, where titles are beside the lanes. */
  titleAbove: number;
  /** Height of a title in two lines. */
  twoLines: number;
  cpuHeadingHeight: number;
  chartHeight: number;
}

export function timelineSizes(width: number, projectorFontSize: number): TimelineSizes {
  const isNarrow = width < MIN_WIDE_WIDTH;
  const screen = width >= MIN_LARGE_WIDTH ? LARGE_FONT_SIZES : SCREEN_FONT_SIZES;
  const fontSizes =
    projectorFontSize > 0 ? { small: projectorFontSize, body: projectorFontSize } : screen;
  const { small } = fontSizes;
  const twoLines = Math.ceil(small * 2.3);
  return {
    isNarrow,
    fontSizes,
    callHeight: Math.round(small * 1.5),
    axisHeight: Math.round(small * 2.3),
    titleAbove: isNarrow ? Math.round(small * 1.5) : 0,
    twoLines,
    cpuHeadingHeight: Math.round(small * 1.8),
    chartHeight: Math.max(30, twoLines),
  };
}

/** The height of a lane, and how many rows of calls it has. `titleWidth`: the room for a title of its own beside it. */
export function laneSize(
  topology: Topology,
  context: number,
  calls: readonly number[],
  { isNarrow, fontSizes, callHeight, twoLines }: TimelineSizes,
  titleWidth = Infinity,
): { h: number; callRows: number } {
  const row = topology.contexts[context];
  if (row === undefined || !usesCpu(row)) return { h: Math.max(26, twoLines - 6) + 6, callRows: 0 };
  const callRows = Math.min(MAX_CALL_ROWS, Math.max(1, calls[context] ?? 1));
  // A name in two lines needs more height than one row of calls.
  const name = nameWithoutCpu(topology, context);
  const isBroken = !isNarrow && textWidth(name, fontSizes.small, "text", 700) > titleWidth;
  const least = Math.max(callHeight, isBroken ? twoLines - 6 : 0);
  return { h: Math.max(callRows * callHeight, least) + 6, callRows };
}

export function hasQueueChart({ kind }: TopologyPlace): boolean {
  return kind === "queue" || kind === "receive_ring";
}

/** The parts of a layout other than its lanes and charts. */
export function plotBoxes(sizes: TimelineSizes, width: number, left: number, height: number) {
  const { isNarrow, fontSizes, callHeight, axisHeight } = sizes;
  const [x, w] = [left + 4, width - left - 4];
  return {
    width,
    height,
    isNarrow,
    fontSizes,
    plot: { x, y: axisHeight, w, h: height - axisHeight },
    axis: { x, y: 0, w, h: axisHeight },
    callHeight,
  };
}
