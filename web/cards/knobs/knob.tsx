// One knob, generated from its row in the parameter table: the control, a line about its effect, and its source. Also the
// switch that it needs, if it has no effect now, and a mark and a reset button if it was changed.
import { memo, useId, useMemo, useRef, type Ref, type RefObject } from "react";
import { tr } from "../../i18n/i18n";
import type { Parameter, Value } from "../../generated/model";
import { isTraffic } from "../../model/shared-traffic";
import { formatUnit, formatSetting, unitAfter } from "../../model/scenario/setting-text";
import type { OrderedRange } from "../../model/scenario/setting-orders";
import { ClaimsOfSetting } from "../figure/influence";
import { GlossaryText } from "../prose/term";
import { describeOrigin, type Requirement } from "./knob-text";
import { Slider } from "../../ui/slider";
import type { SliderRange, SliderValue } from "../../ui/slider-scale";
import { Toggle } from "../../ui/toggle";
import { useFocusFallback, type FocusTarget } from "../../ui/use-focus-fallback";

interface KnobProps {
  parameter: Parameter;
  value: Value | undefined;
  /** The scenario's value. */
  base: Value | undefined;
  /** The text below the control: all of it, only the source (when the group shows the rest), or none. */
  details?: "all" | "source" | "none";
  /** What another knob leaves of the range, and the sentence that says so. Absent: no other knob limits this one. */
  beside?: (OrderedRange & { sentence: string }) | null;
  /** The knob has an effect only while this holds. While it does, its room stays empty, so that nothing below it moves. */
  requirement?: Requirement | null;
  /** The claims of the papers that depend on it (claimsOf). */
  claims?: readonly string[];
  /** The source of the scenario. */
  scenario?: string | undefined;
  /** The requirement does not hold now. */
  isWithoutEffect?: boolean;
  onChange(set: Record<string, Value>): void;
  onReset(path: string): void;
  /** Compares the machine with the one that has the scenario's value. Absent: the page has no comparison. */
  onCompare?: ((path: string) => void) | undefined;
}

const NO_CLAIMS: readonly string[] = [];

/** A linear range wider than this has no thumb, only a number field: costs and memory, but no packet rate. */
const WIDEST_LINEAR = 2_000_000;

export const Knob = memo(function Knob(props: KnobProps) {
  const {
    parameter,
    value,
    base,
    details = "all",
    beside = null,
    requirement = null,
    isWithoutEffect = false,
    claims = NO_CLAIMS,
    scenario,
    onChange,
    onReset,
    onCompare,
  } = props;
  const id = useId();
  const container = useRef<HTMLDivElement>(null);
  const reset = useFocusFallback(useControlTarget(container));
  const isChanged = base !== undefined && value !== base;
  return (
    <div
      ref={container}
      className={`knob ${isChanged ? "knob-changed" : ""} ${isWithoutEffect ? "knob-without-effect" : ""}`}
    >
      <Control {...props} describedBy={details === "none" ? undefined : id} />
      {details !== "none" && (
        <div className="knob-text">
          <span id={id}>
            {details === "all" && (
              <GlossaryText text={`${parameter.one_line}${describeEffect(parameter)} `} />
            )}
            {beside !== null && `${beside.sentence} `}
            <span className="knob-source">
              <GlossaryText text={describeOrigin(parameter, base, scenario)} />
            </span>
          </span>{" "}
          <ClaimsOfSetting parameter={parameter} claims={claims} />{" "}
          <ResetButtons
            {...{ parameter, base, isChanged, reset, onReset }}
            onCompare={isTraffic(parameter.path) ? undefined : onCompare}
          />
        </div>
      )}
      {requirement !== null && details !== "none" && (
        <KnobRequirement
          requirement={requirement}
          isMet={!isWithoutEffect}
          focusAfter={container}
          onChange={onChange}
        />
      )}
    </div>
  );
});

interface ResetButtonsProps extends Pick<KnobProps, "parameter" | "base" | "onReset"> {
  isChanged: boolean;
  reset: Ref<HTMLButtonElement>;
  /** Absent for a setting that both machines of a comparison share. */
  onCompare: KnobProps["onCompare"];
}

