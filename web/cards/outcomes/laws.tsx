// The laws that the numbers obey: both sides of each equation. Conservation of packets and of cycles holds exactly;
// Little's law holds over a steady window.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import {
  formatMicroseconds,
  formatNumber,
  formatPercentFixed,
  formatPercent,
} from "../../lib/format/numbers";
import type { ContextShare, Outcomes } from "../../model/measures/outcomes";

export function Laws({ outcomes }: { outcomes: Outcomes }) {
  const { arrived, insideBefore, delivered, refused, droppedAfterWork, inside, laws } = outcomes;
  const { packets, cpu, little } = laws;
  return (
    <ul className="laws">
      <Law name={tr("Every packet has exactly one outcome")} holds={packets.holds} id="packets">
        {boldCount(arrived)} {tr("arrived +")} {boldCount(insideBefore)} {tr("inside before =")}{" "}
        {boldCount(delivered)} {tr("delivered +")} {boldCount(droppedAfterWork)} {tr("dropped +")}{" "}
        {boldCount(refused)} {tr("refused +")} {boldCount(inside)} {tr("inside now")}
      </Law>
      <Law name={tr("Every CPU cycle belongs to one context")} holds={cpu.holds} id="cpu">
        {outcomes.cpus.map((shares, number) => (
          <span key={number}>
            {outcomes.cpus.length > 1 &&
              tr("{value}CPU {number}: ", { value: number > 0 ? "; " : "", number })}
            {shares.map(({ id, name, share }, index) => (
              <span key={id}>
                {index > 0 && " + "}
                {name} {formatPercentFixed(share)}
              </span>
            ))}{" "}
            = {formatPercent(shareOf(shares, outcomes.elapsedCycles))}
          </span>
        ))}
      </Law>
      <Law name={tr("Little’s law, inside = rate × time")} holds={little.holds || null} id="little">
        <LittlesLaw outcomes={outcomes} />
      </Law>
    </ul>
  );
}

/** Both sides of Little's law in a sentence, also where one side is undefined. */
function LittlesLaw({ outcomes }: { outcomes: Outcomes }) {
  const { arrived, delivered, milliseconds } = outcomes;
  const { left, right, holds } = outcomes.laws.little;
  if (milliseconds <= 0)
    return <>{tr("No time has passed in this window, so there is nothing to compare.")}</>;
  const inside = (
    <>
      {rich("on average <b>{left}</b> packets were inside", {
        left: formatNumber(left, 2),
        b: <b />,
      })}
      {!holds && tr(". The law holds over a steady window; here some packets are still waiting")}.
    </>
  );
  if (delivered === 0) {
    return (
      <>
        {rich("No packet was delivered; the time of the lost packets gives <b>{right}</b>;", {
          right: formatNumber(right, 2),
          b: <b />,
        })}{" "}
        {inside}
      </>
    );
  }
  return (
    <>
      {tr("{number}/s delivered × {meanLatencyMicroseconds}", {
        number: formatNumber((delivered * 1e3) / milliseconds),
        meanLatencyMicroseconds: formatMicroseconds(outcomes.meanLatencyMicroseconds),
      })}
      {arrived > delivered && tr(", plus the time of the lost packets,")}{" "}
      {rich("gives <b>{right}</b>;", { right: formatNumber(right, 2), b: <b /> })} {inside}
    </>
  );
}

/** Returns the share of the elapsed time that these contexts used. */
function shareOf(shares: readonly ContextShare[], elapsed: number): number {
  const cycles = shares.reduce((sum, one) => sum + one.cycles, 0);
  return elapsed > 0 ? cycles / elapsed : 0;
}

interface LawProps {
  name: string;
  id: string;
  /** null: cannot be decided yet. */
  holds: boolean | null;
  children: React.ReactNode;
}

function Law({ name, id, holds, children }: LawProps) {
  const words = holds === null ? tr("not in this window") : holds ? tr("yes") : tr("no");
  return (
    <li className="law" data-law={id} data-holds={holds ?? "unknown"}>
      <p className="law-name">
        {name}: <span className="law-verdict">{words}</span>
      </p>
      <p className="mono">{children}</p>
    </li>
  );
}

function boldCount(value: number) {
  return <b>{formatNumber(value)}</b>;
}
