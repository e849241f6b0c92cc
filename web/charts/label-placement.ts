// Where words may stand beside a point without lying on lines, dots or other words: of some places
// around it the one that covers least. Pixels in, pixels out.
import type { Plot, PlotPoint } from "./curve-geometry";

export interface LabelBox {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The height of a line of words, and its baseline below its top. */
export const labelHeight = ({ fontSize }: Plot): number => fontSize * 1.25;
export const labelBaseline = ({ fontSize }: Plot): number => fontSize;

/** Where a chart's words may stand: above its axis, below the axis' name, up to the card's edge. */
export function labelArea({ size, margins }: Plot): LabelBox {
  const top = margins.top - 8;
  const width = size.width - margins.left;
  return { x: margins.left + 2, y: top, w: width - 2, h: size.height - margins.bottom - top };
}

/** How close the lines are looked at. */
const STEP = 4;

/** Points along lines, so that a label can count how many it would cover. */
export function pointsAlong(lines: readonly (readonly PlotPoint[])[]): PlotPoint[] {
  return lines.flatMap((line) =>
    line.flatMap((to, index) => {
      const from = line[index - 1];
      if (from === undefined) return [to];
      const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP));
      return Array.from({ length: steps }, (_, nth) => ({
        x: from.x + ((to.x - from.x) * (nth + 1)) / steps,
        y: from.y + ((to.y - from.y) * (nth + 1)) / steps,
      }));
    }),
  );
}

/** What is drawn already: points of lines, and boxes of words. */
export interface Occupied {
  points: readonly PlotPoint[];
  boxes: readonly LabelBox[];
}

/** Words that a line all but touches are as hard to read as those that it crosses. */
const CLEARANCE = 2;

/** Which of the boxes covers the least of what is drawn; the first of equals. */
export function leastCovering(
  boxes: readonly LabelBox[],
  { points, boxes: taken }: Occupied,
): number {
  let best = 0;
  let least = Infinity;
  boxes.forEach((label, index) => {
    const box = {
      x: label.x - CLEARANCE,
      y: label.y - CLEARANCE,
      w: label.w + 2 * CLEARANCE,
      h: label.h + 2 * CLEARANCE,
    };
    const words = taken.filter((other) => overlap(box, other)).length;
    const covered = pointsWithin(box, points, least) + 20 * words;
    if (covered < least) {
      least = covered;
      best = index;
    }
  });
  return best;
}

/** Each label has, of its own places, the one that covers least of what is drawn and of the labels before it;
 * nothing where it has none. */
export function placeLabels(
  places: readonly (readonly LabelBox[])[],
  { points, boxes }: Occupied,
): (LabelBox | undefined)[] {
  const words = [...boxes];
  return places.map((boxes) => {
    const spot = boxes[leastCovering(boxes, { points, boxes: words })];
    if (spot !== undefined) words.push(spot);
    return spot;
  });
}

/** How many points lie in a box, counted up to so many: there are thousands of points, and hundreds of boxes a frame. */
function pointsWithin(box: LabelBox, ink: readonly PlotPoint[], most: number): number {
  const [right, bottom] = [box.x + box.w, box.y + box.h];
  let count = 0;
  for (const { x, y } of ink) {
    if (x < box.x || x > right || y < box.y || y > bottom) continue;
    count += 1;
    if (count >= most) break;
  }
  return count;
}

function overlap(a: LabelBox, b: LabelBox): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** The square that a mark fills. */
export function squareAround({ x, y }: PlotPoint, size: number): LabelBox {
  return { x: x - size / 2, y: y - size / 2, w: size, h: size };
}

/** How far from a point, up and down, its words may stand. */
const POINT_DISTANCES = [12, 28, 46];

/** Boxes of a size around a point, nearest first, kept within a frame; always in the same order. */
export function candidatesAround(
  { x, y }: PlotPoint,
  w: number,
  h: number,
  within: LabelBox,
  away: readonly number[] = POINT_DISTANCES,
): LabelBox[] {
  return away.flatMap((dy) =>
    [y + dy, y - dy - h].flatMap((top) =>
      [x - w / 2, x - w - 4, x + 4, x - 1.5 * w, x + w / 2].map((left) => ({
        x: Math.max(within.x, Math.min(within.x + within.w - w, left)),
        y: Math.max(within.y, Math.min(within.y + within.h - h, top)),
        w,
        h,
      })),
    ),
  );
}

/** Boxes beside a curve, at its points in the order given. */
export function candidatesAlongCurve(
  points: readonly PlotPoint[],
  w: number,
  h: number,
  within: LabelBox,
) {
  return points.flatMap((point) =>
    candidatesAround(point, w, h, within, POINT_DISTANCES.slice(0, 2)),
  );
}

/** How far from a straight line its words stand, farther where a mark is in their way; and how far down from its end
 * they may. */
const LINE_DISTANCES = [6, 20];
const LOWEST_SHARE = 0.6;

/** Boxes beside a line that rises to its end, on either side, from the end downwards; those outside are left out. */
export function candidatesBesideLine(
  from: PlotPoint,
  end: PlotPoint,
  w: number,
  h: number,
  within: LabelBox,
): LabelBox[] {
  const shares = Array.from({ length: 13 }, (_, index) => 1 - (index * (1 - LOWEST_SHARE)) / 12);
  return shares
    .map((share) => ({
      x: from.x + (end.x - from.x) * share,
      y: from.y + (end.y - from.y) * share,
    }))
    .flatMap(({ x, y }) =>
      LINE_DISTANCES.flatMap((away) => [
        { x: x + away, y, w, h },
        { x: x - away - w, y: y - h, w, h },
      ]),
    )
    .filter(
      (box) =>
        box.x >= within.x &&
        box.x + w <= within.x + within.w &&
        box.y >= within.y &&
        box.y + h <= within.y + within.h,
    );
}
