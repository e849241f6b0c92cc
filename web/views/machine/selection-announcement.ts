// What is said when something is selected: what it is with its main numbers, and where the rest stands.
import type { Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import { describePacket, formatPacketName, readPacketHistory } from "../../frame/packet-history";
import type { Topology } from "../../frame/topology";
import type { MachineScene } from "./scene";
import { describeItem } from "./descriptions";

/** "" where nothing is selected; null while a packet's story is being looked up. */
export function describeSelection(
  topology: Topology,
  scene: MachineScene,
  frame: Frame,
  selection: Selection,
): string | null {
  if (selection === null) return "";
  if (selection.kind !== "packet") return `Selected: ${describeItem(scene, selection)}. ${WHERE}`;
  if (frame.selected !== selection.packet) return null;
  const story = readPacketHistory(frame, selection.packet);
  const told = story === null ? "" : `${describePacket(topology, story, frame)} `;
  return `Selected: ${formatPacketName(selection.packet)}. ${told}${WHERE}`;
}

const WHERE = "The details follow the machine’s picture; Escape closes them.";
