// The numbers that a person turns beside a program: the offered rate, the knobs that the program declares, and the cost of a
// statement. They turn while the machine runs, but for the last, which begins a run.
import { tr } from "../../i18n/i18n";
import type { WorkshopContext } from "../../desk/workshop-context";
import { useStore } from "../../lib/store";
import { Knob } from "../../cards/knobs/knob";
import { useKnobValues, useOfferedRateKnob } from "../../cards/knobs";
import { NumberSlider, ProgramKnobSliders, useProgramKnobs } from "../../cards/knobs/program-knobs";

export function ProgramKnobs({ context }: { context: WorkshopContext }) {
  const { workshop, services } = context;
  const { programs } = workshop;
  const open = useStore(workshop.state, (state) => state.open);
  const program = useStore(programs.store, () => programs.find(open ?? ""));
  const knobs = useProgramKnobs(services.lab);
  if (program === undefined) return null;
  return (
    <section className="workshop-knobs" aria-label={tr("Knobs of this program")}>
      <OfferedRate services={services} />
      <ProgramKnobSliders lab={services.lab} knobs={knobs} onTurn={workshop.turn} />
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
