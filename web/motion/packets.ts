// Where every moving packet is at the frame's time: along its edge as far as the step that carries it
// is done, off the door when refused, down to the pile when dropped. Still means still: positions
// depend on the frame alone.
import { FallField, field, MoveField, PlaceField, type Frame } from "../frame/frame";
import type { Box, MachineLayout } from "../machine-layout/types";
import {
  curvedPath,
  joinPaths,
  pointAt,
  roundedPath,
  type Path,
  type Point,
} from "../machine-layout/path";
import { landingPoint, type PileSize } from "./wasted-work";
import { flowOf, windowCycles } from "./flows";

/** More packets than this on their way at once are drawn as flows. */
export const FOLLOWED_MAX = 150;

export interface Mover extends Point {
  packet: number;
  edge: number;
  /** Stands still: the context that carries it does not run. */
  still: boolean;
}

export function movers(frame: Frame, layout: MachineLayout, reducedMotion: boolean): Mover[] {
  const found: Mover[] = [];
  for (let row = 0; row < frame.rows("moves"); row += 1) {
    const edge = field(frame, "moves", row, MoveField.edge);
    const way = layout.ways[edge];
    if (way === undefined) continue;
    const progress = field(frame, "moves", row, MoveField.progress);
    const shown = reducedMotion ? (progress >= 1 ? 1 : progress > 0 ? 0.5 : 0) : progress;
    const point = pointAt(way.path, shown);
    found.push({
      ...point,
      packet: field(frame, "moves", row, MoveField.packet),
      edge,
      still: field(frame, "moves", row, MoveField.moving) === 0,
    });
  }
  return found;
}

export interface Faller extends Point {
  packet: number;
  place: number;
  /** Side of the block, by the cycles spent on it; 0 for a refused one. */
  side: number;
  turn: number;
  /** 0 just dropped, 1 landed or gone. */
  progress: number;
  refused: boolean;
}

const SIDE_MIN = 7;
const SIDE_MAX = 15;
/** Beside the lanes of a phone there is less room. */
const SIDE_MAX_NARROW = 12;
/** So many are drawn at once, of all that fall or of one door's: each is still seen by itself. */
const FALLING_MAX = 10;
const BOUNCING_MAX = 4;
/** A packet that cost this much falls as a block of side 12. */
const USUAL_SECONDS = 67e-6;

/** Area by cost, so that twice the cycles look like twice as much. */
export function blockSide(cycles: number, clockHz: number, narrow: boolean): number {
  const side = 12 * Math.sqrt(cycles / clockHz / USUAL_SECONDS);
  return Math.min(narrow ? SIDE_MAX_NARROW : SIDE_MAX, Math.max(SIDE_MIN, side));
}

export function fallers(
  frame: Frame,
  layout: MachineLayout,
  options: { motionSpan: number; clockHz: number; pileSize: PileSize; reducedMotion: boolean },
): Faller[] {
  const { motionSpan, clockHz, pileSize, reducedMotion } = options;
  const ways = new Map<string, Path>();
  const found: Faller[] = [];
  for (let row = 0; row < frame.rows("falls"); row += 1) {
    const place = field(frame, "falls", row, FallField.place);
    const door = layout.doors[place];
    const age = frame.t - field(frame, "falls", row, FallField.time);
    if (door === undefined || age < 0 || age > motionSpan) continue;
    const refused = field(frame, "falls", row, FallField.kind) === 0;
    const name = `${place} ${refused}`;
    const way = ways.get(name) ?? (refused ? bounceWay(door) : fallWay(layout, place, pileSize));
    ways.set(name, way);
    const progress = motionSpan > 0 ? age / motionSpan : 0;
    const along = reducedMotion
      ? refused
        ? 0.4
        : 1
      : refused
        ? easedOut(progress)
        : easedIn(progress);
    const cycles = field(frame, "falls", row, FallField.wasted);
    found.push({
      ...pointAt(way, along),
      packet: field(frame, "falls", row, FallField.packet),
      place,
      side: refused ? 0 : blockSide(cycles, clockHz, layout.narrow),
      turn: reducedMotion ? 0 : progress * 0.8,
      progress,
      refused,
    });
  }
  return found;
}

/**
 * Which of a place's lost packets are drawn: every one, or every 2nd, 4th, 8th ... of a dense stream.
 * Packets have numbers, so the ones that are drawn stay the same from frame to frame.
 */
