// The knobs that the program of a machine declares, KNOB(quota, 5, 1, 100, "packets in each turn"), as sliders. They turn while the
// machine runs.
import type { KnobRow } from "../../generated/model";
import type { ShownMachine } from "../../desk/lab/machine";
import { formatNumber } from "../../lib/format/numbers";
import { useStore } from "../../lib/store";
import { knobPath } from "../../model/program-knobs";
import { Slider } from "../../ui/slider";
import type { SliderRange } from "../../ui/slider-scale";
import { useKnobValues } from ".";

interface ProgramKnobSlidersProps {
  lab: ShownMachine;
  knobs: readonly KnobRow[];
  onTurn(knob: string, value: number): void;
}

export function ProgramKnobSliders({ lab, knobs, onTurn }: ProgramKnobSlidersProps) {
  const values = useKnobValues(lab);
  const atStart = useStore(lab.state, ({ scenario }) => scenario?.program?.knobs);
  return knobs.map(({ name, label, least, most, value }) => (
    <NumberSlider
      key={name}
      label={`${name}: ${label}`}
      range={{ min: least, max: most, usual: [value] }}
      value={Number(values[knobPath(name)] ?? atStart?.[name] ?? value)}
      onChange={(turned) => onTurn(name, turned)}
    />
  ));
}

const NO_KNOBS: readonly KnobRow[] = [];

/** The knobs that the program of the machine declares. */
export function useProgramKnobs(lab: ShownMachine): readonly KnobRow[] {
  return useStore(lab.state, ({ topology }) => topology?.knobs) ?? NO_KNOBS;
}

interface NumberSliderProps {
  label: string;
  range: Pick<SliderRange, "min" | "max" | "usual">;
  value: number;
  onChange(value: number): void;
}

export function NumberSlider({ label, range, value, onChange }: NumberSliderProps) {
  return (
    <div className="knob">
      <Slider
        label={label}
        range={{ ...range, scale: "linear", infinity: false }}
        value={value}
        unit=""
        format={(one) => formatNumber(Number(one))}
        onChange={(one) => onChange(Number(one))}
      />
    </div>
  );
}
