// On a phone: what must stay in view while one scrolls. Delivered of offered, the headline, the cure, one knob.
import { useEffect, useMemo, useRef, type RefObject } from "react";
import { formatNumber } from "../../format/numbers";
import { readThroughput, type Throughput } from "../../charts/outcomes";
import { useStore } from "../../store/store";
import { isApplicable, catalogueForMachine, findParameter } from "../../store/scenario/settings";
import { RATE_PATH } from "../../store/curve/sweep";
import type { AppServices } from "../../store/app-services";
import { Knob } from "../knobs/knob";
import { useKnobValues } from "../knobs";
import { SuggestedActionButton } from "../diagnosis/suggested-action";

export function BottomBar({ services }: { services: AppServices }) {
  const { lab } = services;
  const strip = useRef<HTMLElement>(null);
  const words = useRef<HTMLDivElement>(null);
  useHeightVariable(strip);
  const frame = useStore(lab.tick, (tick) => tick.frame);
  const headline = useStore(lab.tick, ({ diagnosis }) => diagnosis?.headline ?? "");
  const cure = useStore(lab.tick, ({ diagnosis }) => diagnosis?.cure ?? null);
  const topology = useStore(lab.state, (state) => state.topology);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const values = useKnobValues(lab);
  const now = frame === null || topology === null ? null : readThroughput(frame, topology);
  const rate = useMemo(() => {
    const found =
      catalogue === null
        ? undefined
        : findParameter(catalogueForMachine(catalogue, values), RATE_PATH);
    return catalogue !== null && found && isApplicable(catalogue, found, values) ? found : null;
  }, [catalogue, values]);
  return (
    <section ref={strip} className="bottom-bar" aria-label="In view">
      <div className="bottom-bar-top">
        <div ref={words} tabIndex={-1} className="bottom-bar-text">
          <p className="bottom-bar-rates mono">{now === null ? "" : formatDelivered(now)}</p>
          <p className="bottom-bar-headline">{headline}</p>
        </div>
        <SuggestedActionButton services={services} cure={cure} focusFallback={words} />
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
    ? `${formatNumber(delivered)} of ${formatNumber(arrived)} delivered`
    : `${formatNumber(deliveredRate)} of ${formatNumber(offeredRate)}/s delivered`;
}

/** Tells the style sheets how high the strip is: what lies above it and what ends under it goes by that. */
function useHeightVariable(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = strip.current;
    if (element === null) return;
    const { style } = document.body;
    const observer = new ResizeObserver(() =>
      style.setProperty("--strip", `${element.offsetHeight}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty("--strip");
    };
  }, [strip]);
}
