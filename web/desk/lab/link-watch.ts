// Watches whether the lab's link has changed, so that the address can be updated. While the lab plays, the link's time
// is that of the last change. While it is paused, the link follows the shown time (a step, a seek).
import { viewOf } from "../link/link-fields";
import type { ShownMachine } from "./machine";

interface WatchOptions {
  /** The address has no link yet, so the first machine that is shown counts as a change. */
  isAddressEmpty?: boolean;
  /** Whether changes do not count now: hiding the page pauses the machine, which is nothing that a person does to it. */
  ignoresChanges?: () => boolean;
}

/** Calls `onChange` whenever the link has changed. Returns a function that stops watching. */
export function watchLink(
  lab: Pick<ShownMachine, "state" | "tick">,
  onChange: () => void,
  { isAddressEmpty = false, ignoresChanges = () => false }: WatchOptions = {},
): () => void {
  let last = isAddressEmpty ? null : linkInputs(lab);
  const check = () => {
    if (ignoresChanges()) return;
    const now = linkInputs(lab);
    if (now === null) return;
    const hasChanged = last?.some((value, index) => value !== now[index]) ?? isAddressEmpty;
    last = now;
    if (hasChanged) onChange();
  };
  if (isAddressEmpty) check();
  const stops = [lab.state.subscribe(check), lab.tick.subscribe(check)];
  return () => stops.forEach((stop) => stop());
}

/** The values that the link is made of; null while no machine is shown. */
function linkInputs({
  state,
  tick,
}: Pick<ShownMachine, "state" | "tick">): readonly unknown[] | null {
  const { phase, scenario, replay, ...shown } = state.get();
  const { t, head, frame } = tick.get();
  if (phase !== "ready" || replay !== null || frame === null) return null;
  const { selection, ...view } = viewOf(shown);
  const packet = selection?.kind === "packet" ? selection.packet : null;
  const moment = view.playing ? [null, null] : [t, head];
  return [scenario, packet, ...Object.values(view), ...moment];
}
