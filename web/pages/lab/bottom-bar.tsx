// The bar at the bottom of a phone's screen. It keeps in view: the delivered and the offered rate, the headline, the
// suggested action, and the knob of the offered rate.
import { useRef } from "react";
import { tr } from "../../i18n/i18n";
import { formatNumber } from "../../lib/format/numbers";
import { readThroughput, type Throughput } from "../../model/measures/outcomes";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { writeBottomBarHeight } from "../../ui/bottom-bar-height";
import { Knob } from "../../cards/knobs/knob";
import { useKnobValues, useOfferedRateKnob } from "../../cards/knobs";
import { SuggestedActionButton } from "../../cards/diagnosis/suggested-action";

export function BottomBar({ services }: { services: AppServices }) {
  const { lab } = services;
  const text = useRef<HTMLDivElement>(null);
  const frame = useStore(lab.tick, (tick) => tick.frame);
  const headline = useStore(lab.tick, ({ diagnosis }) => diagnosis?.headline ?? "");
  const cure = useStore(lab.tick, ({ diagnosis }) => diagnosis?.cure ?? null);
  const topology = useStore(lab.state, (state) => state.topology);
  const values = useKnobValues(lab);
  const throughput = frame === null || topology === null ? null : readThroughput(frame, topology);
  const rate = useOfferedRateKnob(lab);
  return (
    <section ref={writeBottomBarHeight} className="bottom-bar" aria-label={tr("Summary")}>
      <div className="bottom-bar-top">
        <div ref={text} tabIndex={-1} className="bottom-bar-text">
          <p className="bottom-bar-rates mono">
            {throughput === null ? "" : formatDelivered(throughput)}
          </p>
          <p className="bottom-bar-headline">{headline}</p>
        </div>
        <SuggestedActionButton services={services} cure={cure} focusFallback={text} />
      </div>
      {rate !== null && (
        <Knob
          parameter={rate}
          value={values[rate.path]}
          base={lab.baseValue(rate.path)}
          details="none"
          onChange={lab.change}
          onReset={lab.reset}
        />
      )}
    </section>
  );
}

function formatDelivered({
  isTooFew,
  arrived,
  delivered,
  offeredRate,
  deliveredRate,
}: Throughput): string {
  return isTooFew
    ? tr("{delivered} of {arrived} delivered", {
        delivered: formatNumber(delivered),
        arrived: formatNumber(arrived),
      })
    : tr("{deliveredRate} of {offeredRate}/s delivered", {
        deliveredRate: formatNumber(deliveredRate),
        offeredRate: formatNumber(offeredRate),
      });
}
