// The wide layout: lanes with their titles at the left, the path from left to right. Null when the
// machine does not fit at this density.
import { solveColumns } from "./columns";
import {
  barSize,
  lampHeight,
  lampLines,
  nameWidth,
  noteWidth,
  placeOf,
  type Density,
} from "./item-sizes";
import { gutterWidth, stackLanes } from "./lanes";
import {
  barWidth,
  columnExtents,
  columnRules,
  LANE_INDENT,
  makePlan,
  placeWidth,
  type Plan,
} from "./plan";
import { doorsOf, gateRows, heightWithPile, pileUnder, wiresOf } from "./strips";
import {
  lampColumn,
  lampRows,
  lampsOf,
  laneRows,
  laneThings,
  ownBoxHeight,
  STACK_GAP,
} from "./lane-items";
import { wayDirect, wayThroughStation, type Ground } from "./edge-routes";
import { leadsThrough } from "./path";
import type {
  EdgeWay,
  LampBox,
  LaneBox,
  MachineLayout,
  PlaceBox,
  StationBox,
  TypeSizes,
} from "./types";
import type { Topology } from "../frame/topology";

export function wideLayout(
  topology: Topology,
  width: number,
  sizes: TypeSizes,
  density: Density,
): MachineLayout | null {
  const plan = makePlan(topology, sizes, density);
  const left = gutterWidth(topology, sizes);
  const at = solveColumns(columnRules(plan), columnExtents(plan), width - left - LANE_INDENT);
  if (at === null) return null;
  const { gates, bottom } = gateRows(topology, left, width, sizes);
  const lanes = stackLanes(
    topology,
    topology.contexts.map((_, context) => ({ context, content: laneRows(plan, context).height })),
    { x: left, width: width - left, top: bottom },
    sizes,
    plan.measure,
  );
  const spots = corners(plan, lanes, at);
  const places = spots.places.map((corner, index) => placeBox(plan, index, corner.x, corner.y));
  const planned = stationBoxes(plan, spots.stations);
  const lamps = lampBoxes(plan, lanes, left);
  const ways = edgeWays(plan, places, planned, lamps);
  const stations = planned.map((box) =>
    box.edges.length > 0 ? box : clearOfWays(box, lanes, ways),
  );
  const pile = pileUnder(lanes, sizes);
  return {
    width,
    height: heightWithPile(pile, sizes, 1),
    narrow: false,
    sizes,
    lanes,
    places,
    stations,
    lamps,
    gates,
    ways,
    doors: doorsOf(topology, places, ways),
    pile,
  };
}

interface Corner {
  x: number;
  y: number;
}

/** Top left corners of places and stations. */
function corners(
  plan: Plan,
  lanes: readonly LaneBox[],
  at: ReadonlyMap<string, number>,
): { places: Corner[]; stations: Corner[] } {
  const found = { places: [] as Corner[], stations: [] as Corner[] };
  const pitch = plan.measure.content + STACK_GAP;
  lanes.forEach((lane) => {
    const rows = laneRows(plan, lane.context);
    const top = lane.y + (lane.h - rows.height) / 2;
    const things = laneThings(plan, lane.context);
    const whole = rows.tops.length > 0 ? (rows.tops.at(-1) ?? 0) + (rows.heights.at(-1) ?? 0) : 0;
    const shift = (rows.height - whole) / 2;
    for (const thing of things) {
      const x = lane.x + (at.get(thing.name) ?? 0);
      const slack = (rows.heights[thing.row] ?? 0) - thing.height;
      const y = top + shift + (rows.tops[thing.row] ?? 0) + slack / 2;
      if (thing.group === null) found.stations[thing.station] = { x, y };
      else thing.group.forEach((place, nth) => (found.places[place] = { x, y: y + nth * pitch }));
    }
  });
  return found;
}

