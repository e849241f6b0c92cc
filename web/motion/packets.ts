// Where every moving packet is at the frame's time: along its edge as far as the step that carries it
// is done, off the door when refused, down to the pile when dropped. Still means still: positions
// depend on the frame alone.
import { FallField, field, MoveField, type Frame } from "../frame/frame";
import type { MachineLayout } from "../frame/layout-types";
import { curvedPath, joinPaths, pointAt, roundedPath, type Path, type Point } from "../frame/path";
import { landingPoint, type PileSize } from "./pile";
import { flowOf, windowCycles } from "./stations";

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
const SIDE_MAX = 22;
/** Beside the lanes of a phone there is less room. */
const SIDE_MAX_NARROW = 12;
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
      turn: reducedMotion ? 0 : progress * 1.2,
      progress,
      refused,
    });
  }
  return found;
}

/**
 * From the door over the left end of the bar and down to where the pile grows, so that nothing falls
 * across the words of its own place; beside the lanes when they are narrow.
 */
export function fallWay(layout: MachineLayout, place: number, size: PileSize): Path {
  const door = layout.doors[place] as Point;
  const bar = layout.places[place]?.bar ?? { x: door.x, y: door.y, w: 0, h: 0 };
  const edge = { x: bar.x - 9, y: Math.min(door.y, bar.y + bar.h / 2) };
  const over = { x: edge.x, y: edge.y + 16 };
  const landing = landingPoint(layout.pile, size, over.x);
  const start = roundedPath([door, edge, over], 12);
  if (layout.narrow) {
    const down = { x: over.x, y: layout.pile.y - 14 };
    return joinPaths(
      start,
      roundedPath([over, down]),
      curvedPath(down, { x: down.x, y: landing.y }, landing),
    );
  }
  const control = { x: over.x, y: over.y + (landing.y - over.y) * 0.8 };
  return joinPaths(start, curvedPath(over, control, landing));
}

/** Off the door: back and up in a small arc. */
export function bounceWay(door: Point): Path {
  return curvedPath(
    { x: door.x - 4, y: door.y },
    { x: door.x - 16, y: door.y - 30 },
    { x: door.x - 30, y: door.y + 4 },
  );
}

function easedIn(u: number): number {
  return u * u * (1.6 - 0.6 * u);
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
