// Where nobody sees the machine it rests: pages without it pause it, and the last of them that goes lets it play on.
import type { LabState } from "./lab-state";
import type { Player } from "./player";
import type { Store } from "../store";

export interface Rest {
  /** The machine is out of sight until the function that it gives is called. */
  begin(): () => void;
  /** Whether a machine that is given back plays now; out of sight it does so as soon as it is seen again. */
  seen(playing: boolean): boolean;
}

export function createRest(state: Store<LabState>, player: Pick<Player, "play" | "pause">): Rest {
  let pages = 0;
  let playsOn = false;

  function end(): void {
    pages--;
    if (pages === 0 && playsOn) player.play();
  }

  return {
    begin() {
      if (pages === 0) {
        playsOn = state.get().playing;
        if (playsOn) player.pause();
      }
      pages++;
      let over = false;
      return () => {
        if (!over) end();
        over = true;
      };
    },
    seen(playing) {
      if (pages === 0) return playing;
      playsOn = playing;
      return false;
    },
  };
}
