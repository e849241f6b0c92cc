// The selected packet in both machines: what became of it here and there.
import { describePacketBriefly, formatPacketName } from "../../frame/packet-history";
import { useStore } from "../../store/store";
import type { ComparedMachines } from "./compared-machine";

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
        Select a packet in one of the pictures to follow it in both machines.
      </p>
    );
  }
  if (here === null || there === null || ours === null || theirs === null) return null;
  const { packet } = selection;
  return (
    <p className="compare-packet" role="status">
      <strong>{formatPacketName(packet)}</strong>: in {machines[0].letter}{" "}
      {describePacketBriefly(ours, here, packet)}; in {machines[1].letter}{" "}
      {describePacketBriefly(theirs, there, packet)}.
    </p>
  );
}
