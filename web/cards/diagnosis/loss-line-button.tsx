// Leads from the losses that the diagnosis tells to the program's line: the line that lost most packets in the window, and the last of
// them. An interface that refuses packets leads to the line that makes room in its ring.
import { tr } from "../../i18n/i18n";
import type { AppServices } from "../../desk/app-services";
import { readDebugView } from "../../frame/debug-view";
import { describeLoss, roomLine, runsProgram } from "../../frame/program-lines";
import { upperFirst } from "../../lib/format/sentence";
import { useStore } from "../../lib/store";
import { GIVE_BACK_PATH } from "../packet-loss";

export function LossLineButton({ services }: { services: AppServices }) {
  const { lab, debugKeys } = services;
  // Somebody shows the program.
  const hasEditor = useStore(debugKeys, ({ run }) => run !== null);
  const isProgram = useStore(
    lab.state,
    ({ topology }) => topology !== null && runsProgram(topology),
  );
  const loses = useStore(lab.tick, ({ frame }) => (frame?.window.dropped ?? 0) > 0);
  if (!hasEditor || !isProgram || !loses) return null;
  return (
    <>
      {" "}
      <button type="button" className="link-button" onClick={() => void showLossLine(services)}>
        {tr("Show the line")}
      </button>
    </>
  );
}

async function showLossLine({ lab, announcer }: AppServices): Promise<void> {
  const { frame } = lab.tick.get();
  const { topology } = lab.state.get();
  if (frame === null || topology === null) return;
  const [from, to] = [frame.windowFrom, frame.windowTo];
  const question = { what: "debug_view", t: to, from, to, columns: 1, variables: [] } as const;
  const answer = await lab.ask(question).catch(() => null);
  const [worst] = answer === null ? [] : readDebugView(answer.text).losses;
  if (worst === undefined)
    return announcer.announce(tr("The trace does not have these losses any more."));
  if (lab.state.get().playing) lab.clock.pause();
  lab.select({ kind: "packet", packet: worst.packet });
  const line = worst.refused
    ? (roomLine(topology, worst, lab.values()[GIVE_BACK_PATH] === true)?.line ?? 0)
    : worst.line;
  if (line > 0) lab.showLine(line);
  announcer.announce(upperFirst(describeLoss(topology, worst)));
}
