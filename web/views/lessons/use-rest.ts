// Where nobody sees the machine, it rests.
import { useEffect } from "react";
import type { Lab } from "../../store/lab";

export function useRest(lab: Lab): void {
  useEffect(() => {
    const { playing } = lab.state.get();
    if (!playing) return;
    lab.pause();
    return () => lab.play();
  }, [lab]);
}
