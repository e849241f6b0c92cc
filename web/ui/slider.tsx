// A slider with a number field: a native range input for the thumb (arrow keys, Home, End; on a logarithmic scale the Page
// keys go to the next usual value), and a text field for the exact number. Linear or logarithmic. The last position may be "no limit".
import { useId, useState, type KeyboardEvent } from "react";
import { tr } from "../i18n/i18n";
import { formatNumber } from "../lib/format/numbers";
import { readNumber } from "../lib/format/parse-number";
import { NumberChoice } from "./number-choice";
import {
  lastPosition,
  positionOfValue,
  usualPosition,
  valueAtPosition,
  type SliderRange,
  type SliderValue,
} from "./slider-scale";
import { pressedKey } from "./pressed-key";

interface SliderProps {
  label: string;
  range: SliderRange;
  value: SliderValue;
  onChange(value: SliderValue): void;
  /** The part of the range that is allowed now; absent: all of it. */
  allowed?: { min: number; max: number } | undefined;
  /** The unit of the number, which a person may type: "packets", "/s". */
  unit: string;
  /** The unit as it stands after this number: "packet" after 1, nothing after "no limit". Absent: `unit`. */
  shownUnit?: string;
  /** Formats the value with its unit, for screen readers: "2,000 packets/s". */
  format(value: SliderValue): string;
  disabled?: boolean;
  describedBy?: string;
  /** Shows only the number field. For ranges of millions, where a thumb is useless. */
  numberOnly?: boolean;
}

export function Slider(props: SliderProps) {
  const { label, range, value, onChange, format, disabled, describedBy, numberOnly } = props;
  const { allowed = range } = props;
  const id = useId();
  const position = positionOfValue(range, value);
  const last = lastPosition(range);

  const moveTo = (wanted: number) => onChange(clampedTo(allowed, valueAtPosition(range, wanted)));

  function onKeyDown(event: KeyboardEvent): void {
    const key = pressedKey(event);
    if (range.scale !== "log" || (key !== "PageUp" && key !== "PageDown")) return;
    event.preventDefault();
    moveTo(usualPosition(range, position, key === "PageUp" ? 1 : -1));
  }

  return (
    <div className="slider">
      <div className="slider-head">
        <label htmlFor={numberOnly === true ? `${id}-entry` : id} className="slider-label">
          {label}
        </label>
        <NumberEntry {...props} id={`${id}-entry`} />
      </div>
      {numberOnly !== true && (
        <input
          id={id}
          className="range"
          type="range"
          min={0}
          max={last}
          step={1}
          value={position}
          disabled={disabled}
          aria-valuetext={format(value)}
          aria-describedby={describedBy}
          style={{ "--fill": `${(100 * position) / Math.max(1, last)}%` } as React.CSSProperties}
          onKeyDown={onKeyDown}
          onChange={(event) => moveTo(Number(event.target.value))}
        />
      )}
    </div>
  );
}

/** The number field. Enter, or leaving the field, accepts an allowed number. A number that is not allowed stays in the
 * field, with the reason below it, until the person types something else or the value changes. */
