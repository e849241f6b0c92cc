// What a stroke of the pointer does to a drawn prediction.
import type { PlotPoint } from "../../charts/curve-geometry";
import type { Prediction } from "../../lesson/model";

/**
 * The dots between two places of the pointer are set on the line between them; so is the nearest, as long as
 * the pointer comes nearer: once passed, it stands where the line went through.
 */
export function strokeThrough(
  task: Pick<Prediction, "rates" | "max">,
  guess: readonly (number | null)[],
  from: PlotPoint,
  to: PlotPoint,
): (number | null)[] {
  const nearest = task.rates.reduce((best, rate) =>
    Math.abs(rate - to.x) < Math.abs(best - to.x) ? rate : best,
  );
  const nears = from.x === to.x || Math.sign(nearest - to.x) === Math.sign(to.x - from.x);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(task.max)) - 2);
  const round = (value: number) =>
    task.max < 10 ? Number(value.toFixed(3)) : Math.round(value / step) * step;
  return task.rates.map((rate, at) => {
    if (rate === nearest && nears) return round(to.y);
    const [low, high] = from.x < to.x ? [from.x, to.x] : [to.x, from.x];
    if (rate < low || rate > high) return guess[at] ?? null;
    const share = (rate - from.x) / (to.x - from.x || 1);
    return round(from.y + share * (to.y - from.y));
  });
}
