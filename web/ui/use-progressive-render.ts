// Renders the cards of a page one after the other, a frame for each: rendering all of them in one task would block a slow
// device for half a second, before it can show the first one.
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { afterPaint } from "./after-paint";

/** For each page with cards that still wait for their frame: renders them all. */
const unfinished = new Set<() => void>();

/** Renders the cards that still wait for their frame at once. What leads to a card calls it first. */
export function renderWaitingCards(): void {
  flushSync(() => {
    for (const finish of unfinished) finish();
  });
}

/** Returns how many of the cards are rendered now. */
export function useProgressiveRender(count: number): number {
  const [shown, setShown] = useState(1);
  useEffect(() => {
    if (shown >= count) return;
    const finish = () => setShown(count);
    unfinished.add(finish);
    const cancel = afterPaint(() => setShown(shown + 1));
    return () => {
      unfinished.delete(finish);
      cancel();
    };
  }, [shown, count]);
  return shown;
}
