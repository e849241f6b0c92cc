// The narrow layout, for phones. Lanes keep their order, each with its title above. Items are packed into shelves.
// Packets leave a bar at its right end, go down at the right side, go left through the station, and go down at the
// left side into the next bar.
import {
  barSize,
  isWire,
  indicatorWidth,
  layoutMetrics,
  nameWidth,
  noteWidth,
  placeAt,
  planStations,
  type Density,
  type LayoutMetrics,
  type StationPlan,
} from "./item-sizes";
import { heightWithWastedWork, layOutGates, wastedWorkUnder } from "./strips";
import { findDropPoints, wireEnds } from "./edge-routes";
import type {
  Box,
  EdgeRoute,
  IndicatorBox,
  LaneBox,
  MachineLayout,
  PlaceBox,
  StationBox,
  FontSizes,
} from "./types";
import { roundedPath, type Point } from "./path";
import { cpuHeadingHeight } from "./lanes";
import { nameWithoutCpu, type Topology, type TopologyPlace } from "../../../frame/topology";

/** Free space at both sides of the lanes, for vertical routes. */
const CHANNEL = 20;
const TRACKS = 4;
const TRACK_PITCH = 5;
const ITEM_GAP = 14;
/** Gap between shelves: a route returns through it. */
const SHELF_GAP = 8;

type ShelfItem =
  | { kind: "place"; index: number; key: number; width: number; height: number }
  | { kind: "station"; index: number; key: number; width: number; height: number }
  | { kind: "indicator"; index: number; key: number; width: number; height: number };

/** Indicators have their own line, so that their names need not wrap. */
const ONE_LINE: Density = { pitch: 0, rows: 1, wrapFrom: 0, gap: 0, wrapLevel: 0 };

interface Shelf {
  items: ShelfItem[];
  height: number;
}

