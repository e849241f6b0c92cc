// Which station a context works at now, and what a queue's packets can expect: small questions that
// the pictures ask of a frame.
import {
  ContextField,
  ContextState,
  field,
  MoveField,
  PlaceField,
  type Frame,
} from "../frame/frame";
import type { StationBox } from "../frame/layout-types";
import type { Topology } from "../frame/topology";

/** Station of each context's packet or step; -1 where it is at none. */
export function stationAtWork(
  topology: Topology,
  stations: readonly StationBox[],
  frame: Frame,
  context: number,
): number {
  const state = field(frame, "contexts", context, ContextField.state);
  if (state === ContextState.idle) return -1;
  const edge = edgeInHand(frame, context);
  if (edge >= 0) {
    const found = stations.findIndex((station) => station.edges.includes(edge));
    if (found >= 0) return found;
  }
  const step = field(frame, "contexts", context, ContextField.step);
  const own = stations.flatMap((station, index) => (station.context === context ? [index] : []));
  const withStep = own.find((index) =>
    stations[index]?.edges.some((one) => topology.edges[one]?.steps.includes(step)),
  );
  return withStep ?? own[0] ?? -1;
}

/** The edge along which a context's packet is carried; -1 without one. */
export function edgeInHand(frame: Frame, context: number): number {
  const packet = field(frame, "contexts", context, ContextField.packet);
  if (packet < 0) return -1;
  for (let row = 0; row < frame.rows("moves"); row += 1) {
    if (field(frame, "moves", row, MoveField.packet) === packet) {
      return field(frame, "moves", row, MoveField.edge);
    }
  }
  return -1;
}

/** Cycles from the window's beginning to t. */
export function windowCycles(frame: Frame): number {
  return Math.max(0, frame.t - frame.windowFrom);
}

/** Packets an edge carried in the window. */
export function flowOf(frame: Frame, edge: number): number {
  return edge < frame.rows("flows") ? field(frame, "flows", edge, 0) : 0;
}

/**
 * Cycles that a packet entering a place now will wait at the present pace (Little's law over the
 * window); Infinity when nothing leaves, 0 when nobody stands there.
 */
export function expectedWait(topology: Topology, frame: Frame, place: number): number {
  const count =
    field(frame, "places", place, PlaceField.count) -
    field(frame, "places", place, PlaceField.sent);
  if (count <= 0) return 0;
  const left = topology.edges.reduce(
    (sum, edge, index) => (edge.from === place ? sum + flowOf(frame, index) : sum),
    0,
  );
  return left > 0 ? (count * windowCycles(frame)) / left : Infinity;
}
