// Positions of moving packets at the shown time. A packet moves along its edge in proportion to the progress of its
// step, bounces off the drop point if it was refused, and falls down to the wasted work if it was dropped after work.
// Positions depend on the frame alone, so a paused machine is still.
import type { Frame } from "../../../frame/frame";
import type { Box, MachineLayout } from "../layout/types";
import { curvedPath, joinPaths, pointAt, roundedPath, type Path, type Point } from "../layout/path";
import { landingPoint, type WastedWorkSize } from "./wasted-work";
import { edgeFlow, windowCycles } from "../../../frame/flows";

/** More packets than this in one motion span are drawn as flows. */
export const MAX_ANIMATED_PACKETS = 150;

export interface MovingPacket extends Point {
  packet: number;
  edge: number;
  /** The context that carries it does not run. */
  isWaiting: boolean;
}

export function movingPackets(
  frame: Frame,
  layout: MachineLayout,
  reducedMotion: boolean,
): MovingPacket[] {
  const found: MovingPacket[] = [];
  for (let row = 0; row < frame.moves.length; row += 1) {
    const edge = frame.moves.edge(row);
    const route = layout.edgeRoutes[edge];
    if (route === undefined) continue;
    const progress = frame.moves.progress(row);
    const shown = reducedMotion ? (progress >= 1 ? 1 : progress > 0 ? 0.5 : 0) : progress;
    const point = pointAt(route.path, shown);
    found.push({
      ...point,
      packet: frame.moves.packet(row),
      edge,
      isWaiting: !frame.moves.moving(row),
    });
  }
  return found;
}

export interface FallingPacket extends Point {
  packet: number;
  place: number;
  /** Side of the block, by the cycles spent on it; 0 for a refused packet. */
  side: number;
  rotation: number;
  /** 0 just dropped, 1 landed or vanished. */
  progress: number;
  isRefused: boolean;
}

const MIN_BLOCK_SIDE = 7;
const MAX_BLOCK_SIDE = 15;
/** On a phone there is less space beside the lanes. */
const MAX_BLOCK_SIDE_NARROW = 12;
/** The most packets drawn at once, so that each can be seen: falling ones in total, and refused ones at a place. */
const MAX_FALLING = 10;
const MAX_BOUNCING = 4;
/** A packet with this cost falls as a block with a side of 12 px. */
const TYPICAL_COST_SECONDS = 67e-6;

/** The area is proportional to the cost, so that twice the cycles look like twice as much. */
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
    wastedWork: WastedWorkSize;
    reducedMotion: boolean;
  },
): FallingPacket[] {
  const { motionSpan, clockHz, wastedWork, reducedMotion } = options;
  const paths = new Map<string, Path>();
  const found: FallingPacket[] = [];
  for (let row = 0; row < frame.recentDrops.length; row += 1) {
    const place = frame.recentDrops.place(row);
    const dropPoint = layout.dropPoints[place];
    const age = frame.t - frame.recentDrops.time(row);
    if (dropPoint === undefined || age < 0 || age > motionSpan) continue;
    const refused = !frame.recentDrops.afterWork(row);
    const name = `${place} ${refused}`;
    const path =
      paths.get(name) ?? (refused ? bouncePath(dropPoint) : fallPath(layout, place, wastedWork));
    paths.set(name, path);
    const progress = motionSpan > 0 ? age / motionSpan : 0;
    const along = reducedMotion
      ? refused
        ? 0.4
        : 1
      : refused
        ? easeOut(progress)
        : easeIn(progress);
    const cycles = frame.recentDrops.wasted(row);
    found.push({
      ...pointAt(path, along),
      packet: frame.recentDrops.packet(row),
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
 * Of the packets dropped at a place, every n-th is drawn: n is 1, or 2, 4, 8 ... in a dense stream. The choice is by
 * packet number, so the same packets are drawn in every frame.
 */
export function drawInterval(frame: Frame, place: number, motionSpan: number): number {
  const window = windowCycles(frame);
  if (window <= 0) return 1;
  const drops = frame.places.drops(place);
  const wasted = (index: number) => frame.places.wasted(index) > 0;
  let streams = 0;
  for (let row = 0; row < frame.places.length; row += 1) streams += wasted(row) ? 1 : 0;
  const most = wasted(place) ? MAX_FALLING / streams : MAX_BOUNCING;
  const atOnce = (drops * motionSpan) / window;
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, atOnce / most))));
}

