// What is done to a step's machine is kept soon after it is done, and when the page goes: a reload or a browser that
// ends finds it as it was. The stage itself keeps it when another step, or another page, is gone to.
import { useEffect } from "react";
import { watchLink } from "../../store/link/link-watch";
import type { Desk } from "./desk";

const KEEP_MILLISECONDS = 1_000;

export function useKeptMachine({ stage, services }: Desk): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const keep = () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      stage.saveMachine();
    };
    const stop = watchLink(services.lab, () => (timer ??= setTimeout(keep, KEEP_MILLISECONDS)));
    window.addEventListener("pagehide", keep);
    document.addEventListener("visibilitychange", keep);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
      window.removeEventListener("pagehide", keep);
      document.removeEventListener("visibilitychange", keep);
    };
  }, [stage, services]);
}
