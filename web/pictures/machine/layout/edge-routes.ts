// Finds the routes of edges in a wide layout: horizontal and vertical segments that avoid boxes, labels and one
// another. A route enters a bar at its left end and leaves it at its right end. It may also enter or leave from above
// or below, where there is no label. If the next item is further left, the route returns between two rows, like a line
// break.
import type { Topology, TopologyEdge } from "../../../frame/topology";
import type { Box, EdgeRoute, PlaceBox, StationBox } from "./types";
import { pointAt, roundedPath, type Path, type Point } from "./path";

const MARGIN = 10;
const STEP = 4;
const HIT_COST = 1000;
const NEAR_COST = 60;
/** Distance between a row and a route that returns above or below it. */
const CORRIDOR = 6;
const CORRIDOR_TRACKS = 3;
/** How far to the right a returning route may go, to pass a box. */
const FAR = 140;

interface Segment {
  a: Point;
  b: Point;
}

/** A segment of a route that has been found. Routes from one place, and routes to one place, are a bundle: they may run on
 * one line, and fan out near their other ends. */
interface RoutedSegment extends Segment {
  bundle: string;
}

/** The boxes that routes avoid, and the segments routed so far. */
export interface RoutingState {
  obstacles: Box[];
  segments: RoutedSegment[];
  /** The right end of the lanes. */
  right: number;
  /** Partial routes, by their two ends. Edges that share a station also share the partial routes. */
  routed: Map<string, Point[]>;
}

export function routeThroughStation(
  from: PlaceBox,
  station: StationBox,
  to: PlaceBox,
  state: RoutingState,
): Path {
  const track = [
    { x: station.track.x0, y: station.track.y },
    { x: station.track.x1, y: station.track.y },
  ];
  const arrival = reuseRoute(state, `${from.place} ${stationKey(station)}`, () =>
    cheapest(
      exitCandidates(from, station, state.right),
      [from, station],
      `from ${from.place}`,
      state,
    ),
  );
  const departure = reuseRoute(state, `${stationKey(station)} ${to.place}`, () =>
    cheapest(entryCandidates(station, to, state.right), [station, to], `to ${to.place}`, state),
  );
  return roundedPath([...arrival, ...track, ...departure]);
}

/** The route of the hardware: from bar to bar, and along the whole of a wire. */
export function directRoute(
  from: PlaceBox,
  to: PlaceBox,
  along: { wireIn: boolean; wireOut: boolean },
): Path {
  const start = { x: along.wireIn ? from.bar.x : rightEdge(from.bar), y: middleY(from.bar) };
  const end = { x: along.wireOut ? rightEdge(to.bar) : to.bar.x, y: middleY(to.bar) };
  if (Math.abs(start.y - end.y) < 1) return roundedPath([start, { x: end.x, y: start.y }]);
  const out = rightEdge(from.bar);
  const x = to.bar.x > out + 2 * MARGIN ? to.bar.x - MARGIN : out + MARGIN;
  return roundedPath([start, { x, y: start.y }, { x, y: end.y }, end]);
}

function exitCandidates(from: PlaceBox, station: StationBox, right: number): Point[][] {
  const bar = from.bar;
  const start = { x: rightEdge(bar), y: middleY(bar) };
  const goal = { x: station.x, y: station.track.y };
  if (Math.abs(start.y - goal.y) < 1 && start.x <= goal.x) return [[start, goal]];
  const choices: Point[][] = [];
  const down = goal.y > start.y;
  const words = down ? from.noteWidth : from.nameWidth;
  const leaves = down ? bar.y + bar.h : bar.y;
  for (let x = Math.min(start.x - 6, goal.x - 6); x >= bar.x + words + 8; x -= STEP) {
    choices.push([{ x, y: leaves }, { x, y: goal.y }, goal]);
  }
  for (let x = goal.x - 6; x >= start.x + MARGIN - 2; x -= STEP) {
    choices.push([start, { x, y: start.y }, { x, y: goal.y }, goal]);
  }
  // The route goes along the row of the station: above the row if it comes from above, below the
  // row if it comes from below. Then it enters the gap before the station.
  for (const y of corridorLevels(station, down)) {
    for (let x = Math.min(start.x - 6, goal.x - 10); x >= bar.x + words + 8; x -= STEP) {
      choices.push(steppedRoute({ x, y: leaves }, y, goal));
    }
  }
  // If all of these cross a box, the route passes it at the right and returns.
  return [...choices, ...returnRoutes(start, goal, corridorLevels(station, down), right)];
}

function steppedRoute(start: Point, y: number, goal: Point): Point[] {
  const x = goal.x - 8;
  return [start, { x: start.x, y }, { x, y }, { x, y: goal.y }, goal];
}

function entryCandidates(station: StationBox, to: PlaceBox, right: number): Point[][] {
  const bar = to.bar;
  const start = { x: rightEdge(station), y: station.track.y };
  const goal = { x: bar.x, y: middleY(bar) };
  if (Math.abs(goal.y - start.y) < 1 && start.x <= goal.x) return [[start, goal]];
  const up = goal.y < start.y;
  const choices: Point[][] = [];
  for (let x = start.x + 8; x <= goal.x - 8; x += STEP) {
    choices.push([start, { x, y: start.y }, { x, y: goal.y }, goal]);
  }
  const words = up ? to.noteWidth : to.nameWidth;
  const enters = up ? bar.y + bar.h : bar.y;
  if (up) {
    for (let x = Math.max(start.x + 8, bar.x + words + 8); x <= rightEdge(bar) - 6; x += STEP) {
      choices.push([start, { x, y: start.y }, { x, y: enters }]);
    }
    // An upward route turns late and a downward route turns early, so that the lane of the station
    // has space for labels.
    choices.reverse();
  }
  return [...choices, ...returnRoutes(start, goal, corridorLevels(to, !up), right)];
}

