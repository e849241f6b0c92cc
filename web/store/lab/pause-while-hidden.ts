// Where nobody sees the machine it rests: pages without it pause it, and the last of them that goes lets it play on.
import type { LabState } from "./lab-state";
import type { Player } from "./player";
import type { Store } from "../store";

export interface HiddenPause {
  /** The machine is out of sight until the function that it gives is called. */
  hide(): () => void;
  /** Whether a machine that is given back plays now; out of sight it does so as soon as it is seen again. */
  playingAfterRestore(playing: boolean): boolean;
}

export function createHiddenPause(
  state: Store<LabState>,
  player: Pick<Player, "play" | "pause">,
): HiddenPause {
  let hiddenPages = 0;
  let resumesWhenShown = false;

  function end(): void {
    hiddenPages--;
    if (hiddenPages === 0 && resumesWhenShown) player.play();
  }

  return {
    hide() {
      if (hiddenPages === 0) {
        resumesWhenShown = state.get().playing;
        if (resumesWhenShown) player.pause();
      }
      hiddenPages++;
      let over = false;
      return () => {
        if (!over) end();
        over = true;
      };
    },
    playingAfterRestore(playing) {
      if (hiddenPages === 0) return playing;
      resumesWhenShown = playing;
      return false;
    },
  };
}
