// How many CSS pixels of the window lie below an element when the page is not scrolled: what a picture may
// take that must be seen whole. 0 when it is not asked for.
import { useCallback, useState, type RefCallback } from "react";

/** Under the picture: the card's and the page's lower edges. */
const EDGE = 26;

export function useHeightBelow(asked: boolean): [RefCallback<HTMLElement>, number] {
  const [room, setRoom] = useState(0);
  const mark = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || !asked) return;
      const measure = () => {
        const top = element.getBoundingClientRect().top + window.scrollY;
        setRoom(Math.max(1, Math.floor(window.innerHeight - top - EDGE)));
      };
      // What stands above may still take its final height.
      const observer = new ResizeObserver(measure);
      observer.observe(document.body);
      window.addEventListener("resize", measure);
      measure();
      return () => {
        observer.disconnect();
        window.removeEventListener("resize", measure);
      };
    },
    [asked],
  );
  return [mark, asked ? room : 0];
}
