// The heights of the lanes, top lane first, and their titles; the same for wide and narrow layouts
// apart from where the title stands.
import type { Box, LaneBox, TypeSizes } from "./types";
import type { Measures } from "./item-sizes";
import { brokenInTwo, textWidth } from "../format/text-width";
import { cpuBegunBy, nameOnCpu, usesCpu, type Topology } from "../frame/topology";

const TITLE_WIDTH_MAX = 112;

/** Width of the column of names left of the lanes: names may break, levels with their share do not. */
export function gutterWidth(topology: Topology, sizes: TypeSizes): number {
  let most = Math.round((TITLE_WIDTH_MAX * sizes.body) / 14);
  const names = topology.contexts.map((_, context) =>
    textWidth(nameOnCpu(topology, context), sizes.body, "text", 700),
  );
  const levels = topology.contexts.map((context) => {
    const level = context.ipl || context.paper_name;
    return textWidth(usesCpu(context) ? `${level}  8.8 % ` : level, sizes.small, "mono");
  });
  const flat = topology.contexts.flatMap((_, index) =>
    isFlat(topology, index, sizes) ? [flatWidth(nameOnCpu(topology, index), sizes)] : [],
  );
  most = Math.max(most, ...flat);
  levels.push(...flat);
  const widest = Math.max(Math.min(Math.max(...names), most), ...levels);
  return Math.ceil(widest) + 10;
}

/** A name and its share of the CPU side by side. */
function flatWidth(name: string, sizes: TypeSizes): number {
  return textWidth(name, sizes.body, "text", 700) + shareWidth(sizes.small);
}

/** Room for a share of the CPU and a gap before it. */
export function shareWidth(size: number): number {
  return textWidth("< 0.1 % ", size, "mono", 600);
}

/** So many lanes can still be taller than a line each. */
const TALL_LANES_MAX = 10;

/** A lane of one line: what carries no packets, on a projector or where there are many lanes. */
export function isFlat(topology: Topology, context: number, sizes: TypeSizes): boolean {
  const many = topology.contexts.length > TALL_LANES_MAX;
  return (sizes.flat === true || many) && !carriesPackets(topology, context);
}

/** Does a way lead through the lane, or a queue stand in it? */
function carriesPackets(topology: Topology, context: number): boolean {
  return (
    topology.edges.some((edge) => edge.context === context) ||
    topology.places.some((place) => place.context === context)
  );
}

/** Room above the first lane of a CPU, where there are several, for its number. */
export function cpuHead(topology: Topology, context: number, sizes: TypeSizes): number {
  return cpuBegunBy(topology, context) === null ? 0 : Math.round(sizes.body * 1.9);
}

export interface LaneNeed {
  context: number;
  /** Height of what stands in it. */
  content: number;
}

const FLAT_PADDING = 3;

/** Lanes one under the other, titles in a gutter at the left. */
export function stackLanes(
  topology: Topology,
  needs: readonly LaneNeed[],
  body: { x: number; width: number; top: number },
  sizes: TypeSizes,
  measure: Measures,
): LaneBox[] {
  let y = body.top;
  const titleWidth = body.x - 10;
  return needs.map(({ context, content }) => {
    const name = nameOnCpu(topology, context);
    y += cpuHead(topology, context, sizes);
    const flat = isFlat(topology, context, sizes);
    const lines = flat ? [name] : brokenInTwo(name, titleWidth, sizes.body, 700);
    const titleHeight = flat
      ? sizes.body * 1.3
      : lines.length * sizes.body * 1.2 + sizes.small * 1.35;
    const padding = flat ? FLAT_PADDING : measure.lanePadding;
    const h = Math.ceil(Math.max(content, titleHeight)) + 2 * padding;
    const title: Box = { x: 0, y, w: titleWidth, h };
    const lane: LaneBox = {
      context,
      x: body.x,
      y,
      w: body.width,
      h,
      title,
      titleLines: lines,
      flat,
    };
    y += h + measure.laneGap;
    return lane;
  });
}
