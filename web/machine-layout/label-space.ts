// How much room there is for words in a finished layout: to the right of a name or note up to the
// next thing, and the widest free stretch of a lane. Ways count as things: no word crosses a line.
import type { Box, LaneBox, MachineLayout } from "./types";
import type { Path } from "./path";

const CLEAR = 10;

export interface LabelSpace {
  /** Per place: from the bar's left end to the next thing, above and below the bar. */
  name: number[];
  note: number[];
  /** Per lane: the widest free stretch level with its middle; w = 0 when there is none. */
  lane: { x: number; w: number; y: number }[];
}

export function measureLabelSpace(layout: MachineLayout): LabelSpace {
  const lines = layout.edgeRoutes.flatMap((way) => segmentBoxes(way.path));
  const boxes = [...layout.places, ...layout.stations, ...layout.lamps];
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
    if (box.x >= row.x - 2) end = Math.min(end, box.x - CLEAR);
  }
  return Math.max(0, end - row.x);
}

function widestGap(layout: MachineLayout, lane: LaneBox, things: readonly Box[]) {
  const half = layout.fontSizes.body * 0.75;
  const y = layout.isNarrow ? lane.title.y + lane.title.h / 2 : lane.y + lane.h / 2;
  const row = { x: lane.x, y: y - half, w: lane.w, h: 2 * half };
  const inside = things
    .filter((thing) => overlapsInY(thing, row) && thing.x < row.x + row.w)
    .sort((a, b) => a.x - b.x);
  let best = { x: 0, w: 0, y };
  let x = lane.x + 10;
  const consider = (end: number) => {
    if (end - x > best.w) best = { x, w: end - x, y };
  };
  for (const thing of inside) {
    consider(thing.x - 2 * CLEAR);
    x = Math.max(x, thing.x + thing.w + 2 * CLEAR);
  }
  consider(lane.x + lane.w - 10);
  return best;
}

/** The pieces of a way as thin boxes. */
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
