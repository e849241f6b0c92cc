// One knob, made from its row in the parameter table: the control, one line on what it does, its
// source; what it waits for when it does nothing now; a mark and a way back when it was moved from the
// scenario's value.
import { memo, useId, useMemo, useRef, type RefObject } from "react";
import type { Parameter, Value } from "../../engine/model";
import { formatUnit, formatSetting } from "../../store/scenario/setting-text";
import { Explained } from "../glossary/term";
import type { Needed } from "./group-words";
import { Slider } from "../../ui/slider";
import type { SliderRange, SliderValue } from "../../ui/slider-scale";
import { Toggle } from "../../ui/toggle";
import { useHeir, type Heir } from "../../ui/use-heir";

interface KnobProps {
  parameter: Parameter;
  value: Value | undefined;
  /** The scenario's own value. */
  base: Value | undefined;
  /** What stands under the control: everything, only its source (the group said the rest), or nothing. */
  words?: "all" | "source" | "none";
  /** It does nothing as long as this does not hold. */
  waitsFor?: Needed | null;
  onChange(set: Record<string, Value>): void;
  onReset(path: string): void;
}

/** A linear range wider than this has no thumb: the number is typed. */
const WIDEST_LINEAR = 100_000;

export const Knob = memo(function Knob(props: KnobProps) {
  const { parameter, value, base, words = "all", waitsFor = null, onChange, onReset } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const action = useHeir(useControl(box));
  const reset = useHeir(useControl(box));
  const moved = base !== undefined && value !== base;
  return (
    <div
      ref={box}
      className={`knob ${moved ? "knob-moved" : ""} ${waitsFor === null ? "" : "knob-idle"}`}
    >
      <Control {...props} describedBy={words === "none" ? undefined : id} />
      {words !== "none" && (
        <div id={id} className="knob-words">
          {words === "all" && (
            <Explained text={`${parameter.one_line}${effectWords(parameter)} `} />
          )}
          <span className="mono">
            <Explained text={parameter.source} />
          </span>
        </div>
      )}
      {waitsFor !== null && words !== "none" && (
        <div className="knob-needs">
          <p>{waitsFor.sentence}</p>
          {waitsFor.action !== "" && (
            <button
              ref={action}
              type="button"
              className="knob-reset"
              onClick={() => onChange(waitsFor.set)}
            >
              {waitsFor.action}
            </button>
          )}
        </div>
      )}
      {moved && words !== "none" && (
        <button
          ref={reset}
          type="button"
          className="knob-reset"
          onClick={() => onReset(parameter.path)}
        >
          <span className="aloud">{parameter.label}: </span>
          moved from {formatSetting(parameter, base)}: reset
        </button>
      )}
    </div>
  );
});

/** What the knob is turned by: its number, switch or list. It has the focus when a button under it goes. */
function useControl(box: RefObject<HTMLElement | null>): Heir {
  return useMemo(
    () => ({
      get current() {
        return box.current?.querySelector<HTMLElement>("input, select, button") ?? null;
      },
    }),
    [box],
  );
}

/** When a change takes effect. */
export function effectWords({ effect }: Parameter): string {
  if (effect === "restart") return " Restarts the machine, with the same traffic.";
  return effect === "next_period" ? " From the next period on." : " At once.";
}

function Control(props: KnobProps & { describedBy: string | undefined }) {
  const { parameter, value, onChange, describedBy } = props;
  const { path, label, kind, unit } = parameter;
  const change = (next: Value) => onChange({ [path]: next });
  switch (kind.type) {
    case "switch":
      return (
        <Toggle label={label} on={value === true} describedBy={describedBy} onChange={change} />
      );
    case "choice":
      return <Choice {...props} options={kind.options} onPick={change} />;
    case "integer": {
      const { scale } = parameter;
      const range: SliderRange = { min: kind.min, max: kind.max, infinity: kind.infinity, scale };
      const wide = scale === "linear" && kind.max - kind.min > WIDEST_LINEAR;
      return (
        <Slider
          label={label}
          range={range}
          value={value === "infinity" ? "infinity" : Number(value)}
          unit={unit === "packets/s" ? "/s" : formatUnit(unit)}
          say={(one: SliderValue) => formatSetting(parameter, one)}
          describedBy={describedBy}
          entryOnly={wide}
          onChange={change}
        />
      );
    }
  }
}

interface ChoiceProps extends KnobProps {
  options: { id: string; label: string }[];
  describedBy: string | undefined;
  onPick(value: string): void;
}

function Choice({ parameter, value, options, describedBy, onPick }: ChoiceProps) {
  const id = useId();
  return (
    <div className="choice">
      <label htmlFor={id}>{parameter.label}</label>
      <select
        id={id}
        className="select"
        value={String(value)}
        aria-describedby={describedBy}
        onChange={(event) => onPick(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
