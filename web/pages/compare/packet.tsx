// The selected packet in both machines: its place or its outcome in each.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { describePacketBriefly, formatPacketName } from "../../frame/packet-history";
import { useStore } from "../../lib/store";
import type { ComparedMachines } from "../../cards/compared/compared-machine";

export function ComparedPacket({ machines }: { machines: ComparedMachines }) {
  const [{ services }] = machines;
  const selection = useStore(services.lab.state, (state) => state.selection);
  const [a, b] = machines.map((machine) => machine.services.lab) as [
    typeof services.lab,
    typeof services.lab,
  ];
  const here = useStore(a.tick, ({ frame }) => frame);
  const there = useStore(b.tick, ({ frame }) => frame);
  const [ours, theirs] = [
    useStore(a.state, (state) => state.topology),
    useStore(b.state, (state) => state.topology),
  ];
  if (selection?.kind !== "packet") {
    return (
      <p className="compare-packet muted">
        {tr("Select a packet in one of the pictures to follow it in both machines.")}
      </p>
    );
  }
  if (here === null || there === null || ours === null || theirs === null) return null;
  const { packet } = selection;
  return (
    <p className="compare-packet" role="status">
      {rich(
        "<strong>{packet}</strong>: in {letter} {packetBriefly}; in {letter2} {packetBriefly2}.",
        {
          packet: formatPacketName(packet),
          letter: machines[0].letter,
          packetBriefly: describePacketBriefly(ours, here, packet),
          letter2: machines[1].letter,
          packetBriefly2: describePacketBriefly(theirs, there, packet),
          strong: <strong />,
        },
      )}
    </p>
  );
}
