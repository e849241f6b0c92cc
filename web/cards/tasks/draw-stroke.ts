// Draws a stroke of the pointer into a prediction.
import type { PlotPoint } from "../../pictures/charts/curve-geometry";

/**
 * Sets the dots, at the positions `xs`, between two positions of the pointer onto the line between them. While the pointer approaches a dot, the
 * dot follows the pointer's height. Once the pointer has passed the dot, the dot lies on the line that was drawn.
 */
export function strokeThrough(
  { xs, max }: { xs: readonly number[]; max: number },
  guess: readonly (number | null)[],
  from: PlotPoint,
  to: PlotPoint,
): (number | null)[] {
  const nearest = xs.reduce((best, x) => (Math.abs(x - to.x) < Math.abs(best - to.x) ? x : best));
  const isApproaching = from.x === to.x || Math.sign(nearest - to.x) === Math.sign(to.x - from.x);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(max)) - 2);
  const round = (value: number) =>
    max < 10 ? Number(value.toFixed(3)) : Math.round(value / step) * step;
  return xs.map((x, at) => {
    if (x === nearest && isApproaching) return round(to.y);
    const [low, high] = from.x < to.x ? [from.x, to.x] : [to.x, from.x];
    if (x < low || x > high) return guess[at] ?? null;
    const share = (x - from.x) / (to.x - from.x || 1);
    return round(from.y + share * (to.y - from.y));
  });
}
