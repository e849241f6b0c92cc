// Pauses the machine while no page shows it. Pages without the machine call `hide`; when the last of them is left, the
// machine plays on if it was playing before.
import type { Clock } from "../clock/clock";
import type { LabState } from "./lab-state";
import type { ReadableStore } from "../../lib/store";

export interface HiddenPause {
  /** Pauses the machine until the returned function is called. */
  hide(): () => void;
}

export function createHiddenPause(
  state: ReadableStore<LabState>,
  clock: Pick<Clock, "play" | "pause">,
): HiddenPause {
  let hiddenPages = 0;
  let resumesWhenShown = false;

  function show(): void {
    hiddenPages--;
    if (hiddenPages === 0 && resumesWhenShown) clock.play();
  }

  return {
    hide() {
      if (hiddenPages === 0) {
        resumesWhenShown = state.get().playing;
        if (resumesWhenShown) clock.pause();
      }
      hiddenPages++;
      let isOver = false;
      return () => {
        if (!isOver) show();
        isOver = true;
      };
    },
  };
}
