// The laws that the numbers obey: both sides of each equation. Conservation of packets and of cycles holds exactly;
// Little's law holds over a steady window.
import {
  formatMicroseconds,
  formatNumber,
  formatPercentFixed,
  formatPercent,
} from "../../format/numbers";
import type { ContextShare, Outcomes } from "../../charts/outcomes";

export function Laws({ outcomes }: { outcomes: Outcomes }) {
  const { arrived, insideBefore, delivered, refused, droppedAfterWork, inside, laws } = outcomes;
  const { packets, cpu, little } = laws;
  return (
    <ul className="laws">
      <Law name="Every packet has exactly one outcome" holds={packets.holds} id="packets">
        {boldCount(arrived)} arrived + {boldCount(insideBefore)} inside before ={" "}
        {boldCount(delivered)} delivered + {boldCount(droppedAfterWork)} dropped +{" "}
        {boldCount(refused)} refused + {boldCount(inside)} inside now
      </Law>
      <Law name="Every CPU cycle belongs to one context" holds={cpu.holds} id="cpu">
        {outcomes.cpus.map((shares, number) => (
          <span key={number}>
            {outcomes.cpus.length > 1 && `${number > 0 ? "; " : ""}CPU ${number}: `}
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
      <Law name="Little’s law, inside = rate × time" holds={little.holds || null} id="little">
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
    return <>No time has passed in this window, so there is nothing to compare.</>;
  const inside = (
    <>
      on average <b>{formatNumber(left, 2)}</b> packets were inside
      {!holds && ". The law holds over a steady window; here some packets are still waiting"}.
    </>
  );
  if (delivered === 0) {
    return (
      <>
        No packet was delivered; the time of the lost packets gives <b>{formatNumber(right, 2)}</b>;{" "}
        {inside}
      </>
    );
  }
  return (
    <>
      {formatNumber((delivered * 1e3) / milliseconds)}/s delivered ×{" "}
      {formatMicroseconds(outcomes.meanLatencyMicroseconds)}
      {arrived > delivered && ", plus the time of the lost packets,"} gives{" "}
      <b>{formatNumber(right, 2)}</b>; {inside}
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
  const words = holds === null ? "not in this window" : holds ? "yes" : "no";
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
