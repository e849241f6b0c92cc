// Renders the cards of a page one after the other, a frame for each: rendering all of them in one task would block a slow
// device for half a second, before it can show the first one.
import { useEffect, useState } from "react";
import { afterPaint } from "./after-paint";

/** Returns how many of the cards are rendered now. */
export function useProgressiveRender(count: number): number {
  const [shown, setShown] = useState(1);
  useEffect(() => {
    if (shown >= count) return;
    return afterPaint(() => setShown(shown + 1));
  }, [shown, count]);
  return shown;
}
