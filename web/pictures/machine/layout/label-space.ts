// The free space for labels in a finished layout: to the right of a place's name or note up to the next item, and the
// widest gap of a lane. Routes count as items, so that no label crosses a line.
import type { Box, LaneBox, MachineLayout } from "./types";
import type { Path } from "./path";

const CLEARANCE = 10;

export interface LabelSpace {
  /** For each place, from the left end of its bar to the next item, above and below the bar. */
  name: number[];
  note: number[];
  /** For each lane, the widest gap at its middle height; w = 0 if there is none. */
  lane: { x: number; w: number; y: number }[];
}

export function measureLabelSpace(layout: MachineLayout): LabelSpace {
  const lines = layout.edgeRoutes.flatMap((route) => segmentBoxes(route.path));
  const boxes = [...layout.places, ...layout.stations, ...layout.indicators];
  return {
    name: layout.places.map((place) => {
      const row = { x: place.x, y: place.y, w: place.w, h: place.bar.y - place.y - 1 };
      return spaceToRight(layout, row, place, boxes, lines);
    }),
    note: layout.places.map((place) => {
      const y = place.bar.y + place.bar.h + 1;
      const row = { x: place.x, y, w: place.w, h: place.y + place.h - y };
      return spaceToRight(layout, row, place, boxes, lines);
    }),
    lane: layout.lanes.map((lane) => widestGap(layout, lane, [...boxes, ...lines])),
  };
}

function spaceToRight(
  layout: MachineLayout,
  row: Box,
  own: Box,
  boxes: readonly Box[],
  lines: readonly Box[],
): number {
  let end = layout.width - (layout.isNarrow ? 20 : 8);
  for (const box of [...boxes, ...lines]) {
    if (box === own || !overlapsInY(box, row)) continue;
    if (box.x + box.w <= row.x + 2) continue;
    if (box.x >= row.x - 2) end = Math.min(end, box.x - CLEARANCE);
  }
  return Math.max(0, end - row.x);
}

function widestGap(layout: MachineLayout, lane: LaneBox, boxes: readonly Box[]) {
  const half = layout.fontSizes.body * 0.75;
  const y = layout.isNarrow ? lane.title.y + lane.title.h / 2 : lane.y + lane.h / 2;
  const row = { x: lane.x, y: y - half, w: lane.w, h: 2 * half };
  const inside = boxes
    .filter((box) => overlapsInY(box, row) && box.x < row.x + row.w)
    .sort((a, b) => a.x - b.x);
  let best = { x: 0, w: 0, y };
  let x = lane.x + 10;
  const consider = (end: number) => {
    if (end - x > best.w) best = { x, w: end - x, y };
  };
  for (const box of inside) {
    consider(box.x - 2 * CLEARANCE);
    x = Math.max(x, box.x + box.w + 2 * CLEARANCE);
  }
  consider(lane.x + lane.w - 10);
  return best;
}

/** The segments of a path as thin boxes. */
function segmentBoxes(path: Path): Box[] {
  const found: Box[] = [];
  for (let index = 2; index < path.points.length; index += 2) {
    const x0 = path.points[index - 2] as number;
    const y0 = path.points[index - 1] as number;
    const x1 = path.points[index] as number;
    const y1 = path.points[index + 1] as number;
    found.push({
      x: Math.min(x0, x1) - 1,
      y: Math.min(y0, y1) - 1,
      w: Math.abs(x1 - x0) + 2,
      h: Math.abs(y1 - y0) + 2,
    });
  }
  return found;
}

function overlapsInY(a: Box, b: Box): boolean {
  return a.y < b.y + b.h && a.y + a.h > b.y;
}
