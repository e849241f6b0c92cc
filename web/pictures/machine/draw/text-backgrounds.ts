// Gives text a background if a thick flow is behind it or a thin line strikes it through, so that it can be read. The
// layout cannot avoid all such crossings in a narrow window, or in a machine with many wires.
import { textBounds, type Mark, type TextBounds } from "../../../frame/draw-list";

/** Text over a thinner line is readable, unless the line strikes it through. */
const MIN_THICK_WIDTH = 4;
/** A line in this middle part of the text's height strikes it through. */
const MIDDLE_SHARE = 0.7;

export function withTextBackgrounds(flows: readonly Mark[], marks: readonly Mark[]): Mark[] {
  const stretches = flows.flatMap(segmentsOf);
  if (stretches.length === 0) return [...marks];
  return marks.map((mark) => {
    if (mark.mark !== "text" || mark.text === "" || mark.background !== undefined) return mark;
    const box = textBounds(mark);
    return stretches.some((one) => covers(one, box)) ? { ...mark, background: "ground" } : mark;
  });
}

interface LineSegment {
  isThin: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The boxes around the segments of a flow. */
function segmentsOf(mark: Mark): LineSegment[] {
  if (mark.mark === "line")
    return segmentsAlong(mark.points, mark.width / 2, mark.width < MIN_THICK_WIDTH);
  return mark.mark === "area" ? segmentsAlong(mark.points, 0, false) : [];
}

function segmentsAlong(points: ArrayLike<number>, reach: number, isThin: boolean): LineSegment[] {
  return Array.from({ length: Math.max(0, points.length / 2 - 1) }, (_, index) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [0, 1, 2, 3].map((at) => points[2 * index + at]);
    return {
      isThin,
      left: Math.min(x1, x2) - reach,
      right: Math.max(x1, x2) + reach,
      top: Math.min(y1, y2) - reach,
      bottom: Math.max(y1, y2) + reach,
    };
  });
}

function covers(
  { isThin, left, right, top, bottom }: LineSegment,
  { x, y, w, h }: TextBounds,
): boolean {
  const meets = left < x + w && x < right && top < y + h && y < bottom;
  if (!isThin || !meets) return meets;
  const margin = (h * (1 - MIDDLE_SHARE)) / 2;
  const isLevel = bottom - top < MIN_THICK_WIDTH;
  return isLevel && top > y + margin && bottom < y + h - margin;
}
