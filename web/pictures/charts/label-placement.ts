// Places labels beside points and lines. Of several candidate boxes for a label, takes the one that covers the fewest
// lines, dots and other labels. Pixels in, pixels out.
import type { Plot, PlotPoint } from "./curve-geometry";

export interface LabelBox {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The height of a label, and the distance from its top to its baseline. */
export const labelHeight = ({ fontSize }: Plot): number => fontSize * 1.25;
export const labelBaseline = ({ fontSize }: Plot): number => fontSize;

/** The area for labels: above the offered axis, below the name of the other axis, up to the card's edge. */
export function labelArea({ size, margins }: Plot): LabelBox {
  const top = margins.top - 8;
  const width = size.width - margins.left;
  return { x: margins.left + 2, y: top, w: width - 2, h: size.height - margins.bottom - top };
}

/** A line is replaced by points at this distance, to count how much of it a label covers. */
const STEP = 4;

/** Points along lines, to count how many a label would cover. */
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

/** The occupied space: points of lines, and boxes of labels. */
export interface Occupied {
  points: readonly PlotPoint[];
  boxes: readonly LabelBox[];
}

/** A label that a line almost touches is as hard to read as one that it crosses. */
const CLEARANCE = 2;

/** Returns the index of the box that covers the least. If several cover equally little, returns the first. */
export function leastCovering(
  boxes: readonly LabelBox[],
  { points, boxes: taken }: Occupied,
): number {
  let best = 0;
  let least = Infinity;
  for (const [index, label] of boxes.entries()) {
    if (least === 0) break;
    const box = {
      x: label.x - CLEARANCE,
      y: label.y - CLEARANCE,
      w: label.w + 2 * CLEARANCE,
      h: label.h + 2 * CLEARANCE,
    };
    const labels = 20 * taken.filter((other) => overlap(box, other)).length;
    if (labels >= least) continue;
    const covered = labels + pointsWithin(box, points, least - labels);
    if (covered < least) {
      least = covered;
      best = index;
    }
  }
  return best;
}

/**
 * Places each label at the candidate that covers the least. A label also avoids the labels placed before it. The result is
 * undefined for a label without candidates.
 */
export function placeLabels(
  candidates: readonly (readonly LabelBox[])[],
  { points, boxes }: Occupied,
): (LabelBox | undefined)[] {
  const occupied = [...boxes];
  return candidates.map((boxes) => {
    const spot = boxes[leastCovering(boxes, { points, boxes: occupied })];
    if (spot !== undefined) occupied.push(spot);
    return spot;
  });
}

/** Counts points in a box, up to `most`: there are thousands of points, and hundreds of boxes a frame. */
function pointsWithin(box: LabelBox, points: readonly PlotPoint[], most: number): number {
  const [right, bottom] = [box.x + box.w, box.y + box.h];
  let count = 0;
  for (const { x, y } of points) {
    if (x < box.x || x > right || y < box.y || y > bottom) continue;
    count += 1;
    if (count >= most) break;
  }
  return count;
}

function overlap(a: LabelBox, b: LabelBox): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

/** The square around a mark. */
export function squareAround({ x, y }: PlotPoint, size: number): LabelBox {
  return { x: x - size / 2, y: y - size / 2, w: size, h: size };
}

/** Vertical distances of a label from its point. */
const POINT_DISTANCES = [12, 28, 46];

/** Candidate boxes around a point, nearest first, moved inside `within`. */
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

/** Horizontal distance of a label from a dot that has an arrow on each side. */
const ARROW_DISTANCE = 30;

/** Candidate boxes around a dot with arrows, nearest first. A box farther aside would not seem to belong to the dot. */
export function candidatesAroundDot(dot: PlotPoint, w: number, h: number, within: LabelBox) {
  const { x, y } = dot;
  const ends = within.x + within.w;
  const beside = [x + ARROW_DISTANCE, x - ARROW_DISTANCE - w]
    .filter((left) => left >= within.x && left + w <= ends)
    .flatMap((left) => [y - h / 2, y - h - 4, y + 4].map((top) => ({ x: left, y: top, w, h })))
    .filter(({ y: top }) => top >= within.y && top + h <= within.y + within.h);
  const [near = 0, ...farther] = POINT_DISTANCES;
  const around = (away: readonly number[]) =>
    candidatesAround(dot, w, h, within, away).filter(
      (box) => Math.max(box.x - x, x - box.x - box.w) <= ARROW_DISTANCE,
    );
  return [...around([near]), ...beside, ...around(farther)];
}

/** Candidate boxes beside the points of a curve, in the order of the points. */
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

/** Horizontal distances of a label from a straight line, and the lowest position along the line. */
const LINE_DISTANCES = [6, 20];
const LOWEST_SHARE = 0.6;

/** Candidate boxes inside `within`, on both sides of a rising line, from its end downwards. */
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
