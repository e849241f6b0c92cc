// Who has the focus after something that had it vanished: without an heir it falls to the page's beginning,
// and whoever works by keyboard begins again.
import { useCallback, type RefCallback } from "react";

/** A ref, or whatever else knows the element when it is needed. */
export interface FocusTarget {
  readonly current: HTMLElement | null;
}

/** The first thing on the page, when it is needed, that one of the selectors finds; earlier ones go first. */
export function firstMatch(...selectors: string[]): FocusTarget {
  return {
    get current() {
      for (const selector of selectors) {
        const found = document.querySelector<HTMLElement>(selector);
        if (found !== null) return found;
      }
      return null;
    },
  };
}

/** A ref for what may vanish. */
export function useFocusFallback(heir: FocusTarget): RefCallback<HTMLElement> {
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
