// The sizes of everything in the lanes at one density, before anything has a position.
import type {
  Topology,
  TopologyContext,
  TopologyEdge,
  TopologyLine,
  TopologyPlace,
} from "../../../frame/topology";
import type { FontSizes } from "./types";
import { textWidth } from "../../../lib/format/text-width";
import { formatNumber } from "../../../lib/format/numbers";

/** One of the densities, from roomy to tight. */
export interface Density {
  pitch: number;
  /** Rows of the slots of a queue that has at least `wrapFrom` slots. */
  rows: number;
  wrapFrom: number;
  /** Gap between neighbours in a lane. */
  gap: number;
  /**
   * 0: every item is further right than the items before it on the path. 1: long lanes wrap into rows, and the names of
   * procedures are small. 2: routes between lanes may also return to the left. 3: the transmit ring has its own row in
   * the hardware's lane, and each station has its own row in its lane.
   */
  wrapLevel: 0 | 1 | 2 | 3;
  /** Long rings are drawn short: at most 32 slots in a row; beyond 128 slots, one stands for several. */
  shortRings?: boolean;
}

export const DENSITIES: readonly Density[] = [
  { pitch: 10, rows: 1, wrapFrom: 24, gap: 40, wrapLevel: 0 },
  { pitch: 8, rows: 1, wrapFrom: 24, gap: 32, wrapLevel: 0 },
  { pitch: 7, rows: 1, wrapFrom: 24, gap: 28, wrapLevel: 0 },
  { pitch: 6, rows: 1, wrapFrom: 24, gap: 24, wrapLevel: 0 },
  { pitch: 5, rows: 1, wrapFrom: 24, gap: 20, wrapLevel: 0 },
  { pitch: 8, rows: 2, wrapFrom: 24, gap: 24, wrapLevel: 0 },
  { pitch: 6, rows: 2, wrapFrom: 24, gap: 22, wrapLevel: 0 },
  { pitch: 8, rows: 1, wrapFrom: 24, gap: 24, wrapLevel: 1 },
  { pitch: 7, rows: 1, wrapFrom: 24, gap: 22, wrapLevel: 1 },
  { pitch: 6, rows: 1, wrapFrom: 24, gap: 20, wrapLevel: 1 },
  { pitch: 5, rows: 1, wrapFrom: 24, gap: 18, wrapLevel: 1 },
  { pitch: 8, rows: 2, wrapFrom: 24, gap: 18, wrapLevel: 1 },
  { pitch: 8, rows: 1, wrapFrom: 24, gap: 20, wrapLevel: 2 },
  { pitch: 7, rows: 1, wrapFrom: 24, gap: 20, wrapLevel: 2 },
  { pitch: 6, rows: 1, wrapFrom: 24, gap: 18, wrapLevel: 2 },
  { pitch: 5, rows: 1, wrapFrom: 24, gap: 18, wrapLevel: 2 },
  { pitch: 8, rows: 2, wrapFrom: 24, gap: 18, wrapLevel: 2 },
  { pitch: 6, rows: 2, wrapFrom: 24, gap: 16, wrapLevel: 2 },
  { pitch: 5, rows: 2, wrapFrom: 24, gap: 16, wrapLevel: 2 },
  { pitch: 8, rows: 2, wrapFrom: 24, gap: 24, wrapLevel: 1, shortRings: true },
  { pitch: 7, rows: 2, wrapFrom: 24, gap: 20, wrapLevel: 2, shortRings: true },
  { pitch: 6, rows: 2, wrapFrom: 24, gap: 18, wrapLevel: 2, shortRings: true },
  { pitch: 5, rows: 2, wrapFrom: 24, gap: 16, wrapLevel: 2, shortRings: true },
  { pitch: 4, rows: 2, wrapFrom: 24, gap: 16, wrapLevel: 2, shortRings: true },
  { pitch: 6, rows: 2, wrapFrom: 24, gap: 16, wrapLevel: 3, shortRings: true },
  { pitch: 5, rows: 2, wrapFrom: 24, gap: 14, wrapLevel: 3, shortRings: true },
];

/** Beyond this many slots, each drawn slot stands for several. */
const MAX_DRAWN_SLOTS = 256;
const SLOTS_IF_MANY = 50;
const MAX_COLUMNS = 64;
/** The same limits if long rings are drawn short. */
const MAX_DRAWN_SLOTS_SHORT = 128;
const SLOTS_IF_MANY_SHORT = 64;
const MAX_COLUMNS_SHORT = 32;

