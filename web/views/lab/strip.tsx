// On a phone: what must stay in view while one scrolls. Delivered of offered, the headline, the cure, one knob.
import { useMemo } from "react";
import { formatNumber } from "../../charts/format";
import { readOutcomes } from "../../charts/outcomes";
import type { Lab } from "../../store/lab";
import { useStore } from "../../store/react";
import { onMachine, parameterOf } from "../../store/settings";
import { RATE_PATH } from "../../store/sweep";
import { Button } from "../../ui/button";
import { Knob } from "../knobs/knob";
import { useKnobValues } from "../knobs/use-knob-values";

export function Strip({ lab }: { lab: Lab }) {
  const frame = useStore(lab.tick, (tick) => tick.frame);
  const headline = useStore(lab.tick, ({ diagnosis }) => diagnosis?.headline ?? "");
  const cure = useStore(lab.tick, ({ diagnosis }) => diagnosis?.cure ?? null);
  const topology = useStore(lab.state, (state) => state.topology);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const values = useKnobValues(lab);
  const outcomes = useMemo(
    () => (frame === null || topology === null ? null : readOutcomes(frame, topology)),
    [frame, topology],
  );
  const rate =
    catalogue === null ? undefined : parameterOf(onMachine(catalogue, values), RATE_PATH);
  return (
    <section className="strip" aria-label="In view">
      <div className="strip-top">
        <div className="strip-words">
          <p className="strip-rates mono">
            {outcomes === null
              ? ""
              : outcomes.few
                ? `${formatNumber(outcomes.delivered)} of ${formatNumber(outcomes.arrived)} delivered`
                : `${formatNumber(outcomes.deliveredRate)} of ${formatNumber(outcomes.offeredRate)}/s delivered`}
          </p>
          <p className="strip-headline">{headline}</p>
        </div>
        {cure !== null && (
          <Button look="primary" onClick={() => lab.change(cure.set, cure.label)}>
            {cure.label}
          </Button>
        )}
      </div>
      {rate !== undefined && (
        <Knob
          parameter={rate}
          value={values[rate.path]}
          base={lab.baseValue(rate.path)}
          words="none"
          onChange={lab.change}
          onReset={lab.reset}
        />
      )}
    </section>
  );
}