/** The heights at which a route can return: above the row if the route comes down, else below the
 * row. */
function corridorLevels(box: Box, down: boolean): number[] {
  const edge = down ? box.y - CORRIDOR : box.y + box.h + CORRIDOR;
  return Array.from({ length: CORRIDOR_TRACKS }, (_, track) => edge + (down ? -4 : 4) * track);
}

function returnRoutes(
  start: Point,
  goal: Point,
  levels: readonly number[],
  right: number,
): Point[][] {
  const choices: Point[][] = [];
  for (const y of levels) {
    for (let out = 8; out <= 28 || (out <= FAR && start.x + out < right); out += STEP) {
      for (const into of [10, 14, 18]) {
        const x = start.x + out;
        const back = goal.x - into;
        choices.push([
          start,
          { x, y: start.y },
          { x, y },
          { x: back, y },
          { x: back, y: goal.y },
          goal,
        ]);
      }
    }
  }
  return choices;
}

function stationKey(station: StationBox): string {
  return `(${station.x},${station.y})`;
}

function reuseRoute(state: RoutingState, ends: string, find: () => Point[]): Point[] {
  const found = state.routed.get(ends) ?? find();
  state.routed.set(ends, found);
  return found;
}

/** The route with the lowest cost; the first of equals. */
function cheapest(
  choices: Point[][],
  own: readonly Box[],
  bundle: string,
  state: RoutingState,
): Point[] {
  let best = choices[0] as Point[];
  let bestCost = Infinity;
  choices.forEach((choice, order) => {
    if (order >= bestCost) return;
    const cost = routeCost(choice, own, bundle, state) + order;
    if (cost < bestCost) {
      best = choice;
      bestCost = cost;
    }
  });
  state.segments.push(...segmentsOf(best).map((segment) => ({ ...segment, bundle })));
  return best;
}

function routeCost(
  corners: readonly Point[],
  own: readonly Box[],
  bundle: string,
  state: RoutingState,
): number {
  let cost = 0;
  for (const piece of segmentsOf(corners)) {
    for (const box of state.obstacles) {
      if (!own.includes(box) && intersects(piece, box)) cost += HIT_COST;
    }
    const near = state.segments.filter((laid) => runsTooClose(piece, laid));
    cost += NEAR_COST * near.filter((laid) => !isBundled(piece, laid, bundle)).length;
  }
  return cost;
}

function segmentsOf(corners: readonly Point[]): Segment[] {
  return corners.slice(1).map((b, index) => ({ a: corners[index] as Point, b }));
}

function intersects({ a, b }: Segment, box: Box): boolean {
  const clear = 4;
  return (
    Math.max(a.x, b.x) > box.x - clear &&
    Math.min(a.x, b.x) < box.x + box.w + clear &&
    Math.max(a.y, b.y) > box.y - clear &&
    Math.min(a.y, b.y) < box.y + box.h + clear
  );
}

/** Whether a segment lies on one of its own bundle. */
function isBundled(piece: Segment, laid: RoutedSegment, bundle: string): boolean {
  const across = Math.abs(piece.a.x - piece.b.x) < 1 ? "x" : "y";
  return laid.bundle === bundle && Math.abs(piece.a[across] - laid.a[across]) < 1;
}

/** Whether two segments run side by side so closely that they cannot be told apart. */
function runsTooClose(one: Segment, other: Segment): boolean {
  const upright = Math.abs(one.a.x - one.b.x) < 1;
  if (upright !== Math.abs(other.a.x - other.b.x) < 1) return false;
  const across = upright ? "x" : "y";
  const along = upright ? "y" : "x";
  if (Math.abs(one.a[across] - other.a[across]) >= 6) return false;
  const low = Math.max(
    Math.min(one.a[along], one.b[along]),
    Math.min(other.a[along], other.b[along]),
  );
  const high = Math.min(
    Math.max(one.a[along], one.b[along]),
    Math.max(other.a[along], other.b[along]),
  );
  return high - low > 4;
}

function rightEdge(box: Box): number {
  return box.x + box.w;
}

function middleY(box: Box): number {
  return box.y + box.h / 2;
}

/** For each place, the point where a route into it ends. A packet that finds no room leaves its route there. */
export function findDropPoints(
  topology: Topology,
  places: readonly PlaceBox[],
  routes: readonly EdgeRoute[],
): Point[] {
  return places.map((place) => {
    const incoming = routes.find((route) => topology.edges[route.edge]?.to === place.place);
    if (incoming !== undefined) return pointAt(incoming.path, 1);
    return { x: place.bar.x, y: place.bar.y + place.bar.h / 2 };
  });
}

/** Whether an edge starts on a wire, and whether it ends on one. */
export function wireEnds(
  topology: Topology,
  edge: TopologyEdge,
): { wireIn: boolean; wireOut: boolean } {
  return {
    wireIn: topology.places[edge.from]?.kind === "wire_in",
    wireOut: topology.places[edge.to]?.kind === "wire_out",
  };
}
