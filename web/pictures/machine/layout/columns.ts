// The x positions of a wide layout. Constraints say how far one column starts to the right of another. The longest
// path through them gives the tightest positions; then the gaps are stretched to the full width.
import type { Topology } from "../../../frame/topology";
import { edgeContext, nameWidth, noteWidth, placeAt, type StationPlan } from "./item-sizes";
import { indicatorBlockWidth, laneItems } from "./lane-items";
import {
  barWidth,
  LANE_INDENT,
  placeWidth,
  stageColumn,
  stationColumn,
  type WidePlan,
} from "./plan";

export interface ColumnConstraint {
  /** Names of columns; `from` is null for the left edge. */
  from: string | null;
  to: string;
  /** The least distance in CSS pixels: a part that never stretches, and a part that does. */
  fixed: number;
  stretchable: number;
}

export interface Column {
  name: string;
  width: number;
}

const MAX_STRETCH = 12;
const STRETCH_STEPS = 24;

/** Positions by column, or null if the columns do not fit into `width` even unstretched. */
export function solveColumns(
  constraints: readonly ColumnConstraint[],
  columns: readonly Column[],
  width: number,
): Map<string, number> | null {
  const tightest = longestPaths(constraints, columns, 1);
  if (tightest === null || rightEnd(tightest, columns) > width) return null;
  let low = 1;
  let high = MAX_STRETCH;
  for (let step = 0; step < STRETCH_STEPS; step += 1) {
    const stretch = (low + high) / 2;
    const solved = longestPaths(constraints, columns, stretch);
    if (solved !== null && rightEnd(solved, columns) <= width) low = stretch;
    else high = stretch;
  }
  return longestPaths(constraints, columns, low);
}

/** Longest paths by repeated relaxation; null if the constraints contradict each other. */
function longestPaths(
  constraints: readonly ColumnConstraint[],
  columns: readonly Column[],
  stretch: number,
): Map<string, number> | null {
  const at = new Map<string, number>(columns.map((column) => [column.name, 0]));
  for (let round = 0; round <= columns.length; round += 1) {
    let changed = false;
    for (const constraint of constraints) {
      const start = constraint.from === null ? 0 : (at.get(constraint.from) ?? 0);
      const least = start + constraint.fixed + constraint.stretchable * stretch;
      if ((at.get(constraint.to) ?? 0) < least - 1e-6) {
        at.set(constraint.to, least);
        changed = true;
      }
    }
    if (!changed) return at;
  }
  return null;
}

function rightEnd(at: ReadonlyMap<string, number>, columns: readonly Column[]): number {
  return columns.reduce(
    (end, column) => Math.max(end, (at.get(column.name) ?? 0) + column.width),
    0,
  );
}

/** Free space to the left of a place for a route that comes down to it. */
const ROUTE_MARGIN = 16;

export function planColumns(plan: WidePlan): Column[] {
  const widths = new Map<number, number>();
  plan.topology.places.forEach((place, index) => {
    widths.set(place.stage, Math.max(widths.get(place.stage) ?? 0, placeWidth(plan, index)));
  });
  return [
    ...[...widths].map(([stage, width]) => ({ name: stageColumn(stage), width })),
    ...plan.stations.map((station) => ({ name: stationColumn(station), width: station.width })),
  ];
}

export function columnConstraints(plan: WidePlan): ColumnConstraint[] {
  return [
    ...plan.topology.contexts.flatMap((_, context) => laneConstraints(plan, context)),
    ...plan.stations.flatMap((station) => stationConstraints(plan, station)),
    ...plan.topology.edges.flatMap((edge) => hardwareConstraints(plan, edge)),
  ];
}

/** A route of the hardware that leads down to another lane passes to the right of the indicators in between. */
function hardwareConstraints(plan: WidePlan, edge: Topology["edges"][number]): ColumnConstraint[] {
  const { topology } = plan;
  const from = placeAt(topology, edge.from);
  const to = placeAt(topology, edge.to);
  if (edgeContext(topology, edge).kind !== "hardware" || from.context >= to.context) return [];
  return [rightOfIndicators(plan, from.context + 1, to.context + 1, stageColumn(to.stage))];
}

/** Places a column to the right of the indicators of some lanes, so that a route can come down to it. */
function rightOfIndicators(
  plan: WidePlan,
  first: number,
  end: number,
  to: string,
): ColumnConstraint {
  const passed = plan.topology.contexts.slice(first, end);
  const indicators = passed.map((_, nth) => indicatorBlockWidth(plan, first + nth));
  return {
    from: null,
    to,
    fixed: LANE_INDENT + Math.max(0, ...indicators) + ROUTE_MARGIN,
    stretchable: 0,
  };
}

/** Items in one row of a lane are side by side, in the order of the path. */
function laneConstraints(plan: WidePlan, context: number): ColumnConstraint[] {
  const constraints: ColumnConstraint[] = [];
  const indent = LANE_INDENT + indicatorBlockWidth(plan, context);
  const items = laneItems(plan, context);
  items.forEach((item, index) => {
    const before = items[index - 1];
    if (before === undefined || before.row !== item.row) {
      constraints.push({
        from: null,
        to: item.column,
        fixed: indent + (item.row > 0 ? 10 : 0),
        stretchable: 0,
      });
    } else {
      const gap = plan.density.gap;
      constraints.push({
        from: before.column,
        to: item.column,
        fixed: before.width,
        stretchable: gap,
      });
    }
  });
  return constraints;
}

/** Reserves space for the routes from the places before a station, and to the places after it. */
function stationConstraints(plan: WidePlan, station: StationPlan): ColumnConstraint[] {
  const { topology } = plan;
  const name = stationColumn(station);
  return station.edges.flatMap((edgeIndex) => {
    const edge = topology.edges[edgeIndex];
    if (edge === undefined) return [];
    const constraints: ColumnConstraint[] = [];
    const from = placeAt(topology, edge.from);
    const to = placeAt(topology, edge.to);
    const free = plan.density.wrapLevel >= 2;
    if (from.context !== station.context && !(free && from.kind === "queue")) {
      const down = from.context < station.context;
      const words = down
        ? noteWidth(from, plan.fontSizes, plan.density)
        : nameWidth(from, plan.fontSizes);
      const bar = barWidth(plan, edge.from);
      const attachable = words + 16 <= bar && isOnlyInGroup(plan, edge.from);
      const rigid = attachable ? words + 18 : Math.max(bar, words) + 20;
      constraints.push({ from: stageColumn(from.stage), to: name, fixed: rigid, stretchable: 0 });
    }
    if (from.context < station.context - 1) {
      constraints.push(rightOfIndicators(plan, from.context + 1, station.context, name));
    }
    if (to.context !== station.context && !free) {
      const up = to.context < station.context;
      const words = up
        ? noteWidth(to, plan.fontSizes, plan.density)
        : nameWidth(to, plan.fontSizes);
      const bar = barWidth(plan, edge.to);
      const attachable = words + 22 <= bar && isOnlyInGroup(plan, edge.to);
      const rigid = attachable ? Math.max(12, station.width + 20 - bar) : station.width + 20;
      constraints.push({ from: name, to: stageColumn(to.stage), fixed: rigid, stretchable: 0 });
    }
    return constraints;
  });
}

function isOnlyInGroup(plan: WidePlan, place: number): boolean {
  return plan.groups[plan.groupOf[place] as number]?.length === 1;
}