function NumberEntry(props: SliderProps & { id: string }) {
  const { id, label, value, onChange, unit, disabled, describedBy } = props;
  const { shownUnit = unit } = props;
  const range = { ...props.range, ...props.allowed };
  const entry = useTypedNumber(value, range, unit, onChange);
  const { typed, refused, readings, wrong, setTyped, commit } = entry;
  const shown = typed ?? (value === "infinity" ? tr("no limit") : formatNumber(value));
  const characters = Math.max(maxCharacters(props.range), shown.length);

  function onKeyDown(event: KeyboardEvent): void {
    if (pressedKey(event) === "Enter") commit();
    if (pressedKey(event) === "Escape" && typed !== null) {
      setTyped(null);
      // Escape only discards the typed text: it must not also close or deselect something.
      event.preventDefault();
    }
    const next = valueAfterArrow(pressedKey(event), value, range);
    if (next === null) return;
    event.preventDefault();
    setTyped(null);
    onChange(next);
  }

  return (
    <>
      <span className="entry">
        <input
          id={id}
          className="entry-number mono"
          type="text"
          inputMode="numeric"
          autoComplete="off"
          aria-label={nameOfEntry(label, unit)}
          aria-describedby={wrong || readings !== null ? `${id}-wrong` : describedBy}
          aria-invalid={wrong}
          // As wide as the widest number, so that nothing moves while the thumb is dragged.
          size={characters}
          style={{ "--characters": characters } as React.CSSProperties}
          value={shown}
          disabled={disabled}
          onFocus={(event) => event.target.select()}
          onChange={(event) => entry.type(event.target.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
        {shownUnit !== "" && <span className="note mono">{shownUnit}</span>}
      </span>
      {readings !== null && (
        <span id={`${id}-wrong`} className="entry-error" role="status">
          <NumberChoice values={readings} onChoose={entry.choose} />
        </span>
      )}
      {wrong && (
        // The key changes when a number is refused: screen readers announce a new element again.
        <span key={refused} id={`${id}-wrong`} className="entry-error" role="alert">
          {typed !== null && refused === typed && tr("“{typed}” is not allowed. ", { typed })}
          {tr("Allowed: whole numbers, {allowed}", { allowed: describeRange(range) })}
        </span>
      )}
    </>
  );
}

/** The text in a number field until it is accepted: what it can mean, and whether it was refused. */
function useTypedNumber(
  value: SliderValue,
  range: SliderRange,
  unit: string,
  onChange: (value: SliderValue) => void,
) {
  const [typed, setTyped] = useDraft(value);
  const [refused, setRefused] = useState<string | null>(null);
  const { value: read, readings } = readEntry(typed ?? "", range, unit);
  const wrong = typed !== null && read === null && readings === null;

  function type(text: string): void {
    setTyped(text);
    setRefused(null);
  }

  function commit(): void {
    if (typed === null || readings !== null) return;
    if (read === null) return setRefused(typed);
    accept(read);
  }

  function accept(chosen: SliderValue): void {
    if (chosen !== value) onChange(chosen);
    setTyped(null);
  }

  /** One of two readings. One that is out of range stays in the field, with the reason. */
  function choose(number: number): void {
    if (isInRange(number, range)) return accept(number);
    setTyped(formatNumber(number));
    setRefused(formatNumber(number));
  }

  return { typed, refused, readings, wrong, setTyped, type, commit, choose };
}

function nameOfEntry(label: string, unit: string): string {
  return unit === ""
    ? tr("{label}, number", { label })
    : tr("{label}, number in {unit}", { label, unit });
}

function describeRange({ min, max, infinity }: SliderRange): string {
  const ends = { min: formatNumber(min), max: formatNumber(max) };
  return infinity ? tr("{min} to {max}, or no limit", ends) : tr("{min} to {max}", ends);
}

/** The value one above or below; null for another key, and from "no limit". */
function valueAfterArrow(key: string, value: SliderValue, range: SliderRange): number | null {
  const direction = key === "ArrowUp" ? 1 : key === "ArrowDown" ? -1 : 0;
  if (direction === 0 || value === "infinity") return null;
  return Math.max(range.min, Math.min(range.max, value + direction));
}

/** The allowed value that is nearest. The words for "no limit" are beyond every end. */
function clampedTo({ min, max }: { min: number; max: number }, value: SliderValue): SliderValue {
  return value === "infinity" ? value : Math.max(min, Math.min(max, value));
}

/** Keeps the typed text until the value changes. */
function useDraft(value: SliderValue): [string | null, (text: string | null) => void] {
  const [typed, setTyped] = useState<{ text: string; over: SliderValue } | null>(null);
  const shown = typed !== null && typed.over === value ? typed.text : null;
  return [shown, (text) => setTyped(text === null ? null : { text, over: value })];
}

function maxCharacters({ min, max, infinity }: SliderRange): number {
  return Math.max(formatNumber(min).length, formatNumber(max).length, infinity ? 8 : 0);
}

interface ReadEntry {
  /** null: the text is no number of the range. */
  value: SliderValue | null;
  /** The two numbers that the text can mean, such as 12.000; null if it cannot mean two. */
  readings: readonly [number, number] | null;
}

/** Reads a whole number of the range in the forms that people write: 12,000, 12k, 12000/s. */
function readEntry(text: string, range: SliderRange, unit: string): ReadEntry {
  const plain = text.trim().toLowerCase();
  if (range.infinity && ["no limit", "infinity", "∞"].includes(plain))
    return { value: "infinity", readings: null };
  const read = readNumber(plain, unit, { isWhole: true });
  if (read.kind === "ambiguous") return { value: null, readings: read.values };
  const isAllowed = read.kind === "number" && isInRange(read.value, range);
  return { value: isAllowed ? read.value : null, readings: null };
}

function isInRange(number: number, { min, max }: SliderRange): boolean {
  return Number.isInteger(number) && number >= min && number <= max;
}
