// The lines that lose packets in the shown range, with how many: dropped by a line, or refused by an interface while a line ran.
import { tr } from "../../../i18n/i18n";
import { describeLoss } from "../../../frame/program-lines";
import type { DebugView } from "../../../frame/debug-view";
import type { Topology } from "../../../generated/model";
import { formatNumber } from "../../../lib/format/numbers";
import { MomentLink } from "./moment-link";

interface LossListProps {
  topology: Topology;
  view: DebugView;
  /** With a packet: the last one that was lost so. */
  onGoTo(place: { line: number; at?: number }, packet?: number): void;
}

export function LossList({ topology, view, onGoTo }: LossListProps) {
  const hertz = topology.clock_hz;
  return (
    <section className="debugger-part" aria-label={tr("Where packets are lost")}>
      <h4>{tr("Where packets are lost")}</h4>
      {view.losses.length === 0 ? (
        <p className="muted">{tr("In the range of the timeline no packet is lost.")}</p>
      ) : (
        <ul className="debugger-list">
          {view.losses.map((loss) => (
            <li key={`${loss.line} ${loss.place} ${loss.refused}`}>
              <span className="debugger-count">{formatNumber(loss.count)}</span>{" "}
              {describeLoss(topology, loss)}{" "}
              <MomentLink place={loss} hertz={hertz} onGoTo={() => onGoTo(loss, loss.packet)}>
                {tr("The last one: packet {packet}", { packet: formatNumber(loss.packet) })}
              </MomentLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
