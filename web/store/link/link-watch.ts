// When the address is to be written anew: what the lab's link says has changed. While it plays, the moment of the
// link is that of the last change; while it stands, the link follows the shown moment (a step, a seek).
import type { Lab } from "../lab/lab";

/** Calls `changed` whenever another link would be written; returns what ends it. `bare`: the address says
 * nothing yet, so that the first machine that is shown is another link already. */
export function watchLink(
  lab: Pick<Lab, "state" | "tick">,
  changed: () => void,
  bare = false,
): () => void {
  let last = bare ? null : linkInputs(lab);
  const look = () => {
    const now = linkInputs(lab);
    if (now === null) return;
    const moved = last?.some((value, index) => value !== now[index]) ?? bare;
    last = now;
    if (moved) changed();
  };
  if (bare) look();
  const stops = [lab.state.subscribe(look), lab.tick.subscribe(look)];
  return () => stops.forEach((stop) => stop());
}

/** What the link is made of; null while no machine is shown. */
function linkInputs({ state, tick }: Pick<Lab, "state" | "tick">): readonly unknown[] | null {
  const { phase, scenario, speed, playing, range, viewWidth, selection, replay, layout } =
    state.get();
  const { t, head, frame } = tick.get();
  if (phase !== "ready" || replay !== null || frame === null) return null;
  const packet = selection?.kind === "packet" ? selection.packet : -1;
  const moment = playing ? [null, null] : [t, head];
  return [scenario, speed, playing, range, viewWidth, packet, layout, ...moment];
}
