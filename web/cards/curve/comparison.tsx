// The list of the curves that the current one is compared with: the pinned curves, which can be renamed, get another
// colour, be hidden and be removed, and the curve before the last change.
import { useEffect, useRef, useState } from "react";
import { msg, tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { axisTitle } from "../../model/curve-axis";
import {
  CURVE_STYLES,
  NAME_LENGTH_MAX,
  withChangedCurve,
  type PinnedCurve,
} from "../../model/curve-choices";
import type { MeasuredCurve } from "../../desk/curve/pinned-curves";
import type { CurveState } from "../../desk/curve/sweep";
import type { Measure } from "../../model/measures/measures";
import { IconButton } from "../../ui/button";
import { firstMatch, useFocusFallback } from "../../ui/use-focus-fallback";
import { isPreviousShown, isSameCurve, pinnedTag, type CurveLook } from "./chart-curves";
import { curveClass, CurveMarker } from "./lines";
import { pressedKey } from "../../ui/pressed-key";

/** Where the focus goes after a curve was removed: to the button of the next curve, or to the card's title if none is left. */
const NEXT_REMOVE_BUTTON = firstMatch(
  ".curve-card .comparison-list li > :last-child:is(button)",
  ".curve-card h2",
);

interface ComparisonListProps {
  curve: CurveState;
  measure: Measure;
  pinned: readonly PinnedCurve[];
  /** The number of letters that other curves have. */
  firstLetter: number;
  onChange(pinned: readonly PinnedCurve[]): void;
  onDropPrevious(): void;
}

export function ComparisonList(props: ComparisonListProps) {
  const { curve, measure, pinned, firstLetter, onChange, onDropPrevious } = props;
  const removeButton = useFocusFallback(NEXT_REMOVE_BUTTON);
  const { previous } = curve;
  const hasPrevious = previous !== null && isPreviousShown(curve);
  if (curve.pinned.length === 0 && !hasPrevious) return null;
  const remove = (name: string, onClick: () => void) => (
    <IconButton
      ref={removeButton}
      icon="close"
      label={tr("Remove: {name}", { name })}
      onClick={onClick}
    />
  );
  return (
    <ul className="comparison-list" data-picture="" aria-label={tr("Curves")}>
      <li>
        <CurveSwatch look="current" />
        {rich("<b>now</b> <span>{name}</span>", {
          name: curve.name,
          b: <b />,
          span: <span className="comparison-name" />,
        })}
      </li>
      {curve.pinned.map((one, index) => (
        <PinnedRow
          key={one.id}
          tag={pinnedTag(firstLetter + index)}
          curve={one}
          noCurve={noCurveReason(curve, one)}
          onChange={(change) => onChange(withChangedCurve(pinned, one.id, change))}
          onNextStyle={() => onChange(withNextStyle(pinned, one.id))}
        >
          {remove(one.name, () => onChange(pinned.filter(({ id }) => id !== one.id)))}
        </PinnedRow>
      ))}
      {hasPrevious && (
        <li>
          <CurveSwatch look="previous" />
          <b>{previous.wasUndone ? tr("undone") : tr("before")}</b>{" "}
          <span className="comparison-name">
            {previous.name}
            {isSameCurve(previous, curve, measure) && (
              <span className="muted"> ({tr("the same curve as now")})</span>
            )}
          </span>
          {remove(previous.name, onDropPrevious)}
        </li>
      )}
    </ul>
  );
}

/** Why a pinned curve is not in the chart; "" if it is. */
function noCurveReason({ axis }: CurveState, one: MeasuredCurve): string {
  if (one.isHidden || axis === null) return "";
  if (!one.hasAxis)
    return tr("{axisTitle} has no effect on this machine", { axisTitle: axisTitle(axis) });
  if (one.failure !== null && one.points.length === 0) return one.failure;
  return one.points.length === 0 ? tr("waits for its first trial") : "";
}

interface PinnedRowProps {
  tag: string;
  curve: MeasuredCurve;
  noCurve: string;
  onChange(change: Partial<Pick<PinnedCurve, "name" | "isHidden">>): void;
  onNextStyle(): void;
  /** The button that removes the curve. */
  children: React.ReactNode;
}

function PinnedRow({ tag, curve, noCurve, onChange, onNextStyle, children }: PinnedRowProps) {
  const { name, style, isHidden } = curve;
  const [isNaming, setIsNaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const close = (next: string | null) => {
    setIsNaming(false);
    if (next !== null && next !== name) onChange({ name: next });
    requestAnimationFrame(() => rename.current?.focus());
  };
  return (
    <li className={isHidden ? "comparison-hidden" : ""}>
      <button
        type="button"
        className="curve-swatch-button"
        aria-label={tr("Colour of {tag}: {name}. Next colour", {
          tag,
          name: tr(STYLE_NAMES[style] ?? ""),
        })}
        title={tr("Next colour")}
        onClick={onNextStyle}
      >
        <CurveSwatch look={style} />
      </button>
      <b>{tag}</b>{" "}
      {isNaming ? (
        <NameField tag={tag} name={name} onClose={close} />
      ) : (
        <>
          <span className="comparison-name">
            {name}
            {noCurve !== "" && <span className="muted"> ({noCurve})</span>}
          </span>
          <IconButton
            ref={rename}
            icon="pencil"
            label={tr("Rename: {name}", { name })}
            onClick={() => setIsNaming(true)}
          />
          <IconButton
            icon={isHidden ? "eyeClosed" : "eye"}
            label={tr("Show: {name}", { name })}
            aria-pressed={!isHidden}
            onClick={() => onChange({ isHidden: !isHidden })}
          />
          {children}
        </>
      )}
    </li>
  );
}

/** Enter and leaving the field accept the name, Escape keeps the old one. */
function NameField(props: { tag: string; name: string; onClose(name: string | null): void }) {
  const { tag, name, onClose } = props;
  const field = useRef<HTMLInputElement>(null);
  const isClosed = useRef(false);
  useEffect(() => field.current?.select(), []);
  const close = (accept: boolean) => {
    if (isClosed.current) return;
    isClosed.current = true;
    const typed = field.current?.value.trim() ?? "";
    onClose(accept && typed !== "" ? typed : null);
  };
  return (
    <input
      ref={field}
      className="text-field comparison-field"
      aria-label={tr("Name of curve {tag}", { tag })}
      defaultValue={name}
      maxLength={NAME_LENGTH_MAX}
      onKeyDown={(event) => {
        if (pressedKey(event) !== "Enter" && pressedKey(event) !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        close(pressedKey(event) === "Enter");
      }}
      onBlur={() => close(true)}
    />
  );
}

/** The styles of curve.css in words. */
const STYLE_NAMES = [
  msg("green with circles"),
  msg("plum with squares"),
  msg("ochre with triangles"),
  msg("blue with diamonds"),
  msg("violet with stars"),
] as const;

/** Gives the curve the next style. A curve that has it already gets this curve's style, so that no two look the same. */
function withNextStyle(pinned: readonly PinnedCurve[], id: number): readonly PinnedCurve[] {
  const before = pinned.find((one) => one.id === id)?.style ?? 0;
  const next = (before + 1) % CURVE_STYLES;
  return pinned.map((one) => {
    if (one.id === id) return { ...one, style: next };
    return one.style === next ? { ...one, style: before } : one;
  });
}

/** A short piece of the curve's line. */
function CurveSwatch({ look }: { look: CurveLook }) {
  return (
    <svg width="30" height="14" aria-hidden="true" className={`curve-swatch ${curveClass(look)}`}>
      <path className="curve-mean" d="M1 7H29" />
      <CurveMarker look={look} x={15} y={7} />
    </svg>
  );
}
