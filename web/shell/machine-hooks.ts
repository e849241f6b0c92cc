// Hooks of pages for the machine. One saves a step's machine soon after every change and when the page is hidden, so that
// a reload loses nothing. The other lets the lab's machine stand still on pages that do not show it.
import { useEffect } from "react";
import type { AppServices } from "../desk/app-services";
import { watchLink } from "../desk/lab/link-watch";
import type { LessonContext } from "../desk/lesson-context";

const SAVE_MILLISECONDS = 1_000;

/** Saves the step's machine. `LessonMachine` itself saves it when another step or page is opened. */
export function useSavedMachine({ lessonMachine, services }: LessonContext): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const save = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      lessonMachine.saveMachine();
    };
    const stop = watchLink(services.lab, () => (timer ??= setTimeout(save, SAVE_MILLISECONDS)));
    window.addEventListener("pagehide", save);
    document.addEventListener("visibilitychange", save);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
      window.removeEventListener("pagehide", save);
      document.removeEventListener("visibilitychange", save);
    };
  }, [lessonMachine, services]);
}

/** The lab's machine stands still while the page is open. */
export function useHiddenLab({ desks }: AppServices): void {
  useEffect(() => {
    const show = desks.hideLab();
    return () => show();
  }, [desks]);
}
