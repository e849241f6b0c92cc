// The lanes of a wide layout, top lane first: their heights and titles, and the width of the column for the titles.
// Narrow layouts use the functions about a single lane, too.
import type { Box, LaneBox, FontSizes } from "./types";
import type { LayoutMetrics } from "./item-sizes";
import { wrapInTwoLines, textWidth } from "../../../lib/format/text-width";
import {
  cpuOfFirstLane,
  levelText,
  nameWithoutCpu,
  usesCpu,
  type Topology,
} from "../../../frame/topology";

const MAX_TITLE_WIDTH = 112;

/** Width of the column of titles left of the lanes. Names may wrap; a level with its share may not. */
export function gutterWidth(topology: Topology, sizes: FontSizes): number {
  let most = Math.round((MAX_TITLE_WIDTH * sizes.body) / 14);
  const names = topology.contexts.map((_, context) =>
    textWidth(nameWithoutCpu(topology, context), sizes.body, "text", 700),
  );
  const levels = topology.contexts.map((context) => {
    const level = levelText(context);
    return textWidth(usesCpu(context) ? `${level}  8.8 % ` : level, sizes.small, "mono");
  });
  const flat = topology.contexts.flatMap((_, index) =>
    isSingleLine(topology, index, sizes)
      ? [singleLineWidth(nameWithoutCpu(topology, index), sizes)]
      : [],
  );
  most = Math.max(most, ...flat);
  levels.push(...flat);
  const widest = Math.max(Math.min(Math.max(...names), most), ...levels);
  return Math.ceil(widest) + 10;
}

/** Width of a name and its share of the CPU side by side. Browsers draw bold text a little wider than our tables say. */
function singleLineWidth(name: string, sizes: FontSizes): number {
  return 1.04 * textWidth(name, sizes.body, "text", 700) + shareWidth(sizes.small);
}

/** Width of a share of the CPU and a gap before it. */
export function shareWidth(size: number): number {
  return textWidth("< 0.1 % ", size, "mono", 600);
}

/** With more lanes than this, a lane without packets has a single line. */
const MAX_TALL_LANES = 10;

/** Whether a lane has a single line: it carries no packets, and the layout is for a projector or has many lanes. */
export function isSingleLine(topology: Topology, context: number, sizes: FontSizes): boolean {
  const many = topology.contexts.length > MAX_TALL_LANES;
  return (sizes.compact === true || many) && !carriesPackets(topology, context);
}

/** Whether an edge or a place belongs to the lane. */
function carriesPackets(topology: Topology, context: number): boolean {
  return (
    topology.edges.some((edge) => edge.context === context) ||
    topology.places.some((place) => place.context === context)
  );
}

/** Height of the heading "CPU n" above a lane; 0 if it is not the first lane of one of several CPUs. */
export function cpuHeadingHeight(topology: Topology, context: number, sizes: FontSizes): number {
  return cpuOfFirstLane(topology, context) === null
    ? 0
    : Math.round(sizes.body * (sizes.tight === true ? 1.5 : 1.9));
}

export interface LaneContent {
  context: number;
  /** Height of its items. */
  height: number;
}

/** Stacks the lanes from top to bottom, with their titles at the left. */
export function stackLanes(
  topology: Topology,
  contents: readonly LaneContent[],
  body: { x: number; width: number; top: number },
  sizes: FontSizes,
  metrics: LayoutMetrics,
): LaneBox[] {
  let y = body.top;
  const titleWidth = body.x - 10;
  return contents.map(({ context, height }) => {
    const name = nameWithoutCpu(topology, context);
    y += cpuHeadingHeight(topology, context, sizes);
    const flat = isSingleLine(topology, context, sizes);
    const lines = flat ? [name] : wrapInTwoLines(name, titleWidth, sizes.body, 700);
    const titleHeight = flat
      ? sizes.body * 1.3
      : lines.length * sizes.body * 1.2 + sizes.small * 1.35;
    const padding = flat ? metrics.lanePaddingSingleLine : metrics.lanePadding;
    const h = Math.ceil(Math.max(height, titleHeight)) + 2 * padding;
    const title: Box = { x: 0, y, w: titleWidth, h };
    const lane: LaneBox = {
      context,
      x: body.x,
      y,
      w: body.width,
      h,
      title,
      titleLines: lines,
      isSingleLine: flat,
    };
    y += h + metrics.laneGap;
    return lane;
  });
}
