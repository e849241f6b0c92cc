// The plan of a wide layout at one density: its metrics, its stations, and the places that share a column. No
// positions yet.
import {
  barSize,
  isWire,
  layoutMetrics,
  nameWidth,
  noteWidth,
  placeAt,
  planStations,
  type Density,
  type LayoutMetrics,
  type StationPlan,
} from "./item-sizes";
import type { FontSizes } from "./types";
import type { Topology } from "../../../frame/topology";

/** Free space to the left of the first item in a lane, for falling packets. */
export const LANE_INDENT = 24;
export interface WidePlan {
  topology: Topology;
  fontSizes: FontSizes;
  metrics: LayoutMetrics;
  density: Density;
  stations: StationPlan[];
  /** The places of one lane and stage, by interface: they are stacked. */
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
  // The line of a wire is as long as its label.
  return isWire(place)
    ? placeWidth(plan, index)
    : barSize(place, plan.density, plan.metrics.bar).width;
}

export function stageColumn(stage: number): string {
  return `stage ${stage}`;
}

export function stationColumn({ sister }: StationPlan): string {
  return `station ${sister}`;
}
