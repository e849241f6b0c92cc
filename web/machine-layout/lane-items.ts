// What stands in each lane at one density, in which row of it, and how high the lane must be. A lane
// whose chain of queues and stations is long is folded into rows like lines of text.
import { lampHeight, lampWidth, placeAt } from "./item-sizes";
import { isSingleLine } from "./lanes";
import { placeWidth, stageColumn, stationColumn, type WidePlan } from "./plan";

/** Between rows of a folded lane: a way runs back through it. */
const ROW_GAP = 14;
export const STACK_GAP = 8;

export interface LaneItem {
  /** The variable of its column. */
  column: string;
  order: number;
  width: number;
  height: number;
  row: number;
  /** The places of one column, or the station. */
  places: readonly number[] | null;
  station: number;
}

export function laneItems(plan: WidePlan, context: number): LaneItem[] {
  const { topology, metrics } = plan;
  const things: LaneItem[] = [];
  for (const group of plan.groups) {
    const first = placeAt(topology, group[0] as number);
    if (first.context !== context) continue;
    things.push({
      column: stageColumn(first.stage),
      order: first.stage,
      width: Math.max(...group.map((place) => placeWidth(plan, place))),
      height: group.length * metrics.content + (group.length - 1) * STACK_GAP,
      row: 0,
      places: group,
      station: -1,
    });
  }
  plan.stations.forEach((station, index) => {
    if (station.context !== context) return;
    things.push({
      column: stationColumn(index),
      order: station.order,
      width: station.width,
      height: station.edges.length > 0 ? metrics.content : standaloneHeight(plan, context),
      row: 0,
      places: null,
      station: index,
    });
  });
  things.sort((a, b) => a.order - b.order);
  if (plan.density.wrapLevel > 0) wrapRows(plan, things);
  return things;
}

/** Every queue that follows a station of its own lane begins a new row; see `Density.fold` for more. */
function wrapRows(plan: WidePlan, things: LaneItem[]) {
  const isSent = ({ places }: LaneItem) =>
    places !== null && placeAt(plan.topology, places[0] as number).kind === "transmit_ring";
  let row = 0;
  things.forEach((thing, index) => {
    const before = things[index - 1];
    const follows = before !== undefined && before.station >= 0;
    const most = plan.density.wrapLevel === 3;
    const breaks = thing.places === null ? most && follows : follows || (most && isSent(thing));
    if (breaks && before !== undefined) row += 1;
    thing.row = row;
  });
}

/** A lane's box of its own, where no packet passes. */
export function standaloneHeight(
  { topology, fontSizes, metrics }: WidePlan,
  context: number,
): number {
  return isSingleLine(topology, context, fontSizes)
    ? metrics.standaloneSingleLine
    : metrics.standalone;
}

/** Tops of the rows within the lane's content, and the content's height. */
export function laneRows(
  plan: WidePlan,
  context: number,
): { tops: number[]; heights: number[]; height: number } {
  const heights: number[] = [];
  for (const thing of laneItems(plan, context)) {
    heights[thing.row] = Math.max(heights[thing.row] ?? 0, thing.height);
  }
  const tops: number[] = [];
  let y = 0;
  for (const height of heights) {
    tops.push(y);
    y += height + ROW_GAP;
  }
  const things = Math.max(0, y - ROW_GAP);
  return {
    tops,
    heights,
    height: Math.max(things, lampRowCount(plan, context) * lampHeight(plan.metrics, plan.density)),
  };
}

export function lampsInLane(plan: WidePlan, context: number): number[] {
  return plan.topology.lines.flatMap((line, index) => (line.context === context ? [index] : []));
}

export function lampRowCount(plan: WidePlan, context: number): number {
  const count = lampsInLane(plan, context).length;
  const busy = plan.stations.some((one) => one.context === context && one.edges.length > 0);
  const stacked = busy || plan.density.shortRings === true;
  return Math.min(count, stacked ? Math.max(2, Math.ceil(count / 2)) : 1);
}

/** Width of the block of lamps at the left of a lane, with the gap after it. */
export function lampBlockWidth(plan: WidePlan, context: number): number {
  const lamps = lampsInLane(plan, context);
  if (lamps.length === 0) return 0;
  const columns = Math.ceil(lamps.length / lampRowCount(plan, context));
  // where ways run back they come down between the lamps and what stands first
  return (
    columns * lampColumnWidth(plan, lamps) +
    (plan.density.wrapLevel === 2 && plan.density.shortRings !== true ? 22 : 8)
  );
}

export function lampColumnWidth(plan: WidePlan, lamps: readonly number[]): number {
  const widths = lamps.map((line) => {
    const described = plan.topology.lines[line];
    return described === undefined ? 0 : lampWidth(described, plan.fontSizes, plan.density);
  });
  return Math.ceil(Math.max(0, ...widths));
}
