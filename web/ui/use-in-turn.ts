// Renders the cards of a page one after the other, a frame for each: rendering all of them in one task would block a slow
// device for half a second, before it can show the first one.
import { useEffect, useState } from "react";

/** Returns how many of the cards are rendered now. */
export function useInTurn(count: number): number {
  const [shown, setShown] = useState(1);
  useEffect(() => {
    if (shown >= count) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A timer set in an animation frame fires after the browser has painted that frame.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setShown(shown + 1));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [shown, count]);
  return shown;
}
