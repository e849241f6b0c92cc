// The line of a program that lost the selected packet, as a link into the editor. Only a program has lines that a person wrote.
import { useEffect, useState } from "react";
import { tr } from "../i18n/i18n";
import type { Machine } from "../desk/lab/machine";
import { readPacketLoss, type LineLoss } from "../frame/debug-view";
import { describeLoss, runsProgram } from "../frame/program-lines";
import { upperFirst } from "../lib/format/sentence";
import { useStore } from "../lib/store";

interface PacketLossProps {
  lab: Machine;
  packet: number;
  onGoTo(line: number): void;
}

export function PacketLoss({ lab, packet, onGoTo }: PacketLossProps) {
  const topology = useStore(lab.state, (state) => state.topology);
  const run = useStore(lab.state, ({ runNumber }) => runNumber);
  const [found, setFound] = useState<{ packet: number; loss: LineLoss | null } | null>(null);
  const isProgram = topology !== null && runsProgram(topology);
  useEffect(() => {
    if (!isProgram) return;
    let isWanted = true;
    void lab
      .ask({ what: "packet_loss", packet })
      .then(({ text }) => {
        if (isWanted) setFound({ packet, loss: readPacketLoss(text) });
      })
      .catch(() => undefined);
    return () => void (isWanted = false);
  }, [lab, packet, run, isProgram]);
  if (!isProgram || found?.packet !== packet || found.loss === null) return null;
  const { line } = found.loss;
  return (
    <p className="inspector-words inspector-loss">
      {upperFirst(describeLoss(topology, found.loss))}{" "}
      {line > 0 && (
        <button type="button" onClick={() => onGoTo(line)}>
          {tr("Go to line {line}", { line })}
        </button>
      )}
    </p>
  );
}
