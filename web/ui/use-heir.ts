// Who has the focus after something that had it vanished: without an heir it falls to the page's beginning,
// and whoever works by keyboard begins again.
import { useCallback, type RefCallback } from "react";

/** A ref, or whatever else knows the element when it is needed. */
export interface Heir {
  readonly current: HTMLElement | null;
}

/** A ref for what may vanish. */
export function useHeir(heir: Heir): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      return () => {
        if (document.activeElement !== element) return;
        // Once the page is as it will be.
        queueMicrotask(() => heir.current?.focus({ preventScroll: true }));
      };
    },
    [heir],
  );
}
