// The traffic of a machine, read from a frame: packets along edges and wires, unused routes, expected waits, and the station
// where a context works.
import { ContextState, type Frame } from "./frame";
import type { Topology } from "./topology";

/** Where a context works in a picture, and the edges that it serves. */
interface Station {
  context: number;
  edges: readonly number[];
}

/** The station where a context works; -1 for none. */
export function activeStation(
  topology: Topology,
  stations: readonly Station[],
  frame: Frame,
  context: number,
): number {
  const state = frame.contexts.state(context);
  if (state === ContextState.idle) return -1;
  const edge = currentEdge(frame, context);
  if (edge >= 0) {
    const found = stations.findIndex((station) => station.edges.includes(edge));
    if (found >= 0) return found;
  }
  const step = frame.contexts.step(context);
  const own = stations.flatMap((station, index) => (station.context === context ? [index] : []));
  const withStep = own.find((index) =>
    stations[index]?.edges.some((one) => topology.edges[one]?.steps.includes(step)),
  );
  return withStep ?? own[0] ?? -1;
}

/** The edge along which a context carries its packet; -1 for none. */
export function currentEdge(frame: Frame, context: number): number {
  const packet = frame.contexts.packet(context);
  if (packet < 0) return -1;
  for (let row = 0; row < frame.moves.length; row += 1) {
    if (frame.moves.packet(row) === packet) {
      return frame.moves.edge(row);
    }
  }
  return -1;
}

/** The length of the window in cycles. */
export function windowCycles(frame: Frame): number {
  return Math.max(0, frame.windowTo - frame.windowFrom);
}

/** Packets that reached the end of an edge in the window. */
export function edgeFlow(frame: Frame, edge: number): number {
  return edge < frame.flows.length ? frame.flows.packets(edge) : 0;
}

/**
 * The expected wait, in cycles, of a packet that enters a place now (Little's law over the window). Infinity if nothing
 * leaves, 0 if the place is empty.
 */
export function expectedWait(topology: Topology, frame: Frame, place: number): number {
  const count = frame.places.count(place) - frame.places.sent(place);
  if (count <= 0) return 0;
  const carried = topology.edges.reduce(
    (sum, edge, index) => (edge.from === place ? sum + edgeTraffic(topology, frame, index) : sum),
    0,
  );
  const left = Math.max(carried, frame.places.entered(place));
  return left > 0 ? (count * windowCycles(frame)) / left : Infinity;
}

/** Packets that arrived on a wire in the window: those accepted and those refused at its ring. */
export function arrivedOnWire(topology: Topology, frame: Frame, wire: number): number {
  return topology.edges.reduce(
    (sum, edge, index) => (edge.from === wire ? sum + edgeTraffic(topology, frame, index) : sum),
    0,
  );
}

/** Packets that left on a wire in the window. */
export function deliveredOnWire(topology: Topology, frame: Frame, wire: number): number {
  return topology.edges.reduce(
    (sum, edge, index) => (edge.to === wire ? sum + edgeFlow(frame, index) : sum),
    0,
  );
}

/**
 * Packets that started along an edge in the window: those that reached its end and those that found no room there. If
 * several edges lead into a place, its drops are divided in proportion to their packets.
 */
export function edgeTraffic(topology: Topology, frame: Frame, edge: number): number {
  const own = topology.edges[edge];
  if (own === undefined) return 0;
  const drops = rejected(topology, frame, own);
  const flow = edgeFlow(frame, edge);
  if (drops === 0) return flow;
  const rivals = topology.edges.flatMap((other, index) => (other.to === own.to ? [index] : []));
  const flows = rivals.reduce((sum, index) => sum + edgeFlow(frame, index), 0);
  if (flows > 0) return flow + (drops * flow) / flows;
  const busy = rivals.filter((index) => packetsAtSource(topology, frame, index) > 0);
  return busy.includes(edge) ? drops / busy.length : busy.length === 0 ? drops / rivals.length : 0;
}

/** Packets of an edge that found no room at its end. A kernel that somebody has written may drop a packet of the ring after it was in. */
function rejected(
  topology: Topology,
  frame: Frame,
  { from, to }: Topology["edges"][number],
): number {
  const drops = frame.places.drops(to);
  return topology.places[from]?.kind === "wire_in" ? Math.min(drops, frame.window.refused) : drops;
}

/** Packets that entered the place where an edge begins; 1 for a wire. */
function packetsAtSource(topology: Topology, frame: Frame, edge: number): number {
  const from = topology.edges[edge]?.from ?? -1;
  if (from < 0) return 0;
  const wire = topology.places[from]?.kind === "wire_in";
  return wire ? 1 : frame.places.entered(from);
}

/**
 * Packets along every edge, in the window and moving now. If no packet left a place, the earlier values of its edges
 * stay, because a window that has just begun does not show which routes are used.
 */
export function knownTraffic(
  topology: Topology,
  frame: Frame,
  before: readonly number[],
): number[] {
  const carried = topology.edges.map((_, edge) => edgeTraffic(topology, frame, edge));
  for (let row = 0; row < frame.moves.length; row += 1) {
    const edge = frame.moves.edge(row);
    carried[edge] = Math.max(1, carried[edge] ?? 0);
  }
  const left = new Set<number>();
  topology.edges.forEach(({ from }, edge) => {
    if ((carried[edge] ?? 0) > 0) left.add(from);
  });
  return carried.map((packets, edge) =>
    left.has(topology.edges[edge]?.from ?? -1) ? packets : (before[edge] ?? 0),
  );
}

/** Whether this edge has no traffic while another edge from the same place has some. */
export function isUnusedRoute(
  topology: Topology,
  traffic: readonly number[],
  edge: number,
): boolean {
  if ((traffic[edge] ?? 0) > 0) return false;
  const from = topology.edges[edge]?.from;
  return topology.edges.some(
    (other, index) => other.from === from && index !== edge && (traffic[index] ?? 0) > 0,
  );
}
