// The plan of a wide layout at one density: what shares a column, how wide it is, and the rules that
// say what stands at least how far to the right of what. No positions yet.
import type { Extent, Rule } from "./columns";
import {
  barSize,
  contextOf,
  isWire,
  measures,
  nameWidth,
  noteWidth,
  placeOf,
  planStations,
  type Density,
  type Measures,
  type StationPlan,
} from "./item-sizes";
import { lampsWidth, laneThings } from "./lane-items";
import type { TypeSizes } from "./types";
import type { Topology, TopologyEdge } from "../frame/topology";

/** Left of the first thing in a lane: room for what falls past it. */
export const LANE_INDENT = 24;
/** Left of a place for a way that comes down to it. */
const WAY_DOWN = 16;

export interface Plan {
  topology: Topology;
  sizes: TypeSizes;
  measure: Measures;
  density: Density;
  stations: StationPlan[];
  /** Places of one lane and stage, by interface: they stand one under the other. */
  groups: number[][];
  groupOf: number[];
}

export function makePlan(topology: Topology, sizes: TypeSizes, density: Density): Plan {
  const byColumn = new Map<string, number[]>();
  topology.places.forEach((place, index) => {
    const name = `${place.context} ${place.stage}`;
    byColumn.set(name, [...(byColumn.get(name) ?? []), index]);
  });
  const groups = [...byColumn.values()];
  const groupOf: number[] = [];
  groups.forEach((group, index) => {
    group.sort((a, b) => placeOf(topology, a).interface - placeOf(topology, b).interface);
    for (const place of group) groupOf[place] = index;
  });
  return {
    topology,
    sizes,
    measure: measures(sizes),
    density,
    stations: planStations(topology, sizes, density),
    groups,
    groupOf,
  };
}

export function placeWidth(plan: Plan, index: number): number {
  const place = placeOf(plan.topology, index);
  return Math.max(
    barSize(place, plan.density, plan.measure.bar).width,
    nameWidth(place, plan.sizes),
    noteWidth(place, plan.sizes, plan.density),
  );
}

export function barWidth(plan: Plan, index: number): number {
  const place = placeOf(plan.topology, index);
  // The line of a wire is as long as its words are wide.
  return isWire(place)
    ? placeWidth(plan, index)
    : barSize(place, plan.density, plan.measure.bar).width;
}

export function stageVariable(stage: number): string {
  return `stage ${stage}`;
}

export function stationVariable(index: number): string {
  return `station ${index}`;
}

export function columnExtents(plan: Plan): Extent[] {
  const widths = new Map<number, number>();
  plan.topology.places.forEach((place, index) => {
    widths.set(place.stage, Math.max(widths.get(place.stage) ?? 0, placeWidth(plan, index)));
  });
  return [
    ...[...widths].map(([stage, width]) => ({ name: stageVariable(stage), width })),
    ...plan.stations.map((station, index) => ({
      name: stationVariable(index),
      width: station.width,
    })),
  ];
}

export function columnRules(plan: Plan): Rule[] {
  return [
    ...plan.topology.contexts.flatMap((_, context) => laneRules(plan, context)),
    ...plan.stations.flatMap((station, index) => stationRules(plan, station, index)),
    ...plan.topology.edges.flatMap((edge) => hardwareRules(plan, edge)),
  ];
}

/** What hardware brings down to another lane passes to the right of the lamps on its way. */
function hardwareRules(plan: Plan, edge: TopologyEdge): Rule[] {
  const { topology } = plan;
  const from = placeOf(topology, edge.from);
  const to = placeOf(topology, edge.to);
  if (contextOf(topology, edge).kind !== "hardware" || from.context >= to.context) return [];
  return [pastLamps(plan, from.context + 1, to.context + 1, stageVariable(to.stage))];
}

/** A thing stands to the right of the lamps of some lanes, so that a way can come down to it. */
function pastLamps(plan: Plan, first: number, end: number, to: string): Rule {
  const passed = plan.topology.contexts.slice(first, end);
  const lamps = passed.map((_, nth) => lampsWidth(plan, first + nth));
  return { from: null, to, rigid: LANE_INDENT + Math.max(0, ...lamps) + WAY_DOWN, gap: 0 };
}

/** Things of one row of a lane stand side by side, in the order of the path. */
function laneRules(plan: Plan, context: number): Rule[] {
  const rules: Rule[] = [];
  const indent = LANE_INDENT + lampsWidth(plan, context);
  const things = laneThings(plan, context);
  things.forEach((thing, index) => {
    const before = things[index - 1];
    if (before === undefined || before.row !== thing.row) {
      rules.push({ from: null, to: thing.name, rigid: indent + (thing.row > 0 ? 10 : 0), gap: 0 });
    } else {
      const gap = plan.density.gap;
      rules.push({ from: before.name, to: thing.name, rigid: before.width, gap });
    }
  });
  return rules;
}

/** A station stands where the ways from its places and to its places can reach it. */
function stationRules(plan: Plan, station: StationPlan, index: number): Rule[] {
  const { topology } = plan;
  const name = stationVariable(index);
  return station.edges.flatMap((edgeIndex) => {
    const edge = topology.edges[edgeIndex];
    if (edge === undefined) return [];
    const rules: Rule[] = [];
    const from = placeOf(topology, edge.from);
    const to = placeOf(topology, edge.to);
    const free = plan.density.fold >= 2;
    if (from.context !== station.context && !(free && from.kind === "queue")) {
      const down = from.context < station.context;
      const words = down ? noteWidth(from, plan.sizes, plan.density) : nameWidth(from, plan.sizes);
      const bar = barWidth(plan, edge.from);
      const attachable = words + 16 <= bar && alone(plan, edge.from);
      const rigid = attachable ? words + 18 : Math.max(bar, words) + 20;
      rules.push({ from: stageVariable(from.stage), to: name, rigid, gap: 0 });
    }
    if (from.context < station.context - 1) {
      rules.push(pastLamps(plan, from.context + 1, station.context, name));
    }
    if (to.context !== station.context && !free) {
      const up = to.context < station.context;
      const words = up ? noteWidth(to, plan.sizes, plan.density) : nameWidth(to, plan.sizes);
      const bar = barWidth(plan, edge.to);
      const attachable = words + 22 <= bar && alone(plan, edge.to);
      const rigid = attachable ? Math.max(12, station.width + 20 - bar) : station.width + 20;
      rules.push({ from: name, to: stageVariable(to.stage), rigid, gap: 0 });
    }
    return rules;
  });
}

function alone(plan: Plan, place: number): boolean {
  return plan.groups[plan.groupOf[place] as number]?.length === 1;
}
