// The items of each lane at one density, their rows, and the height that the lane needs. A lane with a long chain of
// queues and stations wraps into rows, like lines of text.
import { indicatorHeight, indicatorWidth, placeAt } from "./item-sizes";
import { isSingleLine } from "./lanes";
import { placeWidth, stageColumn, stationColumn, type WidePlan } from "./plan";

export interface LaneItem {
  /** The name of its column. */
  column: string;
  order: number;
  width: number;
  height: number;
  row: number;
  /** The places of one column; null for a station. */
  places: readonly number[] | null;
  station: number;
}

export function laneItems(plan: WidePlan, context: number): LaneItem[] {
  const { topology, metrics } = plan;
  const items: LaneItem[] = [];
  for (const group of plan.groups) {
    const first = placeAt(topology, group[0] as number);
    if (first.context !== context) continue;
    items.push({
      column: stageColumn(first.stage),
      order: first.stage,
      width: Math.max(...group.map((place) => placeWidth(plan, place))),
      height: group.length * metrics.content + (group.length - 1) * metrics.stackGap,
      row: 0,
      places: group,
      station: -1,
    });
  }
  plan.stations.forEach((station, index) => {
    if (station.context !== context) return;
    items.push({
      column: stationColumn(station),
      order: station.order,
      width: station.width,
      height: station.edges.length > 0 ? metrics.content : standaloneHeight(plan, context),
      row: 0,
      places: null,
      station: index,
    });
  });
  items.sort((a, b) => a.order - b.order);
  if (plan.density.wrapLevel > 0) wrapRows(plan, items);
  return items;
}

/** Starts a new row at every queue that follows a station of its own lane; see `Density.wrapLevel`. */
function wrapRows(plan: WidePlan, items: LaneItem[]) {
  const isTransmitRing = ({ places }: LaneItem) =>
    places !== null && placeAt(plan.topology, places[0] as number).kind === "transmit_ring";
  let row = 0;
  items.forEach((item, index) => {
    const before = items[index - 1];
    const follows = before !== undefined && before.station >= 0;
    const most = plan.density.wrapLevel === 3;
    const breaks =
      item.places === null ? most && follows : follows || (most && isTransmitRing(item));
    if (breaks && before !== undefined) row += 1;
    item.row = row;
  });
}

/** The height of a station without packets. */
export function standaloneHeight(
  { topology, fontSizes, metrics }: WidePlan,
  context: number,
): number {
  return isSingleLine(topology, context, fontSizes)
    ? metrics.standaloneSingleLine
    : metrics.standalone;
}

/** The tops of the rows inside the lane, and the height of all rows. */
export function laneRows(
  plan: WidePlan,
  context: number,
): { tops: number[]; heights: number[]; height: number } {
  const heights: number[] = [];
  for (const item of laneItems(plan, context)) {
    heights[item.row] = Math.max(heights[item.row] ?? 0, item.height);
  }
  const tops: number[] = [];
  let y = 0;
  for (const height of heights) {
    tops.push(y);
    y += height + plan.metrics.rowGap;
  }
  const rowsHeight = Math.max(0, y - plan.metrics.rowGap);
  return {
    tops,
    heights,
    height: Math.max(
      rowsHeight,
      indicatorRowCount(plan, context) * indicatorHeight(plan.metrics, plan.density),
    ),
  };
}

export function indicatorsInLane(plan: WidePlan, context: number): number[] {
  return plan.topology.lines.flatMap((line, index) => (line.context === context ? [index] : []));
}

export function indicatorRowCount(plan: WidePlan, context: number): number {
  const count = indicatorsInLane(plan, context).length;
  const busy = plan.stations.some((one) => one.context === context && one.edges.length > 0);
  const stacked = busy || plan.density.shortRings === true;
  return Math.min(count, stacked ? Math.max(2, Math.ceil(count / 2)) : 1);
}

/** Width of the indicators at the left of a lane, with the gap after them. */
export function indicatorBlockWidth(plan: WidePlan, context: number): number {
  const indicators = indicatorsInLane(plan, context);
  if (indicators.length === 0) return 0;
  const columns = Math.ceil(indicators.length / indicatorRowCount(plan, context));
  // Returning routes come down between the indicators and the first item.
  return (
    columns * indicatorColumnWidth(plan, indicators) +
    (plan.density.wrapLevel === 2 && plan.density.shortRings !== true ? 22 : 8)
  );
}

export function indicatorColumnWidth(plan: WidePlan, indicators: readonly number[]): number {
  const widths = indicators.map((line) => {
    const described = plan.topology.lines[line];
    return described === undefined ? 0 : indicatorWidth(described, plan.fontSizes, plan.density);
  });
  return Math.ceil(Math.max(0, ...widths));
}
