// The curves that the present curve is compared with: those that were pinned, and the one before the last change.
import type { Point } from "../../store/curve/curve-plan";
import type { CurveState, Sweep } from "../../store/curve/sweep";
import { IconButton } from "../../ui/button";
import { firstMatch, useFocusFallback } from "../../ui/use-focus-fallback";

/** Where the focus goes after a curve was removed: to the button of the next curve, or to the card's title if none is left. */
const NEXT_REMOVE_BUTTON = firstMatch(".curve-card .comparison-list button", ".curve-card h2");

/** Lists the comparison curves with their letters, their names and a button that removes them. */
export function ComparisonList({ curve, sweep }: { curve: CurveState; sweep: Sweep }) {
  const curves = comparisonCurves(curve);
  const removeButton = useFocusFallback(NEXT_REMOVE_BUTTON);
  if (curves.length === 0) return null;
  return (
    <ul className="comparison-list">
      <li>
        <b>now</b> <span>{curve.name}</span>
      </li>
      {curves.map(({ id, tag, name }) => (
        <li key={id}>
          <b>{tag}</b> <span>{name}</span>
          <IconButton
            ref={removeButton}
            icon="close"
            label={`Remove: ${name}`}
            onClick={() => sweep.unpin(id)}
          />
        </li>
      ))}
    </ul>
  );
}

export interface ComparisonCurve {
  id: number;
  /** The label at the curve: "A", "B", "before", or "undone". */
  tag: string;
  name: string;
  points: readonly Point[];
}

/** Returns the pinned curves and, unless it is pinned, the curve before the last change. */
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
