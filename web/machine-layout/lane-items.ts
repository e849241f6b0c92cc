// What stands in each lane at one density, in which row of it, and how high the lane must be. A lane
// whose chain of queues and stations is long is folded into rows like lines of text.
import { lampHeight, lampWidth, placeOf } from "./item-sizes";
import { isFlat } from "./lanes";
import { placeWidth, stageVariable, stationVariable, type Plan } from "./plan";

/** Between rows of a folded lane: a way runs back through it. */
const ROW_GAP = 14;
export const STACK_GAP = 8;

export interface Thing {
  /** The variable of its column. */
  name: string;
  key: number;
  width: number;
  height: number;
  row: number;
  /** The places of one column, or the station. */
  group: readonly number[] | null;
  station: number;
}

export function laneThings(plan: Plan, context: number): Thing[] {
  const { topology, measure } = plan;
  const things: Thing[] = [];
  for (const group of plan.groups) {
    const first = placeOf(topology, group[0] as number);
    if (first.context !== context) continue;
    things.push({
      name: stageVariable(first.stage),
      key: first.stage,
      width: Math.max(...group.map((place) => placeWidth(plan, place))),
      height: group.length * measure.content + (group.length - 1) * STACK_GAP,
      row: 0,
      group,
      station: -1,
    });
  }
  plan.stations.forEach((station, index) => {
    if (station.context !== context) return;
    things.push({
      name: stationVariable(index),
      key: station.key,
      width: station.width,
      height: station.edges.length > 0 ? measure.content : ownBoxHeight(plan, context),
      row: 0,
      group: null,
      station: index,
    });
  });
  things.sort((a, b) => a.key - b.key);
  if (plan.density.fold > 0) foldRows(plan, things);
  return things;
}

/** Every queue that follows a station of its own lane begins a new row; see `Density.fold` for more. */
function foldRows(plan: Plan, things: Thing[]) {
  const isSent = ({ group }: Thing) =>
    group !== null && placeOf(plan.topology, group[0] as number).kind === "transmit_ring";
  let row = 0;
  things.forEach((thing, index) => {
    const before = things[index - 1];
    const follows = before !== undefined && before.station >= 0;
    const most = plan.density.fold === 3;
    const breaks = thing.group === null ? most && follows : follows || (most && isSent(thing));
    if (breaks && before !== undefined) row += 1;
    thing.row = row;
  });
}

/** A lane's box of its own, where no packet passes. */
export function ownBoxHeight({ topology, sizes, measure }: Plan, context: number): number {
  return isFlat(topology, context, sizes) ? measure.ownBoxFlat : measure.ownBox;
}

/** Tops of the rows within the lane's content, and the content's height. */
export function laneRows(
  plan: Plan,
  context: number,
): { tops: number[]; heights: number[]; height: number } {
  const heights: number[] = [];
  for (const thing of laneThings(plan, context)) {
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
    height: Math.max(things, lampRows(plan, context) * lampHeight(plan.measure, plan.density)),
  };
}

export function lampsOf(plan: Plan, context: number): number[] {
  return plan.topology.lines.flatMap((line, index) => (line.context === context ? [index] : []));
}

export function lampRows(plan: Plan, context: number): number {
  const count = lampsOf(plan, context).length;
  const busy = plan.stations.some((one) => one.context === context && one.edges.length > 0);
  const stacked = busy || plan.density.short === true;
  return Math.min(count, stacked ? Math.max(2, Math.ceil(count / 2)) : 1);
}

/** Width of the block of lamps at the left of a lane, with the gap after it. */
export function lampsWidth(plan: Plan, context: number): number {
  const lamps = lampsOf(plan, context);
  if (lamps.length === 0) return 0;
  const columns = Math.ceil(lamps.length / lampRows(plan, context));
  // where ways run back they come down between the lamps and what stands first
  return (
    columns * lampColumn(plan, lamps) +
    (plan.density.fold === 2 && plan.density.short !== true ? 22 : 8)
  );
}

export function lampColumn(plan: Plan, lamps: readonly number[]): number {
  const widths = lamps.map((line) => {
    const described = plan.topology.lines[line];
    return described === undefined ? 0 : lampWidth(described, plan.sizes, plan.density);
  });
  return Math.ceil(Math.max(0, ...widths));
}
