// Where every moving packet is at the frame's time: along its edge as far as the step that carries it
// is done, off the door when refused, down to the pile when dropped. Still means still: positions
// depend on the frame alone.
import { RecentDropField, readField, MoveField, PlaceField, type Frame } from "../frame/frame";
import type { Box, MachineLayout } from "../machine-layout/types";
import {
  curvedPath,
  joinPaths,
  pointAt,
  roundedPath,
  type Path,
  type Point,
} from "../machine-layout/path";
import { landingPoint, type WastedWorkSize } from "./wasted-work";
import { edgeFlow, windowCycles } from "./flows";

/** More packets than this on their way at once are drawn as flows. */
export const MAX_ANIMATED_PACKETS = 150;

export interface MovingPacket extends Point {
  packet: number;
  edge: number;
  /** Stands still: the context that carries it does not run. */
  isWaiting: boolean;
}

export function movingPackets(
  frame: Frame,
  layout: MachineLayout,
  reducedMotion: boolean,
): MovingPacket[] {
  const found: MovingPacket[] = [];
  for (let row = 0; row < frame.rowCount("moves"); row += 1) {
    const edge = readField(frame, "moves", row, MoveField.edge);
    const way = layout.edgeRoutes[edge];
    if (way === undefined) continue;
    const progress = readField(frame, "moves", row, MoveField.progress);
    const shown = reducedMotion ? (progress >= 1 ? 1 : progress > 0 ? 0.5 : 0) : progress;
    const point = pointAt(way.path, shown);
    found.push({
      ...point,
      packet: readField(frame, "moves", row, MoveField.packet),
      edge,
      isWaiting: readField(frame, "moves", row, MoveField.moving) === 0,
    });
  }
  return found;
}

export interface FallingPacket extends Point {
  packet: number;
  place: number;
  /** Side of the block, by the cycles spent on it; 0 for a refused one. */
  side: number;
  rotation: number;
  /** 0 just dropped, 1 landed or gone. */
  progress: number;
  isRefused: boolean;
}

const MIN_BLOCK_SIDE = 7;
const MAX_BLOCK_SIDE = 15;
/** Beside the lanes of a phone there is less room. */
const MAX_BLOCK_SIDE_NARROW = 12;
/** So many are drawn at once, of all that fall or of one door's: each is still seen by itself. */
const MAX_FALLING = 10;
const MAX_BOUNCING = 4;
/** A packet that cost this much falls as a block of side 12. */
const TYPICAL_COST_SECONDS = 67e-6;

/** Area by cost, so that twice the cycles look like twice as much. */
export function blockSide(cycles: number, clockHz: number, narrow: boolean): number {
  const side = 12 * Math.sqrt(cycles / clockHz / TYPICAL_COST_SECONDS);
  return Math.min(narrow ? MAX_BLOCK_SIDE_NARROW : MAX_BLOCK_SIDE, Math.max(MIN_BLOCK_SIDE, side));
}

export function fallingPackets(
  frame: Frame,
  layout: MachineLayout,
  options: {
    motionSpan: number;
    clockHz: number;
    pileSize: WastedWorkSize;
    reducedMotion: boolean;
  },
): FallingPacket[] {
  const { motionSpan, clockHz, pileSize, reducedMotion } = options;
  const ways = new Map<string, Path>();
  const found: FallingPacket[] = [];
  for (let row = 0; row < frame.rowCount("recentDrops"); row += 1) {
    const place = readField(frame, "recentDrops", row, RecentDropField.place);
    const door = layout.dropPoints[place];
    const age = frame.t - readField(frame, "recentDrops", row, RecentDropField.time);
    if (door === undefined || age < 0 || age > motionSpan) continue;
    const refused = readField(frame, "recentDrops", row, RecentDropField.kind) === 0;
    const name = `${place} ${refused}`;
    const way = ways.get(name) ?? (refused ? bouncePath(door) : fallPath(layout, place, pileSize));
    ways.set(name, way);
    const progress = motionSpan > 0 ? age / motionSpan : 0;
    const along = reducedMotion
      ? refused
        ? 0.4
        : 1
      : refused
        ? easeOut(progress)
        : easeIn(progress);
    const cycles = readField(frame, "recentDrops", row, RecentDropField.wasted);
    found.push({
      ...pointAt(way, along),
      packet: readField(frame, "recentDrops", row, RecentDropField.packet),
      place,
      side: refused ? 0 : blockSide(cycles, clockHz, layout.isNarrow),
      rotation: reducedMotion ? 0 : progress * 0.8,
      progress,
      isRefused: refused,
    });
  }
  return found;
}

