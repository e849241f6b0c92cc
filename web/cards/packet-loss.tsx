// The line of a program that lost the selected packet, as a link into the editor; of a packet that a full ring has refused, the line
// that makes room there. Only a program has lines that a person wrote.
import { useEffect, useState } from "react";
import { tr } from "../i18n/i18n";
import type { Machine } from "../desk/lab/machine";
import { readPacketLoss, type LineLoss } from "../frame/debug-view";
import { describeLoss, roomLine, runsProgram } from "../frame/program-lines";
import { upperFirst } from "../lib/format/sentence";
import { useStore } from "../lib/store";

/** Whether a descriptor is free only when the program has given it back. */
export const GIVE_BACK_PATH = "queues.give_back";

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
  const givesBack = lab.values()[GIVE_BACK_PATH] === true;
  const room = roomLine(topology, found.loss, givesBack);
  return (
    <p className="inspector-words inspector-loss">
      {upperFirst(describeLoss(topology, found.loss))}{" "}
      {line > 0 && !found.loss.refused && <GoTo {...{ line, onGoTo }} />}
      {room !== null && (
        <>
          {givesBack
            ? tr("Room comes when line {line} gives a descriptor back: {text}", room)
            : tr("Room comes when line {line} reads a packet: {text}", room)}{" "}
          <GoTo line={room.line} onGoTo={onGoTo} />
        </>
      )}
    </p>
  );
}

function GoTo({ line, onGoTo }: { line: number; onGoTo(line: number): void }) {
  return (
    <button type="button" onClick={() => onGoTo(line)}>
      {tr("Go to line {line}", { line })}
    </button>
  );
}
