// Where nobody sees the machine, it rests.
import { useEffect } from "react";
import type { Lab } from "../../store/lab/lab";

export function useRest(lab: Lab): void {
  useEffect(() => lab.pauseWhileHidden(), [lab]);
}
