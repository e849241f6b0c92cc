// Both ends of a lost packet's way, for wide and narrow layouts alike: the door where it turns away
// and the pile that it may fall upon.
import type { EdgeWay, GateBox, LaneBox, PileBox, PlaceBox, TypeSizes } from "./types";
import { pointAt, type Point } from "./path";
import { textWidth } from "../format/text-width";
import type { Topology, TopologyEdge } from "../frame/topology";

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

const GATE_ROW = 22;
const GATE_GAP = 6;
/** From a chip's edge to its words, and from them to its other edge. */
export const GATE_LAMP = 22;
const GATE_END = 10;

/** The kernel's switches in rows above the first lane; `bottom` is where the lanes can begin. */
export function gateRows(
  topology: Topology,
  left: number,
  right: number,
  sizes: TypeSizes,
): { gates: GateBox[]; bottom: number } {
  const flat = sizes.flat === true;
  // One row takes the gutter too; what finds no room in it stands in the lists alone.
  const first = flat ? 0 : left;
  const row = Math.max(GATE_ROW, Math.round(sizes.small * 1.5));
  let x = first;
  let y = 0;
  const gates = topology.gates.flatMap((gate, index) => {
    const wanted = GATE_LAMP + textWidth(gate.name, sizes.small, "text", 600) + GATE_END;
    const w = Math.min(right - first, wanted);
    if (x > first && x + w > right) {
      if (flat) return [];
      x = first;
      y += row + GATE_GAP;
    }
    const box = { gate: index, x, y, w, h: row, cx: x + 12, cy: y + row / 2 };
    x += w + GATE_GAP;
    return [box];
  });
  return { gates, bottom: gates.length > 0 ? y + row + 6 : 2 };
}

export function pileUnder(lanes: readonly LaneBox[], sizes: TypeSizes): PileBox {
  const last = lanes[lanes.length - 1] as LaneBox;
  const h = sizes.flat === true ? 26 : 40;
  const y = last.y + last.h + (sizes.flat === true ? 8 : 12);
  return { x: last.x, y, w: last.w, h, ground: y + h, wordsY: y + h + sizes.small * 0.5 };
}

/** A heading and one line of words stand under the pile; on a phone two lines more. */
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
