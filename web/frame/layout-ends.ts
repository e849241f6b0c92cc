// Both ends of a lost packet's way, for wide and narrow layouts alike: the door where it turns away
// and the pile that it may fall upon.
import type { EdgeWay, GateBox, LaneBox, PileBox, PlaceBox, TypeSizes } from "./layout-types";
import { pointAt, type Point } from "./path";
import { textWidth } from "./text";
import type { Topology } from "./topology";

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

/** The kernel's switches in rows under the last lane. */
export function gatesUnder(
  topology: Topology,
  lanes: readonly LaneBox[],
  sizes: TypeSizes,
): GateBox[] {
  const last = lanes[lanes.length - 1] as LaneBox;
  let x = last.x;
  let y = last.y + last.h + 6;
  return topology.gates.map((gate, index) => {
    const w = Math.min(last.w, 26 + textWidth(gate.name, sizes.small) + 14);
    if (x > last.x && x + w > last.x + last.w) {
      x = last.x;
      y += GATE_ROW;
    }
    const box = { gate: index, x, y, w, h: GATE_ROW, cx: x + 11, cy: y + GATE_ROW / 2 };
    x += w;
    return box;
  });
}

export function pileUnder(
  lanes: readonly LaneBox[],
  gates: readonly GateBox[],
  sizes: TypeSizes,
): PileBox {
  const last = lanes[lanes.length - 1] as LaneBox;
  const h = 40;
  const bottom = Math.max(last.y + last.h, ...gates.map((gate) => gate.y + gate.h));
  const y = bottom + 12;
  return { x: last.x, y, w: last.w, h, ground: y + h, wordsY: y + h + sizes.small * 0.5 };
}

/** Two lines of words stand under the pile. */
export function heightWithPile(pile: PileBox, sizes: TypeSizes): number {
  return Math.ceil(pile.wordsY + sizes.body * 1.35 + sizes.small * 1.5 + 4);
}
