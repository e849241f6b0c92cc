// The two numbers that say most about a machine, in one line: where the table of results is not in view, these are. On a
// projector the line is in each column; on a phone a bar at the bottom of the screen has the lines of both machines.
import { formatNumber, formatPercent } from "../../format/numbers";
import { LiveNumber } from "../../ui/live-number";
import { useOutcomes, type ComparedMachine, type ComparedMachines } from "./compared-machine";

export function KeyNumbers({ machine }: { machine: ComparedMachine }) {
  const outcomes = useOutcomes(machine);
  if (outcomes === null) return "Counting …";
  const { isTooFew, arrived, delivered, offeredRate, deliveredRate, wastedShare } = outcomes;
  const text = isTooFew
    ? `${formatNumber(delivered)} of ${formatNumber(arrived)}`
    : `${formatNumber(deliveredRate)} of ${formatNumber(offeredRate)}/s`;
  return (
    <>
      <LiveNumber text={text} /> delivered,{" "}
      <LiveNumber text={wastedShare > 0 ? formatPercent(Math.min(1, wastedShare)) : "no"} />{" "}
      {wastedShare > 0 ? "of the CPU" : "CPU time"} wasted
    </>
  );
}

/** The bar of a phone: it stays in view over the knobs, so that the effect of a knob is visible. */
export function KeyNumbersBar({ machines }: { machines: ComparedMachines }) {
  return (
    <section className="compare-key-bar" aria-label="Both machines in numbers">
      {machines.map((machine) => (
        <p key={machine.letter}>
          <span className="compare-letter">{machine.letter}</span> <KeyNumbers machine={machine} />
        </p>
      ))}
    </section>
  );
}
