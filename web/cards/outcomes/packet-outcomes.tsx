// Packets by outcome: delivered, dropped after work (by place), refused at the receive ring at no cost, or still inside.
import { tr } from "../../i18n/i18n";
import { formatNumber, formatRate, formatPercent } from "../../lib/format/numbers";
import {
  RATE_NEEDS_MILLISECONDS,
  type Outcomes,
  type PlaceLoss,
} from "../../model/measures/outcomes";
import { LiveNumber } from "../../ui/live-number";
import { StackedBar, type BarPart } from "./stacked-bar";

export function PacketOutcomes({ outcomes }: { outcomes: Outcomes }) {
  const { isTooFew, delivered, arrived, insideBefore, inside, losses, milliseconds } = outcomes;
  const whole = arrived + insideBefore;
  // Shares are of the packets that have left, as in the diagnosis: what becomes of the others is not known yet.
  const gone = whole - inside;
  const text = (count: number) =>
    isTooFew || gone === 0 || milliseconds < RATE_NEEDS_MILLISECONDS
      ? formatNumber(count)
      : `${formatPercent(count / gone)}, ${formatRate((count * 1e3) / milliseconds)}`;
  const parts: BarPart[] = [
    {
      id: "delivered",
      name: tr("delivered"),
      value: delivered,
      valueText: text(delivered),
      fill: "solid",
      colour: "var(--delivered)",
    },
    ...losses.map((loss) => ({
      id: loss.id,
      name: lossName(loss),
      value: loss.packets,
      valueText: text(loss.packets),
      fill: loss.wastedCycles > 0 ? ("waste" as const) : ("refused" as const),
    })),
    {
      id: "inside",
      name: tr("inside"),
      value: inside,
      valueText: formatNumber(inside),
      fill: "hollow",
    },
  ];
  return (
    <div className="outcome" data-picture={tr("Packets")}>
      <h3>
        {tr("Packets")}{" "}
        <span className="outcome-note">
          <LiveNumber text={formatNumber(arrived)} /> {tr("arrived")}
          {insideBefore > 0 && (
            <>
              , <LiveNumber text={formatNumber(insideBefore)} /> {tr("inside before")}
            </>
          )}
        </span>
      </h3>
      <StackedBar
        label={tr("Outcomes of {whole} packets", { whole: formatNumber(whole) })}
        parts={parts}
      />
      <Deliveries outcomes={outcomes} />
    </div>
  );
}

/** How many packets left the machine at each place, if there are several. */
function Deliveries({ outcomes }: { outcomes: Outcomes }) {
  const { deliveries, delivered } = outcomes;
  if (deliveries.length < 2 || delivered === 0) return null;
  return (
    <p className="outcome-deliveries">
      {tr("delivered to:")}{" "}
      {deliveries.map(({ id, name, packets }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          {name} <LiveNumber text={formatRateOrCount(outcomes, packets)} />
        </span>
      ))}
    </p>
  );
}

/** "2,120/s"; in a short window, or if few packets have arrived, their number. */
export function formatRateOrCount({ isTooFew, milliseconds }: Outcomes, packets: number): string {
  const isCount = isTooFew || milliseconds < RATE_NEEDS_MILLISECONDS;
  return isCount ? formatNumber(packets) : formatRate((packets * 1e3) / milliseconds);
}

/** "dropped at the screening queue", after CPU work; "refused at the receive ring", at no cost. While nothing is lost at a place,
 * its kind says which of the two a loss would be, so that the name stays the same. */
export function lossName({ name, kind, packets, wastedCycles }: PlaceLoss): string {
  const isAfterWork = packets > 0 ? wastedCycles > 0 : kind !== "receive_ring";
  return isAfterWork ? tr("dropped at {name}", { name }) : tr("refused at {name}", { name });
}
