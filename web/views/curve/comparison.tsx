// The curves that the present one is compared with: those that were pinned, and the one before the last change.
import type { Point } from "../../store/curve/curve-plan";
import type { CurveState, Sweep } from "../../store/curve/sweep";
import { IconButton } from "../../ui/button";
import { firstMatch, useFocusFallback } from "../../ui/use-focus-fallback";

/** The next curve that can be taken off; with none left, the card. */
const NEXT_REMOVE_BUTTON = firstMatch(".curve-card .comparison-list button", ".curve-card h2");

/** Earlier curves on the chart: their letters, their names, and how to take them off. */
export function ComparisonList({ curve, sweep }: { curve: CurveState; sweep: Sweep }) {
  const kept = comparisonCurves(curve);
  const takeOff = useFocusFallback(NEXT_REMOVE_BUTTON);
  if (kept.length === 0) return null;
  return (
    <ul className="comparison-list">
      <li>
        <b>now</b> <span>{curve.name}</span>
      </li>
      {kept.map(({ id, tag, name }) => (
        <li key={id}>
          <b>{tag}</b> <span>{name}</span>
          <IconButton
            ref={takeOff}
            icon="close"
            label={`Take off: ${name}`}
            onClick={() => sweep.unpin(id)}
          />
        </li>
      ))}
    </ul>
  );
}

export interface ComparisonCurve {
  id: number;
  /** What stands at the line: "A", "B", "before", or "undone". */
  tag: string;
  name: string;
  points: readonly Point[];
}

export function comparisonCurves(curve: CurveState): ComparisonCurve[] {
  const lines = curve.pinned.map((one, index) => ({
    ...one,
    tag: String.fromCharCode(65 + index),
  }));
  const { previous } = curve;
  const shown = previous !== null && !curve.pinned.some(({ key }) => key === previous.key);
  if (!shown || previous.key === curve.key) return lines;
  return [...lines, { ...previous, tag: previous.wasUndone === true ? "undone" : "before" }];
}