/** The middle of the free channel at the left of the lanes. */
const CHANNEL = 14;
/** Half the size of a falling block. */
const BLOCK_REACH = 9;

/**
 * The path from the drop point to the channel at the left of the lanes and down to the wasted work. In a narrow layout
 * it is beside the lanes.
 */
export function fallPath(layout: MachineLayout, place: number, size: WastedWorkSize): Path {
  const dropPoint = layout.dropPoints[place] as Point;
  const bar = layout.places[place]?.bar ?? { x: dropPoint.x, y: dropPoint.y, w: 0, h: 0 };
  return layout.isNarrow
    ? narrowFallPath(layout, dropPoint, bar, size)
    : wideFallPath(layout, dropPoint, bar, size);
}

function wideFallPath(
  layout: MachineLayout,
  dropPoint: Point,
  bar: Box,
  size: WastedWorkSize,
): Path {
  const lane = layout.lanes.find(({ y, h }) => dropPoint.y >= y && dropPoint.y < y + h);
  const x = (lane?.x ?? 0) + CHANNEL;
  const begin = { x: bar.x - 5, y: dropPoint.y };
  const corner = { x: Math.max(x, bar.x - 10), y: dropPoint.y };
  const points = [begin, corner];
  if (lane !== undefined && !isClear(layout, x, corner)) {
    const between = lane.y + lane.h + 2;
    points.push({ x: corner.x, y: between }, { x, y: between });
  } else points.push({ x, y: dropPoint.y });
  const over = { x, y: layout.wastedWork.y - 14 };
  const landing = landingPoint(layout.wastedWork, size, x);
  return joinPaths(
    roundedPath([...points, over], 8),
    curvedPath(over, { x, y: landing.y }, landing),
  );
}

/** Whether no item is between the channel and a point. */
function isClear(layout: MachineLayout, channel: number, { x, y }: Point): boolean {
  return [...layout.places, ...layout.stations, ...layout.indicators].every(
    (box) =>
      box.x >= x ||
      box.x + box.w <= channel ||
      box.y >= y + BLOCK_REACH ||
      box.y + box.h <= y - BLOCK_REACH,
  );
}

function narrowFallPath(
  layout: MachineLayout,
  dropPoint: Point,
  bar: Box,
  size: WastedWorkSize,
): Path {
  const edge = { x: bar.x - 9, y: Math.min(dropPoint.y, bar.y + bar.h / 2) };
  const over = { x: edge.x, y: edge.y + 16 };
  const landing = landingPoint(layout.wastedWork, size, over.x);
  const start = roundedPath([dropPoint, edge, over], 12);
  const down = { x: over.x, y: layout.wastedWork.y - 14 };
  return joinPaths(
    start,
    roundedPath([over, down]),
    curvedPath(down, { x: down.x, y: landing.y }, landing),
  );
}

/** The path of a refused packet: back and up in a small arc that ends above the wire. */
export function bouncePath(dropPoint: Point): Path {
  return curvedPath(
    { x: dropPoint.x - 4, y: dropPoint.y - 5 },
    { x: dropPoint.x - 14, y: dropPoint.y - 30 },
    { x: dropPoint.x - 30, y: dropPoint.y - 9 },
  );
}

/** Accelerates from a speed above zero, so that packets in a row do not bunch up. */
function easeIn(u: number): number {
  return u * (0.55 + 0.45 * u);
}

function easeOut(u: number): number {
  return 1 - (1 - u) * (1 - u);
}

/** Packets that start within one motion span: the number that a person would have to follow. */
export function packetsPerMotionSpan(frame: Frame, motionSpan: number): number {
  const window = windowCycles(frame);
  if (window <= 0) return 0;
  let carried = frame.window.dropped;
  for (let edge = 0; edge < frame.flows.length; edge += 1) carried += edgeFlow(frame, edge);
  return (carried * motionSpan) / window;
}

export function showsFlows(frame: Frame, motionSpan: number): boolean {
  return packetsPerMotionSpan(frame, motionSpan) > MAX_ANIMATED_PACKETS;
}

/** Among flows, every n-th packet may be outlined. About two such packets arrive within a motion span. */
export function followInterval(frame: Frame, motionSpan: number): number {
  const window = windowCycles(frame);
  const arriving = window > 0 ? (frame.window.arrived * motionSpan) / window : 0;
  return 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, arriving / 2))));
}
