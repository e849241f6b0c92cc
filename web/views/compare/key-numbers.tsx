// The two most important numbers of a machine, in one line, for layouts in which the table of results is not in view. On
// a projector each column has its line; on a phone a bar at the bottom of the screen has the lines of both machines.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { formatNumber, formatPercent } from "../../format/numbers";
import { LiveNumber } from "../../ui/live-number";
import { useOutcomes, type ComparedMachine, type ComparedMachines } from "./compared-machine";

export function KeyNumbers({ machine }: { machine: ComparedMachine }) {
  const outcomes = useOutcomes(machine);
  if (outcomes === null) return tr("Counting …");
  const { isTooFew, arrived, delivered, offeredRate, deliveredRate, wastedShare } = outcomes;
  const text = isTooFew
    ? tr("{delivered} of {arrived}", {
        delivered: formatNumber(delivered),
        arrived: formatNumber(arrived),
      })
    : tr("{deliveredRate} of {offeredRate}/s", {
        deliveredRate: formatNumber(deliveredRate),
        offeredRate: formatNumber(offeredRate),
      });
  return (
    <>
      {wastedShare > 0
        ? rich("<delivered/> delivered, <share/> of the CPU wasted", {
            delivered: <LiveNumber text={text} />,
            share: <LiveNumber text={formatPercent(Math.min(1, wastedShare))} />,
          })
        : rich("<delivered/> delivered, no CPU time wasted", {
            delivered: <LiveNumber text={text} />,
          })}
    </>
  );
}

/** The bar of a phone: it stays in view over the knobs, so that the effect of a knob is visible. */
export function KeyNumbersBar({ machines }: { machines: ComparedMachines }) {
  return (
    <section className="compare-key-bar" aria-label={tr("Both machines in numbers")}>
      {machines.map((machine) => (
        <p key={machine.letter}>
          <span className="compare-letter">{machine.letter}</span> <KeyNumbers machine={machine} />
        </p>
      ))}
    </section>
  );
}
