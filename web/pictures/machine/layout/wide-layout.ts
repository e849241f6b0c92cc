// The wide layout: lanes with their titles at the left, and the path from left to right. Null if the machine does not
// fit at this density.
import { columnConstraints, planColumns, solveColumns } from "./columns";
import {
  barSize,
  indicatorHeight,
  indicatorNameLines,
  nameWidth,
  noteWidth,
  placeAt,
  standaloneTitleWidth,
  type Density,
} from "./item-sizes";
import { gutterWidth, stackLanes } from "./lanes";
import { barWidth, LANE_INDENT, planWideLayout, placeWidth, type WidePlan } from "./plan";
import { heightWithWastedWork, layOutGates, wastedWorkUnder } from "./strips";
import {
  findDropPoints,
  wireEnds,
  directRoute,
  routeThroughStation,
  type RoutingState,
} from "./edge-routes";
import {
  indicatorColumnWidth,
  indicatorRowCount,
  indicatorsInLane,
  laneRows,
  laneItems,
  standaloneHeight,
} from "./lane-items";
import { pathCrossesBox } from "./path";
import type {
  EdgeRoute,
  IndicatorBox,
  LaneBox,
  MachineLayout,
  PlaceBox,
  StationBox,
  FontSizes,
} from "./types";
import type { Topology } from "../../../frame/topology";

export function wideLayout(
  topology: Topology,
  width: number,
  sizes: FontSizes,
  density: Density,
): MachineLayout | null {
  const plan = planWideLayout(topology, sizes, density);
  const left = gutterWidth(topology, sizes);
  const at = solveColumns(columnConstraints(plan), planColumns(plan), width - left - LANE_INDENT);
  if (at === null) return null;
  const { gates, bottom } = layOutGates(topology, left, width, sizes);
  const lanes = stackLanes(
    topology,
    topology.contexts.map((_, context) => ({ context, height: laneRows(plan, context).height })),
    { x: left, width: width - left, top: bottom },
    sizes,
    plan.metrics,
  );
  const corners = itemCorners(plan, lanes, at);
  const places = corners.places.map((corner, index) => placeBox(plan, index, corner.x, corner.y));
  const planned = stationBoxes(plan, corners.stations);
  const indicators = indicatorBoxes(plan, lanes, left);
  const routes = routeEdges(plan, places, planned, indicators, width - CLEARANCE);
  const stations = planned.map((box) =>
    box.edges.length > 0 ? box : moveClearOfRoutes(plan, box, lanes, routes),
  );
  const wastedWork = wastedWorkUnder(lanes, sizes);
  return {
    width,
    height: heightWithWastedWork(wastedWork, sizes, 1),
    isNarrow: false,
    fontSizes: sizes,
    lanes,
    places,
    stations,
    indicators,
    gates,
    edgeRoutes: routes,
    dropPoints: findDropPoints(topology, places, routes),
    wastedWork,
  };
}

interface Corner {
  x: number;
  y: number;
}

/** The top left corners of places and stations. */
function itemCorners(
  plan: WidePlan,
  lanes: readonly LaneBox[],
  at: ReadonlyMap<string, number>,
): { places: Corner[]; stations: Corner[] } {
  const found = { places: [] as Corner[], stations: [] as Corner[] };
  const pitch = plan.metrics.content + plan.metrics.stackGap;
  lanes.forEach((lane) => {
    const rows = laneRows(plan, lane.context);
    const top = lane.y + (lane.h - rows.height) / 2;
    const items = laneItems(plan, lane.context);
    const whole = rows.tops.length > 0 ? (rows.tops.at(-1) ?? 0) + (rows.heights.at(-1) ?? 0) : 0;
    const shift = (rows.height - whole) / 2;
    for (const item of items) {
      const x = lane.x + (at.get(item.column) ?? 0);
      const slack = (rows.heights[item.row] ?? 0) - item.height;
      const y = top + shift + (rows.tops[item.row] ?? 0) + slack / 2;
      if (item.places === null) found.stations[item.station] = { x, y };
      else item.places.forEach((place, nth) => (found.places[place] = { x, y: y + nth * pitch }));
    }
  });
  return found;
}