function ResetButtons(props: ResetButtonsProps) {
  const { parameter, base, isChanged, reset, onReset, onCompare } = props;
  // The line has room for this text also while the button is absent, so that nothing below it moves.
  const resetText =
    base === undefined
      ? ""
      : tr("changed from {parameter}: reset", { parameter: formatSetting(parameter, base) });
  return isChanged ? (
    <>
      <button
        ref={reset}
        type="button"
        className="knob-reset"
        onClick={() => onReset(parameter.path)}
      >
        <span className="visually-hidden">{parameter.label}: </span>
        {resetText}
      </button>
      {onCompare !== undefined && (
        <>
          {" "}
          <button
            type="button"
            className="knob-reset knob-compare"
            title={tr("The machine with {value} and the machine now, side by side", {
              value: formatSetting(parameter, base),
            })}
            onClick={() => onCompare(parameter.path)}
          >
            <span className="visually-hidden">{parameter.label}: </span>
            {tr("compare")}
          </button>
        </>
      )}
    </>
  ) : (
    <>
      <span className="knob-reset-space" aria-hidden="true" data-text={resetText} />
      {onCompare !== undefined && (
        <>
          {" "}
          <span
            className="knob-reset-space knob-compare"
            aria-hidden="true"
            data-text={tr("compare")}
          />
        </>
      )}
    </>
  );
}

interface KnobRequirementProps {
  requirement: Requirement;
  isMet: boolean;
  /** The first control in it gets the focus when the button disappears. */
  focusAfter: RefObject<HTMLElement | null>;
  onChange(set: Record<string, Value>): void;
}

/** Names the switch on which a knob or a whole group depends, with a button that turns it. While the switch has its position,
 * nothing is said, but the room stays reserved. */
export function KnobRequirement(props: KnobRequirementProps) {
  const { requirement, isMet, focusAfter, onChange } = props;
  const { sentence, action, set } = requirement;
  const button = useFocusFallback(useControlTarget(focusAfter));
  if (isMet) {
    return (
      <p className="knob-text knob-needs" aria-hidden="true">
        <span className="knob-reset-space" data-text={`${sentence} ${action}`} />
      </p>
    );
  }
  return (
    <p className="knob-text knob-needs">
      {sentence}{" "}
      {action !== "" && (
        <button ref={button} type="button" className="knob-reset" onClick={() => onChange(set)}>
          {action}
        </button>
      )}
    </p>
  );
}

/** Returns the knob's own control (slider, switch or list). It gets the focus when a button below it disappears. */
function useControlTarget(box: RefObject<HTMLElement | null>): FocusTarget {
  return useMemo(
    () => ({
      get current() {
        return box.current?.querySelector<HTMLElement>("input, select, button") ?? null;
      },
    }),
    [box],
  );
}

/** Says when a change takes effect. A change of the traffic waits for an arrival, another one for a counting period. */
export function describeEffect({ effect, path }: Parameter): string {
  if (effect === "restart") return tr(" Restarts the machine with the same traffic.");
  if (effect === "now") return tr(" Takes effect at once.");
  return isTraffic(path)
    ? tr(" Takes effect with the next packet that arrives.")
    : tr(" Takes effect when the next counting period begins.");
}

function Control(props: KnobProps & { describedBy: string | undefined }) {
  const { parameter, value, base, beside, onChange, describedBy } = props;
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
      const range: SliderRange = {
        min: kind.min,
        max: kind.max,
        infinity: kind.infinity,
        scale,
        usual: usualNumbers(parameter, base),
      };
      const wide = scale === "linear" && kind.max - kind.min > WIDEST_LINEAR;
      return (
        <Slider
          label={label}
          range={range}
          value={value === "infinity" ? "infinity" : Number(value)}
          allowed={beside ?? undefined}
          unit={unit === "packets/s" ? "/s" : formatUnit(unit)}
          shownUnit={unitAfter(parameter, value)}
          format={(one: SliderValue) => formatSetting(parameter, one)}
          describedBy={describedBy}
          numberOnly={wide}
          onChange={change}
        />
      );
    }
  }
}

/** Sizes of frames with which networks are measured (RFC 2544). */
const FRAME_BYTES = [64, 128, 256, 512, 1024, 1280, 1518];

/** The values that a slider must reach: the default, the scenario's value, and the usual sizes of frames. */
function usualNumbers({ default: usual, unit }: Parameter, base: Value | undefined): number[] {
  const list = [usual, base].filter((one) => typeof one === "number");
  return unit === "bytes" ? [...list, ...FRAME_BYTES] : list;
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
