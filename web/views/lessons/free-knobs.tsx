// The knobs that a step lets one turn, with what each does. All others stand still, and one line says so.
import { useStore } from "../../store/react";
import { onMachine, parameterOf } from "../../store/settings";
import type { Step } from "../../lesson/model";
import { Knob } from "../knobs/knob";
import { useKnobValues } from "../knobs/use-knob-values";
import type { Desk } from "./desk";

export function FreeKnobs({ desk, step }: { desk: Desk; step: Step }) {
  const { lab } = desk.workbench;
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const ready = useStore(desk.stage.store, ({ machine }) => machine !== "");
  const values = useKnobValues(lab);
  if (catalogue === null || step.free.length === 0) return null;
  return (
    <section className="free-knobs" aria-label="Knobs of this step">
      <h3 className="free-knobs-title">Turn it yourself</h3>
      {step.free.map((path) => {
        const parameter = parameterOf(onMachine(catalogue, values), path);
        if (parameter === undefined) return null;
        return (
          <Knob
            key={path}
            parameter={parameter}
            value={ready ? values[path] : undefined}
            base={lab.baseValue(path)}
            onChange={lab.change}
            onReset={lab.reset}
          />
        );
      })}
    </section>
  );
}
