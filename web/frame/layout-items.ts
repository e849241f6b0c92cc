// What stands in the lanes and how large it is at one density, before anything has a position.
import type {
  Topology,
  TopologyContext,
  TopologyEdge,
  TopologyLine,
  TopologyPlace,
} from "./topology";
import type { TypeSizes } from "./layout-types";
import { textWidth } from "./text";
import { thousands } from "./words";

/** One step of the ladder from roomy to tight. */
export interface Density {
  pitch: number;
  /** Into how many rows a queue of at least `wrapFrom` slots is broken. */
  rows: number;
  wrapFrom: number;
  /** Between neighbours in a lane. */
  gap: number;
  /** Long lanes are folded into rows, and procedures are named in small type. */
  fold: boolean;
}

export const DENSITIES: readonly Density[] = [
  { pitch: 10, rows: 1, wrapFrom: 24, gap: 40, fold: false },
  { pitch: 8, rows: 1, wrapFrom: 24, gap: 32, fold: false },
  { pitch: 7, rows: 1, wrapFrom: 24, gap: 28, fold: false },
  { pitch: 6, rows: 1, wrapFrom: 24, gap: 24, fold: false },
  { pitch: 5, rows: 1, wrapFrom: 24, gap: 20, fold: false },
  { pitch: 8, rows: 2, wrapFrom: 24, gap: 24, fold: false },
  { pitch: 6, rows: 2, wrapFrom: 24, gap: 22, fold: false },
  { pitch: 8, rows: 1, wrapFrom: 24, gap: 24, fold: true },
  { pitch: 7, rows: 1, wrapFrom: 24, gap: 22, fold: true },
  { pitch: 6, rows: 1, wrapFrom: 24, gap: 20, fold: true },
  { pitch: 5, rows: 1, wrapFrom: 24, gap: 18, fold: true },
  { pitch: 8, rows: 2, wrapFrom: 24, gap: 18, fold: true },
  { pitch: 6, rows: 2, wrapFrom: 24, gap: 16, fold: true },
  { pitch: 5, rows: 2, wrapFrom: 24, gap: 16, fold: true },
  { pitch: 6, rows: 3, wrapFrom: 18, gap: 16, fold: true },
];

/** More slots than this are shown as a level, not one by one. */
export const SLOTS_DRAWN_MAX = 256;
const LEVEL_BAR_WIDTH = 160;

export interface BarSize {
  width: number;
  height: number;
  slotted: boolean;
  columns: number;
  rows: number;
  pitch: number;
  rowPitch: number;
}

/** Heights that follow from the type sizes. */
export interface Measures {
  nameRow: number;
  bar: number;
  noteRow: number;
  /** A place from its name to its note. */
  content: number;
  /** From a content's top to the middle of its bar: what edges and tracks are level with. */
  centre: number;
  ownBox: number;
  lampRow: number;
  lanePadding: number;
  laneGap: number;
}

export function measures(sizes: TypeSizes): Measures {
  const nameRow = Math.round(sizes.body * 1.3);
  const bar = Math.round(sizes.body * 1.3);
  const noteRow = Math.round(sizes.small * 1.4);
  return {
    nameRow,
    bar,
    noteRow,
    content: nameRow + bar + noteRow,
    centre: nameRow + bar / 2,
    ownBox: Math.round(sizes.body * 2),
    lampRow: 24,
    lanePadding: 6,
    laneGap: 5,
  };
}

export function isWire(place: TopologyPlace): boolean {
  return place.kind === "wire_in" || place.kind === "wire_out";
}

export function barSize(place: TopologyPlace, density: Density, barHeight: number): BarSize {
  const capacity = place.capacity;
  if (isWire(place)) {
    return {
      width: 30,
      height: barHeight,
      slotted: false,
      columns: 0,
      rows: 0,
      pitch: 0,
      rowPitch: 0,
    };
  }
  if (capacity <= 0 || capacity > SLOTS_DRAWN_MAX) {
    const width = Math.max(72, Math.min(LEVEL_BAR_WIDTH, density.pitch * 24));
    return { width, height: barHeight, slotted: false, columns: 0, rows: 0, pitch: 0, rowPitch: 0 };
  }
  const wrapped = capacity >= density.wrapFrom ? density.rows : 1;
  const rows = Math.max(wrapped, Math.ceil(capacity / 64));
  const columns = Math.ceil(capacity / rows);
  return {
    width: columns * density.pitch,
    height: barHeight,
    slotted: true,
    columns,
    rows,
    pitch: density.pitch,
    rowPitch: barHeight / rows,
  };
}

