// How the two machines differ: every knob that differs, with both values, and whether both have received the same packets.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { formatPackets, formatNumber } from "../../lib/format/numbers";
import type { Frame } from "../../frame/frame";
import type { SettingDifference } from "../../model/scenario/setting-text";
import { useStore } from "../../lib/store";
import { Card } from "../../ui/card";
import { LiveNumber } from "../../ui/live-number";
import type { ComparedMachines } from "./compared-machine";

/** More differences than this are folded. */
const SHOWN_MAX = 4;

/** Id of the list, which describes the page's heading. */
export const DIFFERENCES_ID = "compare-differences";

interface SettingDifferencesProps {
  machines: ComparedMachines;
  differences: readonly SettingDifference[];
  /** The text that is shown if the machines do not differ. */
  ifNone: string;
}

export function SettingDifferences({ machines, differences, ifNone }: SettingDifferencesProps) {
  const [first, second] = machines;
  const lines = differences.map(({ path, label, first: one, second: other }) => (
    <li key={path}>
      {rich("<strong>{label}</strong>: {one} in {letter}, {other} in {letter2}", {
        label,
        one,
        letter: first.letter,
        other,
        letter2: second.letter,
        strong: <strong />,
      })}
    </li>
  ));
  return (
    <Card title={tr("What differs")} hideTitle className="compare-differences">
      {differences.length === 0 ? (
        <p>{ifNone}</p>
      ) : (
        <ul id={DIFFERENCES_ID}>{lines.slice(0, SHOWN_MAX)}</ul>
      )}
      {lines.length > SHOWN_MAX && (
        <details>
          <summary>{tr("{length} more differences", { length: lines.length - SHOWN_MAX })}</summary>
          <ul>{lines.slice(SHOWN_MAX)}</ul>
        </details>
      )}
      <Arrivals machines={machines} />
    </Card>
  );
}

function Arrivals({ machines: [first, second] }: { machines: ComparedMachines }) {
  const a = useStore(first.services.lab.staggeredTicks[1], ({ frame }) => frame);
  const b = useStore(second.services.lab.staggeredTicks[1], ({ frame }) => frame);
  if (a === null || b === null) return null;
  return <p className="compare-arrivals">{describeArrivals(a, b)}</p>;
}

/** The frames of the two machines may be some microseconds apart while they play. */
const TOLERATED_PACKETS = 0.01;

function describeArrivals(a: Frame, b: Frame) {
  const [here, there] = [a.total.arrived, b.total.arrived];
  if (Math.abs(here - there) <= Math.max(2, TOLERATED_PACKETS * Math.max(here, there))) {
    return (
      <>
        {tr("Both machines have received the same")} <LiveNumber text={formatPackets(here)} />.
      </>
    );
  }
  return tr(
    `The packets are not the same: {here} have arrived in A, {there} in B. The links have
    different speeds, or the senders wait for answers.`,
    { here: formatNumber(here), there: formatNumber(there) },
  );
}
