// The head of the card: how far the measurement is, and the button that pins the curve.
import { tr } from "../../i18n/i18n";
import { formatNumber } from "../../lib/format/numbers";
import { RATE_PATH } from "../../model/curve-axis";
import { PINNED_MAX } from "../../model/curve-choices";
import { STAGES } from "../../desk/curve/curve-plan";
import type { CurveState } from "../../desk/curve/sweep";
import { Button } from "../../ui/button";

interface CurveControlsProps {
  curve: CurveState;
  /** No further curve can be pinned. */
  isFull: boolean;
  onPin(): void;
}

export function CurveControls({ curve, isFull, onPin }: CurveControlsProps) {
  const { done, wanted, points, seeds, axis, pinned, key } = curve;
  const isPinned = pinned.some((one) => one.key === key);
  const isDrawn = points.length >= STAGES[0] || (points.length > 0 && done >= wanted);
  const canPin = isDrawn && !isFull && !isPinned;
  const isOverRates = axis?.path === RATE_PATH;
  const counts = { points: points.length, seeds: seeds.length };
  return (
    <>
      <span data-testid="curve-progress">
        {done < wanted
          ? tr("trial {done} of {wanted}", {
              done: formatNumber(done),
              wanted: formatNumber(wanted),
            })
          : isOverRates
            ? tr("{points} rates × {seeds, plural, one {# seed} other {# seeds}}", counts)
            : tr("{points} values × {seeds, plural, one {# seed} other {# seeds}}", counts)}
      </span>
      <Button
        variant="quiet"
        icon="pin"
        aria-disabled={!canPin}
        title={titleOf(isPinned, isFull)}
        onClick={canPin ? onPin : undefined}
      >
        {isPinned ? tr("Pinned") : tr("Pin")}
      </Button>
    </>
  );
}

function titleOf(isPinned: boolean, isFull: boolean): string {
  if (isPinned) return tr("This machine's curve is pinned already");
  if (isFull) return tr("{PINNED_MAX} curves are pinned: remove one first", { PINNED_MAX });
  return tr("Keep this curve for comparison");
}
