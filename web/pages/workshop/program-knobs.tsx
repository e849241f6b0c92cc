// The numbers that a person turns beside a program: the offered rate, the knobs that the program declares, and the cost of a
// statement. They turn while the machine runs, but for the last, which begins a run.
import { tr } from "../../i18n/i18n";
import type { KnobRow } from "../../generated/model";
import type { WorkshopContext } from "../../desk/workshop-context";
import { formatNumber } from "../../lib/format/numbers";
import { useStore } from "../../lib/store";
import { knobPath } from "../../model/program-knobs";
import { Knob } from "../../cards/knobs/knob";
import { useKnobValues, useOfferedRateKnob } from "../../cards/knobs";
import { Slider } from "../../ui/slider";
import type { SliderRange } from "../../ui/slider-scale";

export function ProgramKnobs({ context }: { context: WorkshopContext }) {
  const { workshop, services } = context;
  const { programs } = workshop;
  const open = useStore(workshop.state, (state) => state.open);
  const program = useStore(programs.store, () => programs.find(open ?? ""));
  const knobs = useStore(services.lab.state, ({ topology }) => topology?.knobs) ?? NO_KNOBS;
  const values = useKnobValues(services.lab);
  if (program === undefined) return null;
  return (
    <section className="workshop-knobs" aria-label={tr("Knobs of this program")}>
      <OfferedRate services={services} />
      {knobs.map((knob) => (
        <NumberSlider
          key={knob.name}
          label={`${knob.name}: ${knob.label}`}
          range={{ min: knob.least, max: knob.most, usual: [knob.value] }}
          value={Number(values[knobPath(knob.name)] ?? program.knobs[knob.name] ?? knob.value)}
          onChange={(value) => workshop.turn(knob.name, value)}
        />
      ))}
      <NumberSlider
        label={tr("Cycles of each statement")}
        range={{ min: 0, max: 200, usual: [10] }}
        value={program.statement}
        onChange={(value) => workshop.setStatement(value > 0 && value < 10 ? 10 : value)}
      />
      <p className="muted">
        {tr(`With 0 cycles a program costs what its calls cost, as the built-in kernels do; then the page cannot
          show which line runs.`)}
      </p>
    </section>
  );
}

function OfferedRate({ services: { lab } }: Pick<WorkshopContext, "services">) {
  const rate = useOfferedRateKnob(lab);
  const values = useKnobValues(lab);
  if (rate === null || values[rate.path] === undefined) return null;
  return (
    <Knob
      parameter={rate}
      value={values[rate.path]}
      base={lab.baseValue(rate.path)}
      details="none"
      onChange={lab.change}
      onReset={lab.reset}
    />
  );
}

const NO_KNOBS: readonly KnobRow[] = [];

interface NumberSliderProps {
  label: string;
  range: Pick<SliderRange, "min" | "max" | "usual">;
  value: number;
  onChange(value: number): void;
}

function NumberSlider({ label, range, value, onChange }: NumberSliderProps) {
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
