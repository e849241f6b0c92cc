// The strips above and below the lanes, for wide and narrow layouts: the kernel's gates in rows above the first lane,
// and the wasted work under the last one.
import type { FontSizes, GateBox, LaneBox, WastedWorkBox } from "./types";
import { textWidth } from "../../../lib/format/text-width";
import type { Topology } from "../../../frame/topology";

const GATE_HEIGHT = 22;
const GATE_GAP = 6;
/** From the left edge of a gate to its text. */
export const GATE_TEXT_OFFSET = 22;
const GATE_PADDING = 10;

/** The kernel's gates in rows above the first lane. The lanes can begin at `bottom`. */
export function layOutGates(
  topology: Topology,
  left: number,
  right: number,
  sizes: FontSizes,
): { gates: GateBox[]; bottom: number } {
  // The rows of a compact layout have the full width, so that there are few.
  const first = sizes.compact === true ? 0 : left;
  const row = Math.max(GATE_HEIGHT, Math.round(sizes.small * 1.5));
  let x = first;
  let y = 0;
  const gates = topology.gates.flatMap((gate, index) => {
    const wanted = GATE_TEXT_OFFSET + textWidth(gate.name, sizes.small, "text", 600) + GATE_PADDING;
    const w = Math.min(right - first, wanted);
    if (x > first && x + w > right) {
      if (sizes.singleGateRow === true) return [];
      x = first;
      y += row + GATE_GAP;
    }
    const box = { gate: index, x, y, w, h: row, cx: x + 12, cy: y + row / 2 };
    x += w + GATE_GAP;
    return [box];
  });
  return { gates, bottom: gates.length > 0 ? y + row + 6 : 2 };
}

export function wastedWorkUnder(lanes: readonly LaneBox[], sizes: FontSizes): WastedWorkBox {
  const last = lanes[lanes.length - 1] as LaneBox;
  const h = sizes.compact === true ? 26 : 40;
  const y = last.y + last.h + (sizes.compact === true ? 8 : 12);
  return { x: last.x, y, w: last.w, h, baseline: y + h, labelsY: y + h + sizes.small * 0.5 };
}

/** The height of the picture with the heading and `lines` lines of text below the wasted work. */
export function heightWithWastedWork(
  strip: WastedWorkBox,
  sizes: FontSizes,
  lines: number,
): number {
  return Math.ceil(strip.labelsY + sizes.body * 1.35 + sizes.small * 1.5 * lines + 4);
}
