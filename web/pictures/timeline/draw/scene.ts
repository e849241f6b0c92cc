// The inputs of the timeline, and its layout: the lanes of the machine in the same order, each as high as its calls
// are deep, and below them a chart of the depth of every queue.
//
//   axis          | 412.0 ms    412.2 ms    412.4 ms |
//   lane 0        |  o   o  o    arrivals   o  o     |
//   lane 1..      |  [lnintr      ][lnintr    ]      |   one row for each call depth
//   queue charts  |  ______/\____ limit 50           |
import { gutterWidth } from "../../machine/layout/lanes";
import {
  LARGE_FONT_SIZES,
  SCREEN_FONT_SIZES,
  type Box,
  type FontSizes,
} from "../../machine/layout/machine-layout";
import { textWidth } from "../../../lib/format/text-width";
import {
  cpuOfFirstLane,
  nameWithoutCpu,
  usesCpu,
  type Topology,
  type TopologyPlace,
} from "../../../frame/topology";
import type { Frame } from "../../../frame/frame";
import type { Selection } from "../../../frame/selection";
import type { TimeRange, TimeScale } from "../../../frame/timescale";

/** The two times of a measurement, in cycles. */
export interface Measure {
  a: number;
  b: number;
}

export interface TimelineScene {
  topology: Topology;
  layout: TimelineLayout;
  frame: Frame;
  range: TimeRange;
  selection: Selection;
  highlight: Selection;
  measure: Measure | null;
  /** The range that plays round and round. */
  loop?: TimeRange | null;
  /** For each place, the number of packets at the top of its chart; without it, the queue's limit. */
  queueTops?: readonly number[];
}

export function timeScale(scene: Pick<TimelineScene, "layout" | "range">): TimeScale {
  const { plot } = scene.layout;
  return { range: scene.range, x: plot.x, width: plot.w };
}

const MIN_WIDE_WIDTH = 480;
const MIN_LARGE_WIDTH = 1100;
export const LANE_GAP = 4;
const MAX_CALL_ROWS = 6;

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

export interface TimelineLayoutOptions {
  projectorFontSize?: number;
  /** Deep calls share the last row of their lane where the timeline would be higher than this. */
  maxHeight?: number;
}

/** `calls` is the depth of calls that each context has reached so far. */
export function timelineLayout(
  topology: Topology,
  width: number,
  calls: readonly number[],
  { projectorFontSize = 0, maxHeight = Infinity }: TimelineLayoutOptions = {},
): TimelineLayout {
  for (let maxRows = MAX_CALL_ROWS; ; maxRows--) {
    const limited = calls.map((depth) => Math.min(depth, maxRows));
    const layout = layoutOfCalls(topology, width, limited, projectorFontSize);
    if (maxRows === 1 || layout.height <= maxHeight) return layout;
  }
}

function layoutOfCalls(
  topology: Topology,
  width: number,
  calls: readonly number[],
  projectorFontSize: number,
): TimelineLayout {
  const sizes = timelineSizes(width, projectorFontSize);
  const { isNarrow, fontSizes, titleAbove, chartHeight } = sizes;
  const left = isNarrow ? 0 : gutterWidth(topology, fontSizes);
  const titleWidth = Math.max(0, left - 10);
  const titleBox = (y: number, h: number) =>
    isNarrow ? { x: 0, y, w: width, h: titleAbove } : { x: 0, y, w: titleWidth, h };
  const lanes: TimelineLane[] = [];
  let y = sizes.axisHeight;
  topology.contexts.forEach((_, context) => {
    const cpu = cpuOfFirstLane(topology, context);
    y += cpu === null ? 0 : sizes.cpuHeadingHeight;
    const { h, callRows } = laneSize(topology, context, calls, sizes, titleWidth);
    const title = titleBox(y, h);
    y += titleAbove;
    lanes.push({ context, x: left, y, w: width - left, h, title, cpu, callRows, callsY: y + 3 });
    y += h + LANE_GAP;
  });
  const queueCharts: QueueChart[] = [];
  topology.places.forEach((one, place) => {
    if (!hasQueueChart(one)) return;
    y += 6;
    const title = titleBox(y, chartHeight);
    y += titleAbove;
    queueCharts.push({ place, x: left, y, w: width - left, h: chartHeight, title });
    y += chartHeight;
  });
  return { ...plotBoxes(sizes, width, left, y + 4), titleWidth, lanes, queueCharts };
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
