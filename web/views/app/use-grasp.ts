// Tells the lab while the pointer is down: what is pulled until it is let go is one change.
import { useEffect } from "react";
import type { Lab } from "../../store/lab/lab";

export function useGrasp(lab: Lab): void {
  useEffect(() => {
    const down = () => lab.setDragging(true);
    const up = () => lab.setDragging(false);
    const ends = ["pointerup", "pointercancel", "blur"] as const;
    window.addEventListener("pointerdown", down, true);
    for (const end of ends) window.addEventListener(end, up, true);
    return () => {
      window.removeEventListener("pointerdown", down, true);
      for (const end of ends) window.removeEventListener(end, up, true);
    };
  }, [lab]);
}