export function narrowLayout(topology: Topology, width: number, sizes: FontSizes): MachineLayout {
  const metrics = layoutMetrics(sizes);
  const inner = width - 2 * CHANNEL;
  const density = chooseNarrowDensity(topology, inner);
  // Each station has a row of its own, so that its title has the usual size.
  const plans = planStations(topology, sizes, ONE_LINE);
  const lanes: LaneBox[] = [];
  const boxes = new Map<string, Box>();
  const { gates, bottom } = layOutGates(topology, 4, width, sizes);
  let y = bottom;
  topology.contexts.forEach((_, context) => {
    y += cpuHeadingHeight(topology, context, sizes);
    const shelves = packShelves(topology, context, plans, inner, density, sizes, metrics);
    const titleHeight = Math.round(sizes.body * 1.5);
    const shelvesHeight = shelves.reduce((sum, shelf) => sum + shelf.height + SHELF_GAP, 0);
    const h = titleHeight + shelvesHeight + 4;
    // The title is between the two channels, in which routes and dropped packets go down.
    const title = { x: CHANNEL, y: y + 2, w: width - 2 * CHANNEL - 4, h: titleHeight };
    const name = nameWithoutCpu(topology, context);
    lanes.push({ context, x: 0, y, w: width, h, title, titleLines: [name], isSingleLine: false });
    placeShelves(shelves, y + titleHeight + 4, boxes);
    y += h + metrics.laneGap;
  });
  const places = topology.places.map((_, index) =>
    narrowPlace(topology, index, boxes.get(`place ${index}`) as Box, density, sizes, metrics),
  );
  const stations = plans.map((plan, index) =>
    narrowStation(plan, boxes.get(`station ${index}`) as Box, metrics, sizes),
  );
  const indicators = topology.lines.map((described, line): IndicatorBox => {
    const box = boxes.get(`indicator ${line}`) as Box;
    return { ...box, line, cx: box.x + 9, cy: box.y + box.h / 2, nameLines: [described.name] };
  });
  const routes = routeEdges(topology, places, stations, width);
  const wastedWork = wastedWorkUnder(lanes, sizes);
  return {
    width,
    height: heightWithWastedWork(wastedWork, sizes, 3),
    isNarrow: true,
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

/** The density with the largest slots at which every queue fits, in one row or in two. */
function chooseNarrowDensity(topology: Topology, inner: number): Density {
  const oneRow = [8, 7, 6, 5].map((pitch) => narrowDensityOf(pitch, 1, 24));
  const twoRows = [8, 7, 6, 5, 4].map((pitch) =>
    narrowDensityOf(pitch, 2, Math.floor(inner / pitch) + 1),
  );
  const tried = [...oneRow, ...twoRows];
  const fits = (density: Density) =>
    topology.places.every((place) => barSize(place, density, 0).width <= inner);
  return tried.find(fits) ?? narrowDensityOf(3, 2, 24);
}

function narrowDensityOf(pitch: number, rows: number, wrapFrom: number): Density {
  return { pitch, rows, wrapFrom, gap: 0, wrapLevel: 1 };
}

function packShelves(
  topology: Topology,
  context: number,
  plans: readonly StationPlan[],
  inner: number,
  density: Density,
  sizes: FontSizes,
  metrics: LayoutMetrics,
): Shelf[] {
  const items: ShelfItem[] = [];
  topology.lines.forEach((line, index) => {
    if (line.context !== context) return;
    const width = indicatorWidth(line, sizes, ONE_LINE);
    items.push({ kind: "indicator", index, key: -1, width, height: metrics.indicatorRow });
  });
  topology.places.forEach((place, index) => {
    if (place.context !== context) return;
    const width = placeWidth(topology, index, density, sizes, metrics);
    const key = orderAlongPath(topology, place);
    items.push({ kind: "place", index, key, width, height: metrics.content });
  });
  plans.forEach((plan, index) => {
    if (plan.context !== context) return;
    const height = plan.edges.length > 0 ? metrics.content : metrics.standalone;
    items.push({ kind: "station", index, key: plan.order, width: plan.width, height });
  });
  items.sort((a, b) => a.key - b.key);
  const isHardware = topology.contexts[context]?.kind === "hardware";
  const shelves: Shelf[] = [];
  for (const item of items) {
    const shelf = shelves[shelves.length - 1];
    if (shelf !== undefined && fitsBeside(shelf, item, inner, isHardware)) {
      shelf.items.push(item);
      shelf.height = Math.max(shelf.height, item.height);
    } else {
      shelves.push({ items: [item], height: item.height });
    }
  }
  return shelves;
}

/** The order along the path; in the hardware's lane, the wire of each interface is next to its ring. */
function orderAlongPath(topology: Topology, place: TopologyPlace): number {
  if (topology.contexts[place.context]?.kind !== "hardware") {
    return place.stage + place.interface / 100;
  }
  const side = place.kind === "wire_in" || place.kind === "receive_ring" ? 0 : 100;
  return side + 10 * place.interface + place.stage;
}

/** Whether an item shares a shelf: a wire with its ring, and an indicator with indicators. Other items have their own. */
function fitsBeside(shelf: Shelf, item: ShelfItem, inner: number, isHardware: boolean): boolean {
  const used = shelf.items.reduce((sum, one) => sum + one.width + ITEM_GAP, 0);
  if (used + item.width > inner) return false;
  const last = shelf.items[shelf.items.length - 1];
  if (last === undefined || last.kind !== item.kind) return false;
  if (item.kind === "place") return isHardware && Math.abs(item.key - last.key) <= 1.02;
  return item.kind === "indicator";
}

function placeShelves(shelves: readonly Shelf[], top: number, boxes: Map<string, Box>) {
  let y = top;
  for (const shelf of shelves) {
    let x = CHANNEL;
    for (const item of shelf.items) {
      boxes.set(`${item.kind} ${item.index}`, { x, y, w: item.width, h: item.height });
      x += item.width + ITEM_GAP;
    }
    y += shelf.height + SHELF_GAP;
  }
}

function placeWidth(
  topology: Topology,
  index: number,
  density: Density,
  sizes: FontSizes,
  metrics: LayoutMetrics,
): number {
  const place = placeAt(topology, index);
  const bar = barSize(place, density, metrics.bar).width;
  return Math.max(bar, nameWidth(place, sizes), noteWidth(place, sizes, density));
}

function narrowPlace(
  topology: Topology,
  index: number,
  box: Box,
  density: Density,
  sizes: FontSizes,
  metrics: LayoutMetrics,
): PlaceBox {
  const place = placeAt(topology, index);
  const size = barSize(place, density, metrics.bar);
  const w = isWire(place) ? box.w : size.width;
  return {
    ...box,
    place: index,
    bar: { x: box.x, y: box.y + metrics.nameRow, w, h: metrics.bar },
    hasSlots: size.hasSlots,
    columns: size.columns,
    rows: size.rows,
    pitch: size.pitch,
    rowPitch: size.rowPitch,
    nameWidth: nameWidth(place, sizes),
    noteWidth: noteWidth(place, sizes, density),
  };
}

function narrowStation(
  plan: StationPlan,
  box: Box,
  metrics: LayoutMetrics,
  sizes: FontSizes,
): StationBox {
  const own = plan.edges.length === 0;
  const y = own ? box.y + box.h / 2 : box.y + metrics.centre;
  const track = own ? { x0: box.x, x1: box.x + box.w, y } : { x0: box.x + box.w, x1: box.x, y };
  return { ...box, context: plan.context, edges: plan.edges, titleFontSize: sizes.body, track };
}

function routeEdges(
  topology: Topology,
  places: readonly PlaceBox[],
  stations: readonly StationBox[],
  width: number,
): EdgeRoute[] {
  const rightTracks = new Tracks();
  const leftTracks = new Tracks();
  return topology.edges.map((edge, index) => {
    const from = places[edge.from] as PlaceBox;
    const to = places[edge.to] as PlaceBox;
    const number = stations.findIndex((one) => one.edges.includes(index));
    const station = stations[number];
    const { wireIn, wireOut } = wireEnds(topology, edge);
    const exit = { x: from.bar.x + (wireIn ? 0 : from.bar.w), y: from.bar.y + from.bar.h / 2 };
    const entry = { x: to.bar.x + (wireOut ? to.bar.w : 0), y: to.bar.y + to.bar.h / 2 };
    if (station === undefined) {
      return {
        edge: index,
        path: roundedPath(
          detour(
            exit,
            entry,
            to.y - SHELF_GAP / 2,
            (a, b) => width - 4 - rightTracks.reserve(a, b, edge.from) * TRACK_PITCH,
          ),
        ),
        station: -1,
      };
    }
    const y = station.track.y;
    const out = width - 4 - rightTracks.reserve(exit.y, y, edge.from) * TRACK_PITCH;
    const back = 4 + leftTracks.reserve(y, entry.y, edge.to) * TRACK_PITCH;
    const path = roundedPath([
      exit,
      { x: out, y: exit.y },
      { x: out, y },
      { x: station.track.x0, y },
      { x: station.track.x1, y },
      { x: back, y },
      { x: back, y: entry.y },
      entry,
    ]);
    return { edge: index, path, station: number };
  });
}

/** The route of the hardware: straight to a neighbour, else down the right side and back above the name. */
function detour(
  exit: Point,
  entry: Point,
  above: number,
  trackBetween: (y0: number, y1: number) => number,
): Point[] {
  if (Math.abs(exit.y - entry.y) < 1 && exit.x <= entry.x) return [exit, entry];
  const out = trackBetween(exit.y, entry.y);
  return [
    exit,
    { x: out, y: exit.y },
    { x: out, y: above },
    { x: entry.x - 8, y: above },
    { x: entry.x - 8, y: entry.y },
    entry,
  ];
}

/** Parallel tracks of a channel. */
class Tracks {
  private readonly used: { y0: number; y1: number; track: number; place: number }[] = [];

  /** Reserves the first track that is free between two heights. Routes from one place, or to one place, share a track. */
  reserve(a: number, b: number, place: number): number {
    const y0 = Math.min(a, b);
    const y1 = Math.max(a, b);
    const isFree = (track: number) =>
      !this.used.some(
        (one) => one.track === track && one.place !== place && one.y0 < y1 + 4 && one.y1 > y0 - 4,
      );
    const shared = this.used.filter((one) => one.place === place).map((one) => one.track);
    const all = Array.from({ length: TRACKS }, (_, track) => track);
    const track = [...shared, ...all].find(isFree) ?? TRACKS - 1;
    this.used.push({ y0, y1, track, place });
    return track;
  }
}
