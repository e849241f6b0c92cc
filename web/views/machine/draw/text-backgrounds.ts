// Words that a thick flow runs behind, or that a thin line strikes through, get a ground of their own, so that
// they can be read: where a machine has more wires than columns, or the window is narrow, there is no way
// around all of them.
import { textBounds, type Mark, type TextBounds } from "../../../frame/draw-list";

/** A thinner line leaves the words readable, unless it strikes them through. */
const THICK_PIXELS = 4;
/** A line in this middle part of the words' height strikes them through. */
const MIDDLE = 0.7;

export function overFlows(flows: readonly Mark[], marks: readonly Mark[]): Mark[] {
  const stretches = flows.flatMap(stretchesOf);
  if (stretches.length === 0) return [...marks];
  return marks.map((mark) => {
    if (mark.mark !== "text" || mark.text === "" || mark.background !== undefined) return mark;
    const box = textBounds(mark);
    return stretches.some((one) => covers(one, box)) ? { ...mark, background: "ground" } : mark;
  });
}

interface Stretch {
  isThin: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The boxes around the straight parts of a flow. */
function stretchesOf(mark: Mark): Stretch[] {
  if (mark.mark === "line") return along(mark.points, mark.width / 2, mark.width < THICK_PIXELS);
  return mark.mark === "area" ? along(mark.points, 0, false) : [];
}

function along(points: ArrayLike<number>, reach: number, isThin: boolean): Stretch[] {
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
  { isThin, left, right, top, bottom }: Stretch,
  { x, y, w, h }: TextBounds,
): boolean {
  const meets = left < x + w && x < right && top < y + h && y < bottom;
  if (!isThin || !meets) return meets;
  const margin = (h * (1 - MIDDLE)) / 2;
  const isLevel = bottom - top < THICK_PIXELS;
  return isLevel && top > y + margin && bottom < y + h - margin;
}
