// Words that a thick flow runs behind get a ground of their own, so that they can be read: where a machine has
// more wires than columns, or the window is narrow, there is no way around all of them.
import { textBox, type Mark, type TextBox } from "../../frame/marks";

/** A thinner line leaves the words readable. */
const THICK_PIXELS = 4;

export function overFlows(flows: readonly Mark[], marks: readonly Mark[]): Mark[] {
  const stretches = flows.flatMap(stretchesOf);
  if (stretches.length === 0) return [...marks];
  return marks.map((mark) => {
    if (mark.mark !== "text" || mark.text === "" || mark.ground !== undefined) return mark;
    const box = textBox(mark);
    return stretches.some((one) => covers(one, box)) ? { ...mark, ground: "ground" } : mark;
  });
}

interface Stretch {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The boxes around the straight parts of a flow. */
function stretchesOf(mark: Mark): Stretch[] {
  if (mark.mark === "line" && mark.width >= THICK_PIXELS) {
    return along(mark.points, mark.width / 2);
  }
  return mark.mark === "area" ? along(mark.points, 0) : [];
}

function along(points: ArrayLike<number>, reach: number): Stretch[] {
  return Array.from({ length: Math.max(0, points.length / 2 - 1) }, (_, index) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [0, 1, 2, 3].map((at) => points[2 * index + at]);
    return {
      left: Math.min(x1, x2) - reach,
      right: Math.max(x1, x2) + reach,
      top: Math.min(y1, y2) - reach,
      bottom: Math.max(y1, y2) + reach,
    };
  });
}

function covers({ left, right, top, bottom }: Stretch, { x, y, w, h }: TextBox): boolean {
  return left < x + w && x < right && top < y + h && y < bottom;
}
