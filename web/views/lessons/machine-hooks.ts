// What is done to a step's machine is kept soon after it is done, and when the page goes: a reload or a browser that
// ends finds it as it was. The stage itself keeps it when another step, or another page, is gone to.
import { useEffect } from "react";
import type { Lab } from "../../store/lab/lab";
import { watchLink } from "../../store/link/link-watch";
import type { LessonContext } from "./lesson-context";

const SAVE_MILLISECONDS = 1_000;

export function useSavedMachine({ stepMachine, services }: LessonContext): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const keep = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      stepMachine.saveMachine();
    };
    const stop = watchLink(services.lab, () => (timer ??= setTimeout(keep, SAVE_MILLISECONDS)));
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
    };
  }, [stepMachine, services]);
}

export function usePausedLab(lab: Lab): void {
  useEffect(() => lab.pauseWhileHidden(), [lab]);
}
