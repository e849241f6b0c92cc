// The plan of a wide layout at one density: what shares a column, how wide it is, and the rules that
// say what stands at least how far to the right of what. No positions yet.
import type { Extent, Rule } from "./layout-columns";
import {
  barSize,
  isWire,
  lampWidth,
  measures,
  nameWidth,
  noteWidth,
  placeOf,
  planStations,
  type Density,
  type Measures,
  type StationPlan,
} from "./layout-items";
import type { TypeSizes } from "./layout-types";
import type { Topology } from "./topology";

export const LANE_INDENT = 14;

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
    stations: planStations(topology, sizes),
    groups,
    groupOf,
  };
}

export function placeWidth(plan: Plan, index: number): number {
  const place = placeOf(plan.topology, index);
  return Math.max(
    barSize(place, plan.density, plan.measure.bar).width,
    nameWidth(place, plan.sizes),
    noteWidth(place, plan.sizes),
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
  ];
}

/** Things of one lane stand side by side, in the order of the path. */
function laneRules(plan: Plan, context: number): Rule[] {
  const { topology, density } = plan;
  const things: { name: string; key: number; width: number }[] = [];
  plan.groups.forEach((group) => {
    const first = placeOf(topology, group[0] as number);
    if (first.context !== context) return;
    const width = Math.max(...group.map((place) => placeWidth(plan, place)));
    things.push({ name: stageVariable(first.stage), key: first.stage, width });
  });
  plan.stations.forEach((station, index) => {
    if (station.context !== context) return;
    things.push({ name: stationVariable(index), key: station.key, width: station.width });
  });
  things.sort((a, b) => a.key - b.key);
  const indent = LANE_INDENT + lampsWidth(plan, context);
  return things.map((thing, index) => {
    const before = things[index - 1];
    if (before === undefined) return { from: null, to: thing.name, rigid: indent, gap: 0 };
    return { from: before.name, to: thing.name, rigid: before.width, gap: density.gap };
  });
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
    if (from.context !== station.context) {
      const down = from.context < station.context;
      const words = down ? noteWidth(from, plan.sizes) : nameWidth(from, plan.sizes);
      const bar = barWidth(plan, edge.from);
      const attachable = words + 16 <= bar && alone(plan, edge.from);
      const rigid = attachable ? words + 18 : Math.max(bar, words) + 20;
      rules.push({ from: stageVariable(from.stage), to: name, rigid, gap: 0 });
    }
    if (to.context !== station.context) {
      const up = to.context < station.context;
      const words = up ? noteWidth(to, plan.sizes) : nameWidth(to, plan.sizes);
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

export function lampsOf(plan: Plan, context: number): number[] {
  return plan.topology.lines.flatMap((line, index) => (line.context === context ? [index] : []));
}

export function lampRows(plan: Plan, context: number): number {
  const count = lampsOf(plan, context).length;
  const busy = plan.stations.some((one) => one.context === context && one.edges.length > 0);
  return Math.min(count, busy ? Math.max(2, Math.ceil(count / 2)) : 1);
}

/** Width of the block of lamps at the left of a lane, with the gap after it. */
function lampsWidth(plan: Plan, context: number): number {
  const lamps = lampsOf(plan, context);
  if (lamps.length === 0) return 0;
  const columns = Math.ceil(lamps.length / lampRows(plan, context));
  return columns * lampColumn(plan, lamps) + 8;
}

export function lampColumn(plan: Plan, lamps: readonly number[]): number {
  const widths = lamps.map((line) => {
    const described = plan.topology.lines[line];
    return described === undefined ? 0 : lampWidth(described, plan.sizes);
  });
  return Math.ceil(Math.max(0, ...widths));
}

export function contentHeight(plan: Plan, context: number): number {
  const { measure } = plan;
  const rows = plan.groups
    .filter((group) => placeOf(plan.topology, group[0] as number).context === context)
    .reduce((most, group) => Math.max(most, group.length), 0);
  const stations = plan.stations.filter((station) => station.context === context);
  const busy = stations.some((station) => station.edges.length > 0);
  return Math.max(
    rows * measure.content + Math.max(0, rows - 1) * 8,
    busy ? measure.content : stations.length > 0 ? measure.ownBox : 0,
    lampRows(plan, context) * measure.lampRow,
  );
}