/**
 * Which of a place's lost packets are drawn: every one, or every 2nd, 4th, 8th ... of a dense stream.
 * Packets have numbers, so the ones that are drawn stay the same from frame to frame.
 */
export function drawInterval(frame: Frame, place: number, motionSpan: number): number {
  const window = windowCycles(frame);
  if (window <= 0) return 1;
  const drops = readField(frame, "places", place, PlaceField.drops);
  const wasted = (index: number) => readField(frame, "places", index, PlaceField.wasted) > 0;
  let streams = 0;
  for (let row = 0; row < frame.rowCount("places"); row += 1) streams += wasted(row) ? 1 : 0;
  const most = wasted(place) ? MAX_FALLING / streams : MAX_BOUNCING;
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
export function fallPath(layout: MachineLayout, place: number, size: WastedWorkSize): Path {
  const door = layout.dropPoints[place] as Point;
  const bar = layout.places[place]?.bar ?? { x: door.x, y: door.y, w: 0, h: 0 };
  return layout.isNarrow
    ? narrowFallPath(layout, door, bar, size)
    : wideFallPath(layout, door, bar, size);
}

function wideFallPath(layout: MachineLayout, door: Point, bar: Box, size: WastedWorkSize): Path {
  const lane = layout.lanes.find(({ y, h }) => door.y >= y && door.y < y + h);
  const x = (lane?.x ?? 0) + CHANNEL;
  const begin = { x: bar.x - 5, y: door.y };
  const corner = { x: Math.max(x, bar.x - 10), y: door.y };
  const points = [begin, corner];
  if (lane !== undefined && !isClear(layout, x, corner)) {
    const between = lane.y + lane.h + 2;
    points.push({ x: corner.x, y: between }, { x, y: between });
  } else points.push({ x, y: door.y });
  const over = { x, y: layout.wastedWork.y - 14 };
  const landing = landingPoint(layout.wastedWork, size, x);
  return joinPaths(
    roundedPath([...points, over], 8),
    curvedPath(over, { x, y: landing.y }, landing),
  );
}

/** Whether nothing stands level with a point, from the channel to it. */
function isClear(layout: MachineLayout, channel: number, { x, y }: Point): boolean {
  return [...layout.places, ...layout.stations, ...layout.lamps].every(
    (box) =>
      box.x >= x ||
      box.x + box.w <= channel ||
      box.y >= y + BLOCK_REACH ||
      box.y + box.h <= y - BLOCK_REACH,
  );
}

function narrowFallPath(layout: MachineLayout, door: Point, bar: Box, size: WastedWorkSize): Path {
  const edge = { x: bar.x - 9, y: Math.min(door.y, bar.y + bar.h / 2) };
  const over = { x: edge.x, y: edge.y + 16 };
  const landing = landingPoint(layout.wastedWork, size, over.x);
  const start = roundedPath([door, edge, over], 12);
  const down = { x: over.x, y: layout.wastedWork.y - 14 };
  return joinPaths(
    start,
    roundedPath([over, down]),
    curvedPath(down, { x: down.x, y: landing.y }, landing),
  );
}

/** Off the door: back and up in a small arc that ends above the wire. */
export function bouncePath(door: Point): Path {
  return curvedPath(
    { x: door.x - 4, y: door.y - 5 },
    { x: door.x - 14, y: door.y - 30 },
    { x: door.x - 30, y: door.y - 9 },
  );
}

/** It gathers speed, but sets out at once: packets that follow each other do not pile up. */
function easeIn(u: number): number {
  return u * (0.55 + 0.45 * u);
}

function easeOut(u: number): number {
  return 1 - (1 - u) * (1 - u);
}

/** How many packets set out within one motion span: what a person would have to follow. */
export function packetsPerMotionSpan(frame: Frame, motionSpan: number): number {
  const window = windowCycles(frame);
  if (window <= 0) return 0;
  let carried = frame.window.dropped;
  for (let edge = 0; edge < frame.rowCount("flows"); edge += 1) carried += edgeFlow(frame, edge);
  return (carried * motionSpan) / window;
}

export function showsFlows(frame: Frame, motionSpan: number): boolean {
  return packetsPerMotionSpan(frame, motionSpan) > MAX_ANIMATED_PACKETS;
}

/**
 * Which packets are followed when nobody chose one: every n-th, so that about two set out within a
 * motion span.
 */
export function followInterval(frame: Frame, motionSpan: number): number {
  const window = windowCycles(frame);
  const arriving = window > 0 ? (frame.window.arrived * motionSpan) / window : 0;
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, arriving / 2))));
}
