// How the two machines differ: every knob that differs, with both values, and whether both have received the same packets.
import { useMemo } from "react";
import { formatPackets, formatNumber } from "../../format/numbers";
import type { Frame } from "../../frame/frame";
import { isTraffic } from "../../store/compare/shared-traffic";
import { settingDifferences } from "../../store/scenario/setting-text";
import { catalogueForMachine } from "../../store/scenario/settings";
import { useStore } from "../../store/store";
import { Card } from "../../ui/card";
import { LiveNumber } from "../../ui/live-number";
import { useBothValues, type ComparedMachines } from "./compared-machine";

/** More differences than this are folded. */
const SHOWN_MAX = 4;

export function SettingDifferences({ machines }: { machines: ComparedMachines }) {
  const [first, second] = machines;
  const catalogue = useStore(first.services.lab.state, (state) => state.catalogue);
  const [a, b] = useBothValues(machines);
  const differences = useMemo(
    () =>
      catalogue === null
        ? []
        : settingDifferences(catalogueForMachine(catalogue, a), a, b).filter(
            ({ path }) => !isTraffic(path),
          ),
    [catalogue, a, b],
  );
  const lines = differences.map(({ path, label, first: one, second: other }) => (
    <li key={path}>
      <strong>{label}</strong>: {one} in {first.letter}, {other} in {second.letter}
    </li>
  ));
  return (
    <Card title="What differs" hideTitle className="compare-differences">
      {differences.length === 0 ? (
        <p>The machines are the same. Turn a knob on one of them.</p>
      ) : (
        <ul>{lines.slice(0, SHOWN_MAX)}</ul>
      )}
      {lines.length > SHOWN_MAX && (
        <details>
          <summary>{lines.length - SHOWN_MAX} more differences</summary>
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
        Both machines have received the same <LiveNumber text={formatPackets(here)} />.
      </>
    );
  }
  return `The packets are not the same: ${formatNumber(here)} have arrived at the first machine, ${formatNumber(there)} at the second. The links have different speeds, or the senders wait for answers.`;
}
