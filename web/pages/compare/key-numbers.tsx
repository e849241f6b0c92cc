// The two most important numbers of a machine, in one line, for layouts in which the table of results is not in view. On
// a projector each column has its line; on a phone a bar at the bottom of the screen has the lines of both machines.
import { useMemo } from "react";
import { compareOutcomes } from "../../model/measures/compared-outcomes";
import type { Outcomes } from "../../model/measures/outcomes";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { formatNumber, formatPercent } from "../../lib/format/numbers";
import { writeBottomBarHeight } from "../../ui/bottom-bar-height";
import { LiveNumber } from "../../ui/live-number";
import {
  useOutcomes,
  type ComparedMachine,
  type ComparedMachines,
} from "../../cards/compared/compared-machine";

interface KeyNumbersProps {
  machine: ComparedMachine;
  /** Says which machine does better, after the numbers. */
  other?: ComparedMachine;
}

export function KeyNumbers({ machine, other }: KeyNumbersProps) {
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
      {other !== undefined && <Advantage machine={machine} other={other} />}
    </>
  );
}

/** Says in which respect the machine is better than the other one. Renders nothing if it is not better. */
function Advantage({ machine, other }: Required<KeyNumbersProps>) {
  const [own, others] = [useOutcomes(machine), useOutcomes(other)];
  const better = useMemo(
    () => (own === null || others === null ? new Set() : betterRows(own, others)),
    [own, others],
  );
  const words = better.has("delivered")
    ? tr("delivers more")
    : better.has("wasted")
      ? tr("wastes less")
      : "";
  return words === "" ? null : <strong className="compare-advantage">{words}</strong>;
}

/** The ids of the results that are better in the first of two machines. */
function betterRows(own: Outcomes, others: Outcomes): ReadonlySet<string> {
  const rows = compareOutcomes(own, others).flatMap((group) => group.rows);
  return new Set(rows.flatMap(({ id, better }) => (better === "first" ? [id] : [])));
}

/** The bar of a phone: it stays in view over the knobs, so that the effect of a knob is visible. */
export function KeyNumbersBar({ machines }: { machines: ComparedMachines }) {
  return (
    <section
      ref={writeBottomBarHeight}
      className="compare-key-bar"
      aria-label={tr("Both machines in numbers")}
    >
      {machines.map((machine) => (
        <p key={machine.letter}>
          <span className="compare-letter">{machine.letter}</span> <KeyNumbers machine={machine} />
        </p>
      ))}
    </section>
  );
}
