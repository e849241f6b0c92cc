// The machine is spoken of as long as it is shown: what was last said of it does not stay behind on a page
// that is about something else.
import { useEffect } from "react";
import type { Announcer } from "../../store/announcements/announcer";

export function useHeard(announcer: Announcer, shown: boolean): void {
  useEffect(() => {
    if (!shown) return;
    announcer.setMachineShown(true);
    return () => announcer.setMachineShown(false);
  }, [announcer, shown]);
}
