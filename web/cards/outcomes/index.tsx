// The card "Where it went": CPU time by context, packets by outcome, wasted work by place, and latency. Also the laws
// that these numbers obey, checked on the page.
import { useMemo } from "react";
import { tr } from "../../i18n/i18n";
import { readOutcomes } from "../../model/measures/outcomes";
import type { AppServices } from "../../desk/app-services";
import { isConcealed } from "../../model/limits";
import { VALUE_KINDS, type ValueKind } from "../../model/views";
import { useStore } from "../../lib/store";
import { Card } from "../../ui/card";
import { Disclosure } from "../../ui/disclosure";
import { WindowLabel } from "../diagnosis/window-label";
import { CpuTime } from "./cpu-time";
import { PacketOutcomes } from "./packet-outcomes";
import { Latency } from "./latency";
import { Laws } from "./laws";
import "./outcomes.css";
import { OutcomeTables } from "./tables";

export function OutcomesCard({ services: { lab } }: { services: AppServices }) {
  const limits = useStore(lab.state, (state) => state.limits);
  // With the diagnosis, which names some of these numbers: no picture of the screen has two moments.
  const frame = useStore(lab.tick, (tick) => tick.frame);
  const topology = useStore(lab.state, (state) => state.topology);
  const outcomes = useMemo(
    () => (frame === null || topology === null ? null : readOutcomes(frame, topology)),
    [frame, topology],
  );
  const isShown = (value: ValueKind) => !isConcealed(limits, value);
  if (topology === null) return null;
  if (outcomes === null) {
    return (
      <Card title={tr("Where it went")} className="outcomes">
        <p className="muted">{tr("Counting …")}</p>
      </Card>
    );
  }
  const { packets, cpu } = outcomes.laws;
  const all = VALUE_KINDS.every(isShown);
  return (
    <Card
      title={tr("Where it went")}
      className="outcomes"
      headerContent={frame && <WindowLabel frame={frame} hertz={topology.clock_hz} />}
      canSave
    >
      {isShown("cpu") && <CpuTime outcomes={outcomes} hertz={topology.clock_hz} />}
      {isShown("packets") && <PacketOutcomes outcomes={outcomes} />}
      {isShown("latency") && <Latency outcomes={outcomes} />}
      {all && (
        <>
          <Disclosure
            label={tr("Do the numbers add up?")}
            keepSummary
            summary={packets.holds && cpu.holds ? tr("yes") : tr("no: please report this")}
          >
            <Laws outcomes={outcomes} />
          </Disclosure>
          <Disclosure label={tr("The numbers as tables")} hasTables>
            <OutcomeTables outcomes={outcomes} hertz={topology.clock_hz} />
          </Disclosure>
        </>
      )}
    </Card>
  );
}
