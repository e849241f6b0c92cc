// The plan of a wide layout at one density: what shares a column, how wide it is, and the rules that
// say what stands at least how far to the right of what. No positions yet.
import type { Column, ColumnConstraint } from "./columns";
import {
  barSize,
  edgeContext,
  isWire,
  layoutMetrics,
  nameWidth,
  noteWidth,
  placeAt,
  planStations,
  type Density,
  type Metrics,
  type StationPlan,
} from "./item-sizes";
import { lampBlockWidth, laneItems } from "./lane-items";
import type { FontSizes } from "./types";
import type { Topology, TopologyEdge } from "../frame/topology";

/** Left of the first thing in a lane: room for what falls past it. */
export const LANE_INDENT = 24;
/** Left of a place for a way that comes down to it. */
const ROUTE_MARGIN = 16;

export interface WidePlan {
  topology: Topology;
  fontSizes: FontSizes;
  metrics: Metrics;
  density: Density;
  stations: StationPlan[];
  /** Places of one lane and stage, by interface: they stand one under the other. */
  groups: number[][];
  groupOf: number[];
}

export function planWideLayout(topology: Topology, sizes: FontSizes, density: Density): WidePlan {
  const byColumn = new Map<string, number[]>();
  topology.places.forEach((place, index) => {
    const name = `${place.context} ${place.stage}`;
    byColumn.set(name, [...(byColumn.get(name) ?? []), index]);
  });
  const groups = [...byColumn.values()];
  const groupOf: number[] = [];
  groups.forEach((group, index) => {
    group.sort((a, b) => placeAt(topology, a).interface - placeAt(topology, b).interface);
    for (const place of group) groupOf[place] = index;
  });
  return {
    topology,
    fontSizes: sizes,
    metrics: layoutMetrics(sizes),
    density,
    stations: planStations(topology, sizes, density),
    groups,
    groupOf,
  };
}

export function placeWidth(plan: WidePlan, index: number): number {
  const place = placeAt(plan.topology, index);
  return Math.max(
    barSize(place, plan.density, plan.metrics.bar).width,
    nameWidth(place, plan.fontSizes),
    noteWidth(place, plan.fontSizes, plan.density),
  );
}

export function barWidth(plan: WidePlan, index: number): number {
  const place = placeAt(plan.topology, index);
  // The line of a wire is as long as its words are wide.
  return isWire(place)
    ? placeWidth(plan, index)
    : barSize(place, plan.density, plan.metrics.bar).width;
}

export function stageColumn(stage: number): string {
  return `stage ${stage}`;
}

export function stationColumn(index: number): string {
  return `station ${index}`;
}

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
function hardwareConstraints(plan: WidePlan, edge: TopologyEdge): ColumnConstraint[] {
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
