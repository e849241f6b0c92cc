// Moves the keyboard focus when the element that has it disappears. Without this the browser moves the focus to the
// beginning of the page, and a person who works by keyboard has to start again.
import { useCallback, type RefCallback } from "react";

/** A ref, or another object that finds the element when it is needed. */
export interface FocusTarget {
  readonly current: HTMLElement | null;
}

/** Returns a target that finds the first element that matches a selector; earlier selectors have priority. */
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

/** Returns a ref for an element that may disappear. When it disappears with the focus, the fallback gets the focus. */
export function useFocusFallback(fallback: FocusTarget): RefCallback<HTMLElement> {
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      return () => {
        if (document.activeElement !== element) return;
        // Waits until React has finished this update: the fallback may be part of it.
        queueMicrotask(() => fallback.current?.focus({ preventScroll: true }));
      };
    },
    [fallback],
  );
}
