// The x positions of a wide layout. Constraints say how far one column starts to the right of another; the longest
// path through them gives the tightest positions, and the gaps are stretched until the last column reaches the right end.
import type { Topology } from "../frame/topology";
import { edgeContext, nameWidth, noteWidth, placeAt, type StationPlan } from "./item-sizes";
import { lampBlockWidth, laneItems } from "./lane-items";
import {
  barWidth,
  LANE_INDENT,
  placeWidth,
  stageColumn,
  stationColumn,
  type WidePlan,
} from "./plan";

export interface ColumnConstraint {
  /** Variables by name; `from` null = the left edge. */
  from: string | null;
  to: string;
  /** CSS pixels that never stretch, and those that do. */
  fixed: number;
  stretchable: number;
}

export interface Column {
  name: string;
  width: number;
}

const MAX_STRETCH = 12;
const STRETCH_STEPS = 24;

/** Positions by variable, or null when even unstretched they do not fit into `width`. */
export function solveColumns(
  rules: readonly ColumnConstraint[],
  extents: readonly Column[],
  width: number,
): Map<string, number> | null {
  const tightest = longestPaths(rules, extents, 1);
  if (tightest === null || rightEnd(tightest, extents) > width) return null;
  let low = 1;
  let high = MAX_STRETCH;
  for (let step = 0; step < STRETCH_STEPS; step += 1) {
    const stretch = (low + high) / 2;
    const solved = longestPaths(rules, extents, stretch);
    if (solved !== null && rightEnd(solved, extents) <= width) low = stretch;
    else high = stretch;
  }
  return longestPaths(rules, extents, low);
}

/** Longest paths by repeated relaxation; null when the rules contradict each other. */
function longestPaths(
  rules: readonly ColumnConstraint[],
  extents: readonly Column[],
  stretch: number,
): Map<string, number> | null {
  const at = new Map<string, number>(extents.map((extent) => [extent.name, 0]));
  for (let round = 0; round <= extents.length; round += 1) {
    let changed = false;
    for (const rule of rules) {
      const start = rule.from === null ? 0 : (at.get(rule.from) ?? 0);
      const least = start + rule.fixed + rule.stretchable * stretch;
      if ((at.get(rule.to) ?? 0) < least - 1e-6) {
        at.set(rule.to, least);
        changed = true;
      }
    }
    if (!changed) return at;
  }
  return null;
}

function rightEnd(at: ReadonlyMap<string, number>, extents: readonly Column[]): number {
  return extents.reduce(
    (end, extent) => Math.max(end, (at.get(extent.name) ?? 0) + extent.width),
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
    ...plan.stations.map((station, index) => ({
      name: stationColumn(index),
      width: station.width,
    })),
  ];
}

export function columnConstraints(plan: WidePlan): ColumnConstraint[] {
  return [
    ...plan.topology.contexts.flatMap((_, context) => laneConstraints(plan, context)),
    ...plan.stations.flatMap((station, index) => stationConstraints(plan, station, index)),
    ...plan.topology.edges.flatMap((edge) => hardwareConstraints(plan, edge)),
  ];
}

/** What hardware brings down to another lane passes to the right of the lamps on its way. */
function hardwareConstraints(plan: WidePlan, edge: Topology["edges"][number]): ColumnConstraint[] {
  const { topology } = plan;
  const from = placeAt(topology, edge.from);
  const to = placeAt(topology, edge.to);
  if (edgeContext(topology, edge).kind !== "hardware" || from.context >= to.context) return [];
  return [rightOfLamps(plan, from.context + 1, to.context + 1, stageColumn(to.stage))];
}

/** A thing stands to the right of the lamps of some lanes, so that a way can come down to it. */
function rightOfLamps(plan: WidePlan, first: number, end: number, to: string): ColumnConstraint {
  const passed = plan.topology.contexts.slice(first, end);
  const lamps = passed.map((_, nth) => lampBlockWidth(plan, first + nth));
  return {
    from: null,
    to,
    fixed: LANE_INDENT + Math.max(0, ...lamps) + ROUTE_MARGIN,
    stretchable: 0,
  };
}

/** Things of one row of a lane stand side by side, in the order of the path. */
function laneConstraints(plan: WidePlan, context: number): ColumnConstraint[] {
  const rules: ColumnConstraint[] = [];
  const indent = LANE_INDENT + lampBlockWidth(plan, context);
  const things = laneItems(plan, context);
  things.forEach((thing, index) => {
    const before = things[index - 1];
    if (before === undefined || before.row !== thing.row) {
      rules.push({
        from: null,
        to: thing.column,
        fixed: indent + (thing.row > 0 ? 10 : 0),
        stretchable: 0,
      });
    } else {
      const gap = plan.density.gap;
      rules.push({ from: before.column, to: thing.column, fixed: before.width, stretchable: gap });
    }
  });
  return rules;
}

/** A station stands where the ways from its places and to its places can reach it. */
function stationConstraints(
  plan: WidePlan,
  station: StationPlan,
  index: number,
): ColumnConstraint[] {
  const { topology } = plan;
  const name = stationColumn(index);
  return station.edges.flatMap((edgeIndex) => {
    const edge = topology.edges[edgeIndex];
    if (edge === undefined) return [];
    const rules: ColumnConstraint[] = [];
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
      rules.push({ from: stageColumn(from.stage), to: name, fixed: rigid, stretchable: 0 });
    }
    if (from.context < station.context - 1) {
      rules.push(rightOfLamps(plan, from.context + 1, station.context, name));
    }
    if (to.context !== station.context && !free) {
      const up = to.context < station.context;
      const words = up
        ? noteWidth(to, plan.fontSizes, plan.density)
        : nameWidth(to, plan.fontSizes);
      const bar = barWidth(plan, edge.to);
      const attachable = words + 22 <= bar && isOnlyInGroup(plan, edge.to);
      const rigid = attachable ? Math.max(12, station.width + 20 - bar) : station.width + 20;
      rules.push({ from: name, to: stageColumn(to.stage), fixed: rigid, stretchable: 0 });
    }
    return rules;
  });
}

function isOnlyInGroup(plan: WidePlan, place: number): boolean {
  return plan.groups[plan.groupOf[place] as number]?.length === 1;
}
