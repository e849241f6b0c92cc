// Folded tables cost nothing: they are not rendered. While somebody saves or prints the page, all of them are rendered,
// still folded, so that their rows can be read without unfolding them one by one.
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

const listeners = new Set<() => void>();
let readers = 0;

/** Renders the folded tables before it returns. Call the returned function when they have been read. Not while React
 * renders. */
export function renderFoldedTables(): () => void {
  change(1);
  let isEnded = false;
  return () => {
    if (!isEnded) change(-1);
    isEnded = true;
  };
}

function change(by: 1 | -1): void {
  readers += by;
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

/** Whether a folded table is rendered. */
export function useFoldedTables(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readers > 0,
    // Tests render without a browser.
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