function placeBox(plan: WidePlan, index: number, x: number, y: number): PlaceBox {
  const { metrics } = plan;
  const place = placeAt(plan.topology, index);
  const size = barSize(place, plan.density, metrics.bar);
  return {
    place: index,
    x,
    y,
    w: placeWidth(plan, index),
    h: metrics.content,
    bar: { x, y: y + metrics.nameRow, w: barWidth(plan, index), h: metrics.bar },
    hasSlots: size.hasSlots,
    columns: size.columns,
    rows: size.rows,
    pitch: size.pitch,
    rowPitch: size.rowPitch,
    nameWidth: nameWidth(place, plan.fontSizes),
    noteWidth: noteWidth(place, plan.fontSizes, plan.density),
  };
}

function stationBoxes(plan: WidePlan, at: readonly Corner[]): StationBox[] {
  const { metrics, fontSizes } = plan;
  const busy = plan.stations.flatMap((station, index) =>
    station.edges.length > 0 ? [at[index]?.x ?? 0] : [],
  );
  return plan.stations.map((station, index) => {
    const own = station.edges.length === 0;
    const corner = at[index] as Corner;
    // A station without packets is not further left than the first station with packets.
    const x = own ? Math.max(corner.x, Math.min(...busy, Infinity)) : corner.x;
    const h = own ? standaloneHeight(plan, station.context) : metrics.content;
    return {
      context: station.context,
      edges: station.edges,
      titleFontSize: plan.density.wrapLevel > 0 ? fontSizes.small : fontSizes.body,
      x: Number.isFinite(x) ? x : corner.x,
      y: corner.y,
      w: station.width,
      h,
      track: {
        x0: corner.x,
        x1: corner.x + station.width,
        y: corner.y + (own ? h / 2 : metrics.centre),
      },
    };
  });
}

const CLEARANCE = 6;
const STEP = 4;

/** Moves a station without packets to the right in its lane, or to the left, to a position that no route crosses. If there is
 * none, the station becomes as narrow as its title. */
function moveClearOfRoutes(
  { topology, fontSizes }: WidePlan,
  box: StationBox,
  lanes: readonly LaneBox[],
  routes: readonly EdgeRoute[],
): StationBox {
  const lane = lanes[box.context] as LaneBox;
  const context = topology.contexts[box.context];
  const titleWidth = standaloneTitleWidth(context?.paper_name || context?.name || "", fontSizes);
  for (const w of [box.w, Math.min(box.w, titleWidth)]) {
    const end = lane.x + lane.w - w - CLEARANCE;
    const positions = [...stepsBetween(box.x, end), ...stepsBetween(box.track.x0, box.x)];
    const x = positions.find((left) => {
      const around = { ...box, x: left - CLEARANCE, w: w + 2 * CLEARANCE };
      return !routes.some((route) => pathCrossesBox(route.path, around));
    });
    if (x !== undefined) return { ...box, x, w, track: { ...box.track, x0: x, x1: x + w } };
  }
  return box;
}

function stepsBetween(from: number, to: number): number[] {
  return Array.from(
    { length: Math.max(0, Math.floor((to - from) / STEP) + 1) },
    (_, n) => from + n * STEP,
  );
}

function indicatorBoxes(plan: WidePlan, lanes: readonly LaneBox[], left: number): IndicatorBox[] {
  return plan.topology.lines.map((line, index) => {
    const lane = lanes[line.context] as LaneBox;
    const indicators = indicatorsInLane(plan, line.context);
    const rows = indicatorRowCount(plan, line.context);
    const order = indicators.indexOf(index);
    const h = indicatorHeight(plan.metrics, plan.density);
    const w = indicatorColumnWidth(plan, indicators);
    const x = left + LANE_INDENT + Math.floor(order / rows) * w;
    const y = lane.y + (lane.h - rows * h) / 2 + (order % rows) * h;
    const lines = indicatorNameLines(line, plan.density);
    return { line: index, x, y, w, h, cx: x + 9, cy: y + h / 2, nameLines: lines };
  });
}

function routeEdges(
  plan: WidePlan,
  places: readonly PlaceBox[],
  stations: readonly StationBox[],
  indicators: readonly IndicatorBox[],
  right: number,
): EdgeRoute[] {
  const passed = stations.filter((station) => station.edges.length > 0);
  const state: RoutingState = {
    obstacles: [...places, ...passed, ...indicators],
    segments: [],
    right,
    routed: new Map(),
  };
  return plan.topology.edges.map((edge, index) => {
    const from = places[edge.from] as PlaceBox;
    const to = places[edge.to] as PlaceBox;
    const station = stations.findIndex((one) => one.edges.includes(index));
    const box = stations[station];
    const path =
      box === undefined
        ? directRoute(from, to, wireEnds(plan.topology, edge))
        : routeThroughStation(from, box, to, state);
    return { edge: index, path, station };
  });
}
