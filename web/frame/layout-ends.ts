// Both ends of a lost packet's way, for wide and narrow layouts alike: the door where it turns away
// and the pile that it may fall upon.
import type { EdgeWay, GateBox, LaneBox, PileBox, PlaceBox, TypeSizes } from "./layout-types";
import { pointAt, type Point } from "./path";
import { textWidth } from "./text";
import type { Topology, TopologyEdge } from "./topology";

/** Where the way into a place ends: there a packet without room turns away. */
export function doorsOf(
  topology: Topology,
  places: readonly PlaceBox[],
  ways: readonly EdgeWay[],
): Point[] {
  return places.map((place) => {
    const incoming = ways.find((way) => topology.edges[way.edge]?.to === place.place);
    if (incoming !== undefined) return pointAt(incoming.path, 1);
    return { x: place.bar.x, y: place.bar.y + place.bar.h / 2 };
  });
}

const GATE_ROW = 24;

/** The kernel's switches in rows above the first lane; `bottom` is where the lanes can begin. */
export function gateRows(
  topology: Topology,
  left: number,
  right: number,
  sizes: TypeSizes,
): { gates: GateBox[]; bottom: number } {
  let x = left;
  let y = 0;
  const gates = topology.gates.map((gate, index) => {
    const w = Math.min(right - left, 24 + textWidth(gate.name, sizes.small) + 12);
    if (x > left && x + w > right) {
      x = left;
      y += GATE_ROW;
    }
    const box = { gate: index, x, y, w, h: GATE_ROW, cx: x + 9, cy: y + GATE_ROW / 2 };
    x += w;
    return box;
  });
  return { gates, bottom: gates.length > 0 ? y + GATE_ROW + 2 : 2 };
}

export function pileUnder(lanes: readonly LaneBox[], sizes: TypeSizes): PileBox {
  const last = lanes[lanes.length - 1] as LaneBox;
  const h = 40;
  const y = last.y + last.h + 12;
  return { x: last.x, y, w: last.w, h, ground: y + h, wordsY: y + h + sizes.small * 0.5 };
}

/** A heading and one line of words stand under the pile; on a phone one line more. */
export function heightWithPile(pile: PileBox, sizes: TypeSizes, lines: number): number {
  return Math.ceil(pile.wordsY + sizes.body * 1.35 + sizes.small * 1.5 * lines + 4);
}

/** Whether an edge begins on a wire, or ends on one. */
export function wiresOf(
  topology: Topology,
  edge: TopologyEdge,
): { wireIn: boolean; wireOut: boolean } {
  return {
    wireIn: topology.places[edge.from]?.kind === "wire_in",
    wireOut: topology.places[edge.to]?.kind === "wire_out",
  };
}