/** The number of slots that the layout of a place has. */
function laidOutSlots(capacity: number, density: Density): number {
  if (density.shortRings === true)
    return capacity > MAX_DRAWN_SLOTS_SHORT ? SLOTS_IF_MANY_SHORT : capacity;
  return capacity > MAX_DRAWN_SLOTS ? SLOTS_IF_MANY : capacity;
}
const LEVEL_BAR_WIDTH = 160;

export interface BarSize {
  width: number;
  height: number;
  hasSlots: boolean;
  columns: number;
  rows: number;
  pitch: number;
  rowPitch: number;
}

/** Heights that follow from the font sizes. */
export interface LayoutMetrics {
  nameRow: number;
  bar: number;
  noteRow: number;
  /** Height of a place, from its name to its note. */
  content: number;
  /** From the top of a place to the middle of its bar, where routes and tracks join it. */
  centre: number;
  /** Height of a station without packets. */
  standalone: number;
  /** The same in a lane whose title has a single line. */
  standaloneSingleLine: number;
  indicatorRow: number;
  /** Height of an indicator with its name in two lines. */
  indicatorRowTwoLines: number;
  lanePadding: number;
  /** The same in a lane whose title has a single line. */
  lanePaddingSingleLine: number;
  laneGap: number;
  /** Gap between the rows of a wrapped lane: a route returns through it. */
  rowGap: number;
  /** Gap between the places of one column. */
  stackGap: number;
}

export function layoutMetrics(sizes: FontSizes): LayoutMetrics {
  const flat = sizes.compact === true;
  const tight = sizes.tight === true;
  const nameRow = Math.round(sizes.body * (tight ? 1.15 : flat ? 1.2 : 1.3));
  const bar = Math.round(sizes.body * (tight ? 0.9 : flat ? 1.1 : 1.3));
  const noteRow = Math.round(sizes.small * (tight ? 1.2 : flat ? 1.3 : 1.4));
  return {
    nameRow,
    bar,
    noteRow,
    content: nameRow + bar + noteRow,
    centre: nameRow + bar / 2,
    standalone: Math.round(sizes.body * (tight ? 1.35 : flat ? 1.5 : 2)),
    standaloneSingleLine: Math.round(sizes.body * (tight ? 1.35 : 1.5)),
    indicatorRow: 24,
    indicatorRowTwoLines: Math.max(24, Math.round(sizes.small * (tight ? 2.2 : 2.3))),
    lanePadding: tight ? 2 : flat ? 3 : 6,
    lanePaddingSingleLine: tight ? 1 : 3,
    laneGap: tight ? 3 : flat ? 4 : 5,
    rowGap: tight ? 10 : 14,
    stackGap: tight ? 4 : 8,
  };
}

export function isWire(place: TopologyPlace): boolean {
  return place.kind === "wire_in" || place.kind === "wire_out";
}

export function barSize(place: TopologyPlace, density: Density, barHeight: number): BarSize {
  const capacity = laidOutSlots(place.capacity, density);
  if (isWire(place)) {
    return {
      width: 30,
      height: barHeight,
      hasSlots: false,
      columns: 0,
      rows: 0,
      pitch: 0,
      rowPitch: 0,
    };
  }
  if (capacity <= 0) {
    const width = Math.max(72, Math.min(LEVEL_BAR_WIDTH, density.pitch * 24));
    return {
      width,
      height: barHeight,
      hasSlots: false,
      columns: 0,
      rows: 0,
      pitch: 0,
      rowPitch: 0,
    };
  }
  const wrapped = capacity >= density.wrapFrom ? density.rows : 1;
  const columnsMax = density.shortRings === true ? MAX_COLUMNS_SHORT : MAX_COLUMNS;
  const rows = Math.max(wrapped, Math.ceil(capacity / columnsMax));
  const columns = Math.ceil(capacity / rows);
  return {
    width: columns * density.pitch,
    height: barHeight,
    hasSlots: true,
    columns,
    rows,
    pitch: density.pitch,
    rowPitch: barHeight / rows,
  };
}

/** Width of the note below a bar. No route may cross it. It has room for the count, in roomy layouts also for losses. */
export function noteWidth(place: TopologyPlace, sizes: FontSizes, density: Density): number {
  const least = textWidth(longestNote(place), sizes.small, "mono", 600);
  const roomy =
    density.wrapLevel === 0 && density.pitch >= 7 && place.drop !== "" && place.capacity > 0;
  return roomy ? least + textWidth("  full  refused 14,880/s  ", sizes.small) : least;
}

