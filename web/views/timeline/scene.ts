// The inputs of the timeline, and its layout: the lanes of the machine in the same order, each as high as its calls
// are deep, and below them a chart of the depth of every queue.
//
//   axis          | 412.0 ms    412.2 ms    412.4 ms |
//   lane 0        |  o   o  o    arrivals   o  o     |
//   lane 1..      |  [lnintr      ][lnintr    ]      |   one row for each call depth
//   queue charts  |  ______/\____ limit 50           |
import { gutterWidth } from "../../machine-layout/lanes";
import {
  LARGE_FONT_SIZES,
  SCREEN_FONT_SIZES,
  type Box,
  type FontSizes,
} from "../../machine-layout/machine-layout";
import { textWidth } from "../../format/text-width";
import { cpuOfFirstLane, nameWithoutCpu, usesCpu, type Topology } from "../../frame/topology";
import type { Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import type { TimeRange, TimeScale } from "../../frame/timescale";

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
}

export function timeScale(scene: Pick<TimelineScene, "layout" | "range">): TimeScale {
  const { plot } = scene.layout;
  return { range: scene.range, x: plot.x, width: plot.w };
}

const MIN_WIDE_WIDTH = 480;
const MIN_LARGE_WIDTH = 1100;
const LANE_GAP = 4;
const MAX_CALL_ROWS = 6;

export interface TimelineLane extends Box {
  context: number;
  title: Box;
  /** The number of rows for nested calls; 0 for the hardware. */
  callRows: number;
  callsY: number;
}

export interface QueueChart extends Box {
  place: number;
  title: Box;
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
  callHeight: number;
}

/** `calls` is the depth of calls that each context has reached so far. */
export function timelineLayout(
  topology: Topology,
  width: number,
  calls: readonly number[],
  projectorFontSize = 0,
): TimelineLayout {
  const narrow = width < MIN_WIDE_WIDTH;
  const screen = width >= MIN_LARGE_WIDTH ? LARGE_FONT_SIZES : SCREEN_FONT_SIZES;
  const sizes =
    projectorFontSize > 0 ? { small: projectorFontSize, body: projectorFontSize } : screen;
  const left = narrow ? 0 : gutterWidth(topology, sizes);
  const callHeight = Math.round(sizes.small * 1.5);
  const titleAbove = narrow ? Math.round(sizes.small * 1.5) : 0;
  const axisHeight = Math.round(sizes.small * 2.3);
  const twoLines = Math.ceil(sizes.small * 2.3);
  const lanes: TimelineLane[] = [];
  let y = axisHeight;
  topology.contexts.forEach((context, index) => {
    const rows = usesCpu(context) ? Math.min(MAX_CALL_ROWS, Math.max(1, calls[index] ?? 1)) : 0;
    // A name in two lines needs more height than one row of calls.
    const name = nameWithoutCpu(topology, index);
    const broken = !narrow && textWidth(name, sizes.small, "text", 700) > left - 10;
    y += cpuOfFirstLane(topology, index) === null ? 0 : Math.round(sizes.small * 1.8);
    const least = Math.max(callHeight, broken ? twoLines - 6 : 0);
    const inner = usesCpu(context)
      ? Math.max(rows * callHeight, least)
      : Math.max(26, twoLines - 6);
    const h = inner + 6;
    const title = narrow ? { x: 0, y, w: width, h: titleAbove } : { x: 0, y, w: left - 10, h };
    y += titleAbove;
    lanes.push({
      context: index,
      x: left,
      y,
      w: width - left,
      h,
      title,
      callRows: rows,
      callsY: y + 3,
    });
    y += h + LANE_GAP;
  });
  const depths: QueueChart[] = [];
  const chartHeight = Math.max(30, twoLines);
  topology.places.forEach((place, index) => {
    if (place.kind !== "queue" && place.kind !== "receive_ring") return;
    y += 6;
    const title = narrow
      ? { x: 0, y, w: width, h: titleAbove }
      : { x: 0, y, w: left - 10, h: chartHeight };
    y += titleAbove;
    depths.push({ place: index, x: left, y, w: width - left, h: chartHeight, title });
    y += chartHeight;
  });
  const bottom = y + 4;
  return {
    width,
    height: bottom,
    isNarrow: narrow,
    fontSizes: sizes,
    plot: { x: left + 4, y: axisHeight, w: width - left - 4, h: bottom - axisHeight },
    axis: { x: left + 4, y: 0, w: width - left - 4, h: axisHeight },
    lanes,
    queueCharts: depths,
    callHeight,
  };
}