/** The note under a bar that no way may cross: at least its count, where there is room also losses. */
export function noteWidth(place: TopologyPlace, sizes: TypeSizes, density: Density): number {
  const least = textWidth(longestNote(place), sizes.small, "mono", 600);
  const roomy = !density.fold && density.pitch >= 7 && place.drop !== "" && place.capacity > 0;
  return roomy ? least + textWidth("  full  refused 14,880/s  ", sizes.small) : least;
}

function longestNote(place: TopologyPlace): string {
  if (place.kind === "wire_in") return "14,880/s";
  if (place.kind === "wire_out") return "14,880/s out";
  if (place.capacity <= 0) return "1,000";
  const full = thousands(place.capacity);
  return `${full} of ${full}`;
}

export function nameWidth(named: { name: string }, sizes: TypeSizes): number {
  return textWidth(named.name, sizes.body, "text", 600);
}

/** Edges of one CPU context that end in the same column share a station. */
export interface StationPlan {
  context: number;
  edges: number[];
  /** Where it belongs along the path. */
  key: number;
  width: number;
}

export function planStations(
  topology: Topology,
  sizes: TypeSizes,
  density: Density,
): StationPlan[] {
  const title = density.fold ? sizes.small : sizes.body;
  const plans = new Map<string, StationPlan>();
  topology.edges.forEach((edge, index) => {
    if (contextOf(topology, edge).kind === "hardware") return;
    const fromStage = placeOf(topology, edge.from).stage;
    const toStage = placeOf(topology, edge.to).stage;
    const name = `${edge.context} ${toStage}`;
    const plan = plans.get(name) ?? {
      context: edge.context,
      edges: [],
      key: 0,
      width: 0,
    };
    plan.edges.push(index);
    plan.key = Math.max(plan.key, (fromStage + toStage) / 2);
    plan.width = Math.max(plan.width, stationWidth(topology, edge, sizes, title));
    plans.set(name, plan);
  });
  const busy = new Set([...plans.values()].map((plan) => plan.context));
  const idle: StationPlan[] = [];
  topology.contexts.forEach((context, index) => {
    const alone = !busy.has(index) && context.kind !== "hardware" && context.kind !== "idle";
    if (!alone) return;
    idle.push({
      context: index,
      edges: [],
      key: 0.5,
      width: ownWidth(sizes),
    });
  });
  return [...plans.values(), ...idle];
}

/** Wide enough for the longest procedure of the edge, within reason. */
function stationWidth(
  topology: Topology,
  edge: TopologyEdge,
  sizes: TypeSizes,
  title: number,
): number {
  const procedures = edge.steps.map((step) => topology.steps[step]?.procedure ?? "");
  const longest = Math.max(
    0,
    ...procedures.map((procedure) => textWidth(procedure, title, "mono", 600)),
  );
  const packetLine = textWidth("packet 888,888", sizes.small, "text", 400);
  return Math.ceil(Math.min(Math.max(longest, packetLine) + 16, 11 * title));
}

function ownWidth(sizes: TypeSizes): number {
  return Math.ceil(textWidth("compute-bound", sizes.body, "mono", 600) + 24);
}

export function lampWidth(line: TopologyLine, sizes: TypeSizes): number {
  return 24 + textWidth(line.name, sizes.small) + 4;
}

export function contextOf(topology: Topology, edge: TopologyEdge): TopologyContext {
  return topology.contexts[edge.context] as TopologyContext;
}

export function placeOf(topology: Topology, index: number): TopologyPlace {
  return topology.places[index] as TopologyPlace;
}