function longestNote(place: TopologyPlace): string {
  if (place.kind === "wire_in") return "14,880/s";
  if (place.kind === "wire_out") return "14,880/s out";
  if (place.capacity <= 0) return "1,000";
  const full = formatNumber(place.capacity);
  return `${full} of ${full}`;
}

export function nameWidth(named: { name: string }, sizes: FontSizes): number {
  return textWidth(named.name, sizes.body, "text", 600);
}

/** A station. The edges of one CPU context that end in the same column share it. */
export interface StationPlan {
  context: number;
  edges: number[];
  /** Its position along the path. */
  order: number;
  width: number;
  /** The first of the stations that do the same between the same places: threads of one program share a column. */
  sister: number;
}

export function planStations(
  topology: Topology,
  sizes: FontSizes,
  density: Density,
): StationPlan[] {
  const title = density.wrapLevel > 0 ? sizes.small : sizes.body;
  const plans = new Map<string, StationPlan>();
  topology.edges.forEach((edge, index) => {
    if (edgeContext(topology, edge).kind === "hardware") return;
    const fromStage = placeAt(topology, edge.from).stage;
    const toStage = placeAt(topology, edge.to).stage;
    const name = `${edge.context} ${toStage}`;
    const plan = plans.get(name) ?? {
      context: edge.context,
      edges: [],
      order: 0,
      width: 0,
      sister: -1,
    };
    plan.edges.push(index);
    plan.order = Math.max(plan.order, (fromStage + toStage) / 2);
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
      order: 0.5,
      width: standaloneWidth(context.paper_name || context.name, sizes),
      sister: -1,
    });
  });
  const all = [...plans.values(), ...idle];
  const work = all.map((plan) => describeWork(topology, plan));
  return all.map((plan, index) => ({ ...plan, sister: work.indexOf(work[index] ?? "") }));
}

/** What a station does and for which kind of context, as a text. Stations without packets all differ. */
function describeWork(topology: Topology, { context, edges }: StationPlan): string {
  if (edges.length === 0) return `context ${context}`;
  const work = edges.map((index) => {
    const { from, to, steps } = topology.edges[index] as TopologyEdge;
    return `${from} ${to} ${steps.join()}`;
  });
  return [topology.contexts[context]?.kind, ...work].join("; ");
}

/** Wide enough for the longest procedure of the edge, up to a limit. */
function stationWidth(
  topology: Topology,
  edge: TopologyEdge,
  sizes: FontSizes,
  title: number,
): number {
  const procedures = edge.steps.map((step) => topology.steps[step]?.procedure ?? "");
  const longest = Math.max(
    0,
    ...procedures.map((procedure) => textWidth(procedure, title, "mono", 600)),
  );
  const packetLine = textWidth("packet 888,888", sizes.small, "text", 400);
  return Math.ceil(Math.min(Math.max(longest, packetLine) + 16, 13 * title));
}

function standaloneWidth(name: string, sizes: FontSizes): number {
  const words = ["compute-bound", name].map((one) => textWidth(one, sizes.body, "mono", 600));
  return Math.ceil(Math.min(Math.max(...words), 14 * sizes.body) + 24);
}

/** The least width of a station without packets: its title in one line, with a margin. */
export function standaloneTitleWidth(title: string, sizes: FontSizes): number {
  return Math.ceil(textWidth(title, sizes.body, "mono", 600)) + 18;
}

/** An indicator's name in one line, or in two lines in a tight layout. */
export function indicatorNameLines(line: TopologyLine, density: Density): string[] {
  const words = line.name.split(" ");
  if (density.wrapLevel === 0 || words.length < 2) return [line.name];
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half).join(" "), words.slice(half).join(" ")];
}

export function indicatorWidth(line: TopologyLine, sizes: FontSizes, density: Density): number {
  const widths = indicatorNameLines(line, density).map((words) => textWidth(words, sizes.small));
  return 22 + Math.max(...widths) + 4;
}

export function indicatorHeight(metrics: LayoutMetrics, density: Density): number {
  return density.wrapLevel > 0 ? metrics.indicatorRowTwoLines : metrics.indicatorRow;
}

export function edgeContext(topology: Topology, edge: TopologyEdge): TopologyContext {
  return topology.contexts[edge.context] as TopologyContext;
}

export function placeAt(topology: Topology, index: number): TopologyPlace {
  return topology.places[index] as TopologyPlace;
}
