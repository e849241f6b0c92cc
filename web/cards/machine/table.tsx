// The machine as a table: every place with its packets and losses, and every context with its share of the CPU.
import { tr } from "../../i18n/i18n";
import type { Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/frame-source";
import { paperName, usesCpu, type Topology } from "../../frame/topology";
import { formatPercentPlain } from "../../lib/format/numbers";
import { cpuShare } from "../../pictures/machine/motion/display-state";
import { useThrottledFrame } from "../canvas/frame-hooks";
import type { MachineScene } from "../../pictures/machine/draw/scene";
import { describeContextState, placeRows } from "../../pictures/machine/descriptions";

interface MachineTableProps {
  topology: Topology;
  frames: FrameSource;
  scene(): MachineScene | null;
  onSelect(selection: Selection): void;
}

export function MachineTable({ topology, frames, scene, onSelect }: MachineTableProps) {
  useThrottledFrame(frames, 500);
  const now = scene();
  if (now === null) return null;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={tr("The machine as a table")}>
      <table>
        <caption>{tr("Places, and the packets in them")}</caption>
        <thead>
          <tr>
            <th scope="col">{tr("Place")}</th>
            <th scope="col">{tr("Packets")}</th>
            <th scope="col">{tr("Lost")}</th>
            <th scope="col">{tr("CPU time wasted")}</th>
          </tr>
        </thead>
        <tbody>
          {placeRows(now).map((row) => (
            <tr key={row.place}>
              <th scope="row">
                <button type="button" onClick={() => onSelect({ kind: "place", place: row.place })}>
                  {row.name}
                </button>
              </th>
              <td>{row.packets}</td>
              <td>{row.lost}</td>
              <td>{row.wasted}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <caption>{tr("Who works, and for which share of the CPU’s time")}</caption>
        <thead>
          <tr>
            <th scope="col">{tr("Who")}</th>
            <th scope="col">{tr("Level")}</th>
            <th scope="col">{tr("Now")}</th>
            <th scope="col">{tr("Share of the CPU")}</th>
          </tr>
        </thead>
        <tbody>
          {topology.contexts.map((context, index) => (
            <tr key={context.id}>
              <th scope="row">
                <button type="button" onClick={() => onSelect({ kind: "context", context: index })}>
                  {paperName(context) === ""
                    ? context.name
                    : `${context.name} (${paperName(context)})`}
                </button>
              </th>
              <td>{context.ipl}</td>
              <td>
                {usesCpu(context) && context.kind !== "idle"
                  ? describeContextState(now, index)
                  : ""}
              </td>
              <td>{usesCpu(context) ? formatPercentPlain(cpuShare(now.frame, index)) : ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
