// The introduction: the text that the lab's page shows until its first machine is there. index.html has the same text, so a
// reader with a slow connection can begin to read before the scripts have arrived.
import { msg, tr } from "../../i18n/i18n";
import "./introduction.css";

export const INTRODUCTION =
  msg(`A router of the 1990s forwards packets between two Ethernets. If more packets arrive than
  it can forward, it forwards fewer and fewer, and in the end none at all: it spends its whole CPU on receiving packets
  that it must then throw away. That is receive livelock. Here you can watch it packet by packet, cause it, and cure it.`);

export function Introduction() {
  return (
    <div className="loading">
      <p>{tr("Starting the simulator …")}</p>
      <p className="introduction">{tr(INTRODUCTION)}</p>
    </div>
  );
}