function placeBox(plan: Plan, index: number, x: number, y: number): PlaceBox {
  const { measure } = plan;
  const place = placeOf(plan.topology, index);
  const size = barSize(place, plan.density, measure.bar);
  return {
    place: index,
    x,
    y,
    w: placeWidth(plan, index),
    h: measure.content,
    bar: { x, y: y + measure.nameRow, w: barWidth(plan, index), h: measure.bar },
    slotted: size.slotted,
    columns: size.columns,
    rows: size.rows,
    pitch: size.pitch,
    rowPitch: size.rowPitch,
    nameWidth: nameWidth(place, plan.sizes),
    noteWidth: noteWidth(place, plan.sizes, plan.density),
  };
}

function stationBoxes(plan: Plan, at: readonly Corner[]): StationBox[] {
  const { measure, sizes } = plan;
  const busy = plan.stations.flatMap((station, index) =>
    station.edges.length > 0 ? [at[index]?.x ?? 0] : [],
  );
  return plan.stations.map((station, index) => {
    const own = station.edges.length === 0;
    const corner = at[index] as Corner;
    // A box of its own stands level with the first of those that packets pass.
    const x = own ? Math.max(corner.x, Math.min(...busy, Infinity)) : corner.x;
    const h = own ? ownBoxHeight(plan, station.context) : measure.content;
    return {
      context: station.context,
      edges: station.edges,
      titleSize: plan.density.fold > 0 ? sizes.small : sizes.body,
      x: Number.isFinite(x) ? x : corner.x,
      y: corner.y,
      w: station.width,
      h,
      track: {
        x0: corner.x,
        x1: corner.x + station.width,
        y: corner.y + (own ? h / 2 : measure.centre),
      },
    };
  });
}

const CLEAR = 6;
const STEP = 4;

/** A box that no packet passes makes way for the ways: it stands further right in its lane, or further
 * left, where none leads by. */
function clearOfWays(
  box: StationBox,
  lanes: readonly LaneBox[],
  ways: readonly EdgeWay[],
): StationBox {
  const lane = lanes[box.context] as LaneBox;
  const end = lane.x + lane.w - box.w - CLEAR;
  const isFree = (x: number) => {
    const around = { ...box, x: x - CLEAR, w: box.w + 2 * CLEAR };
    return !ways.some((way) => leadsThrough(way.path, around));
  };
  const x = [...steps(box.x, end), ...steps(box.track.x0, box.x)].find(isFree) ?? box.x;
  return { ...box, x, track: { ...box.track, x0: x, x1: x + box.w } };
}

function steps(from: number, to: number): number[] {
  return Array.from(
    { length: Math.max(0, Math.floor((to - from) / STEP) + 1) },
    (_, n) => from + n * STEP,
  );
}

function lampBoxes(plan: Plan, lanes: readonly LaneBox[], left: number): LampBox[] {
  return plan.topology.lines.map((line, index) => {
    const lane = lanes[line.context] as LaneBox;
    const lamps = lampsOf(plan, line.context);
    const rows = lampRows(plan, line.context);
    const order = lamps.indexOf(index);
    const h = lampHeight(plan.measure, plan.density);
    const w = lampColumn(plan, lamps);
    const x = left + LANE_INDENT + Math.floor(order / rows) * w;
    const y = lane.y + (lane.h - rows * h) / 2 + (order % rows) * h;
    const lines = lampLines(line, plan.density);
    return { line: index, x, y, w, h, cx: x + 9, cy: y + h / 2, lines };
  });
}

function edgeWays(
  plan: Plan,
  places: readonly PlaceBox[],
  stations: readonly StationBox[],
  lamps: readonly LampBox[],
): EdgeWay[] {
  const passed = stations.filter((station) => station.edges.length > 0);
  const ground: Ground = {
    obstacles: [...places, ...passed, ...lamps],
    pieces: [],
    laid: new Map(),
  };
  return plan.topology.edges.map((edge, index) => {
    const from = places[edge.from] as PlaceBox;
    const to = places[edge.to] as PlaceBox;
    const station = stations.findIndex((one) => one.edges.includes(index));
    const box = stations[station];
    const path =
      box === undefined
        ? wayDirect(from, to, wiresOf(plan.topology, edge))
        : wayThroughStation(from, box, to, ground);
    return { edge: index, path, station };
  });
}
