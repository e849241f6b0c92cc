// Plays the machine only while somebody can see the lab. A machine that is to play while nobody sees it is paused, and plays
// on when the lab is seen.
import type { Lab } from "../lab/lab";

export interface VisiblePlayback {
  /** Whether the machine plays, or will play when the lab is seen. */
  isPlaying(): boolean;
  play(): void;
  pause(): void;
  setVisible(isVisible: boolean): void;
}

export function createVisiblePlayback(lab: Lab): VisiblePlayback {
  let isVisible = true;
  let playsWhenVisible = false;

  function pauseWhileHidden(): void {
    const { phase, playing } = lab.state.get();
    if (isVisible || !playing || phase !== "ready") return;
    playsWhenVisible = true;
    lab.clock.pause();
  }

  lab.state.subscribe(pauseWhileHidden);
  return {
    isPlaying: () => (isVisible ? lab.state.get().playing : playsWhenVisible),
    play() {
      if (isVisible) lab.clock.play();
      else playsWhenVisible = true;
    },
    pause() {
      playsWhenVisible = false;
      lab.clock.pause();
    },
    setVisible(next) {
      if (next === isVisible) return;
      isVisible = next;
      if (!next) pauseWhileHidden();
      else if (playsWhenVisible) {
        playsWhenVisible = false;
        lab.clock.play();
      }
    },
  };
}