export function drawnEvery(frame: Frame, place: number, motionSpan: number): number {
  const window = windowCycles(frame);
  if (window <= 0) return 1;
  const drops = field(frame, "places", place, PlaceField.drops);
  const wasted = (index: number) => field(frame, "places", index, PlaceField.wasted) > 0;
  let streams = 0;
  for (let row = 0; row < frame.rows("places"); row += 1) streams += wasted(row) ? 1 : 0;
  const most = wasted(place) ? FALLING_MAX / streams : BOUNCING_MAX;
  const atOnce = (drops * motionSpan) / window;
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, atOnce / most))));
}

/** Middle of the channel at the left of the lanes, where nothing stands. */
const CHANNEL = 14;
/** Half of what a falling block needs. */
const BLOCK_REACH = 9;

/**
 * From the door to the channel at the left of the lanes and down to the pile, past everything that
 * stands in them; beside the lanes when they are narrow.
 */
export function fallWay(layout: MachineLayout, place: number, size: PileSize): Path {
  const door = layout.doors[place] as Point;
  const bar = layout.places[place]?.bar ?? { x: door.x, y: door.y, w: 0, h: 0 };
  return layout.narrow ? narrowFall(layout, door, bar, size) : wideFall(layout, door, bar, size);
}

function wideFall(layout: MachineLayout, door: Point, bar: Box, size: PileSize): Path {
  const lane = layout.lanes.find(({ y, h }) => door.y >= y && door.y < y + h);
  const x = (lane?.x ?? 0) + CHANNEL;
  const begin = { x: bar.x - 5, y: door.y };
  const corner = { x: Math.max(x, bar.x - 10), y: door.y };
  const points = [begin, corner];
  if (lane !== undefined && !isFree(layout, x, corner)) {
    const between = lane.y + lane.h + 2;
    points.push({ x: corner.x, y: between }, { x, y: between });
  } else points.push({ x, y: door.y });
  const over = { x, y: layout.pile.y - 14 };
  const landing = landingPoint(layout.pile, size, x);
  return joinPaths(
    roundedPath([...points, over], 8),
    curvedPath(over, { x, y: landing.y }, landing),
  );
}

/** Whether nothing stands level with a point, from the channel to it. */
function isFree(layout: MachineLayout, channel: number, { x, y }: Point): boolean {
  return [...layout.places, ...layout.stations, ...layout.lamps].every(
    (box) =>
      box.x >= x ||
      box.x + box.w <= channel ||
      box.y >= y + BLOCK_REACH ||
      box.y + box.h <= y - BLOCK_REACH,
  );
}

function narrowFall(layout: MachineLayout, door: Point, bar: Box, size: PileSize): Path {
  const edge = { x: bar.x - 9, y: Math.min(door.y, bar.y + bar.h / 2) };
  const over = { x: edge.x, y: edge.y + 16 };
  const landing = landingPoint(layout.pile, size, over.x);
  const start = roundedPath([door, edge, over], 12);
  const down = { x: over.x, y: layout.pile.y - 14 };
  return joinPaths(
    start,
    roundedPath([over, down]),
    curvedPath(down, { x: down.x, y: landing.y }, landing),
  );
}

/** Off the door: back and up in a small arc that ends above the wire. */
export function bounceWay(door: Point): Path {
  return curvedPath(
    { x: door.x - 4, y: door.y - 5 },
    { x: door.x - 14, y: door.y - 30 },
    { x: door.x - 30, y: door.y - 9 },
  );
}

/** It gathers speed, but sets out at once: packets that follow each other do not pile up. */
function easedIn(u: number): number {
  return u * (0.55 + 0.45 * u);
}

function easedOut(u: number): number {
  return 1 - (1 - u) * (1 - u);
}

/** How many packets set out within one motion span: what a person would have to follow. */
export function packetsToFollow(frame: Frame, motionSpan: number): number {
  const window = windowCycles(frame);
  if (window <= 0) return 0;
  let carried = frame.window.dropped;
  for (let edge = 0; edge < frame.rows("flows"); edge += 1) carried += flowOf(frame, edge);
  return (carried * motionSpan) / window;
}

export function drawsFlows(frame: Frame, motionSpan: number): boolean {
  return packetsToFollow(frame, motionSpan) > FOLLOWED_MAX;
}

/**
 * Which packets are followed when nobody chose one: every n-th, so that about two set out within a
 * motion span.
 */
export function followedEvery(frame: Frame, motionSpan: number): number {
  const window = windowCycles(frame);
  const arriving = window > 0 ? (frame.window.arrived * motionSpan) / window : 0;
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, arriving / 2))));
}
