// The wide layout: lanes with their titles at the left, the path from left to right. Null when the
// machine does not fit at this density.
import { solveColumns } from "./layout-columns";
import { barSize, nameWidth, noteWidth, placeOf, type Density } from "./layout-items";
import { gutterWidth, stackLanes } from "./layout-lanes";
import {
  barWidth,
  columnExtents,
  columnRules,
  contentHeight,
  lampColumn,
  lampRows,
  lampsOf,
  LANE_INDENT,
  makePlan,
  placeWidth,
  stageVariable,
  stationVariable,
  type Plan,
} from "./layout-plan";
import { doorsOf, heightWithPile, pileUnder } from "./layout-ends";
import { wayDirect, wayThroughStation, type Ground } from "./layout-routes";
import type {
  EdgeWay,
  LampBox,
  LaneBox,
  MachineLayout,
  PlaceBox,
  StationBox,
  TypeSizes,
} from "./layout-types";
import type { Topology } from "./topology";

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
  const lanes = stackLanes(
    topology,
    topology.contexts.map((_, context) => ({ context, content: contentHeight(plan, context) })),
    { x: left, width: width - left, top: 2 },
    sizes,
    plan.measure,
  );
  const places = placeBoxes(plan, lanes, at, left);
  const stations = stationBoxes(plan, lanes, at, left);
  const lamps = lampBoxes(plan, lanes, left);
  const ways = edgeWays(plan, places, stations, lamps);
  const pile = pileUnder(lanes, sizes);
  return {
    width,
    height: heightWithPile(pile, sizes),
    narrow: false,
    sizes,
    lanes,
    places,
    stations,
    lamps,
    ways,
    doors: doorsOf(topology, places, ways),
    pile,
  };
}

function placeBoxes(
  plan: Plan,
  lanes: readonly LaneBox[],
  at: ReadonlyMap<string, number>,
  left: number,
): PlaceBox[] {
  const { measure } = plan;
  return plan.topology.places.map((place, index) => {
    const lane = lanes[place.context] as LaneBox;
    const group = plan.groups[plan.groupOf[index] as number] as number[];
    const whole = group.length * measure.content + (group.length - 1) * 8;
    const row = group.indexOf(index);
    const x = left + (at.get(stageVariable(place.stage)) ?? 0);
    const y = lane.y + (lane.h - whole) / 2 + row * (measure.content + 8);
    return placeBox(plan, index, x, y);
  });
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
    noteWidth: noteWidth(place, plan.sizes),
  };
}

function stationBoxes(
  plan: Plan,
  lanes: readonly LaneBox[],
  at: ReadonlyMap<string, number>,
  left: number,
): StationBox[] {
  const { measure } = plan;
  const firstBusy = Math.min(
    ...plan.stations.flatMap((station, index) =>
      station.edges.length > 0 ? [at.get(stationVariable(index)) ?? 0] : [],
    ),
  );
  return plan.stations.map((station, index) => {
    const lane = lanes[station.context] as LaneBox;
    const own = station.edges.length === 0;
    const h = own ? measure.ownBox : measure.content;
    const solved = at.get(stationVariable(index)) ?? 0;
    const x = left + (own && Number.isFinite(firstBusy) ? Math.max(solved, firstBusy) : solved);
    const y = lane.y + (lane.h - h) / 2;
    const trackY = own ? y + h / 2 : y + measure.centre;
    return {
      context: station.context,
      edges: station.edges,
      x,
      y,
      w: station.width,
      h,
      track: { x0: x, x1: x + station.width, y: trackY },
    };
  });
}

function lampBoxes(plan: Plan, lanes: readonly LaneBox[], left: number): LampBox[] {
  return plan.topology.lines.map((line, index) => {
    const lane = lanes[line.context] as LaneBox;
    const lamps = lampsOf(plan, line.context);
    const rows = lampRows(plan, line.context);
    const order = lamps.indexOf(index);
    const h = plan.measure.lampRow;
    const w = lampColumn(plan, lamps);
    const x = left + LANE_INDENT + Math.floor(order / rows) * w;
    const y = lane.y + (lane.h - rows * h) / 2 + (order % rows) * h;
    return { line: index, x, y, w, h, cx: x + 9, cy: y + h / 2 };
  });
}

function edgeWays(
  plan: Plan,
  places: readonly PlaceBox[],
  stations: readonly StationBox[],
  lamps: readonly LampBox[],
): EdgeWay[] {
  const ground: Ground = { obstacles: [...places, ...stations, ...lamps], uprights: [] };
  return plan.topology.edges.map((edge, index) => {
    const from = places[edge.from] as PlaceBox;
    const to = places[edge.to] as PlaceBox;
    const station = stations.findIndex((one) => one.edges.includes(index));
    const box = stations[station];
    const path = box === undefined ? wayDirect(from, to) : wayThroughStation(from, box, to, ground);
    return { edge: index, path, station };
  });
}
