// React hooks that tell a canvas view about the page: the width of an element, the height of the
// window below it, and whether the fonts have loaded.
import { useCallback, useEffect, useState, type RefCallback } from "react";

/** Returns a ref and the width of its element in whole CSS pixels. The width of a hidden element is 0, or the last one if
 * `keepsWhileHidden`: then the picture is there as soon as the element is shown again, and nothing below it moves. */
export function useElementWidth(keepsWhileHidden = false): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const measure = () => {
        if (keepsWhileHidden && !element.checkVisibility()) return;
        setWidth(Math.floor(element.clientWidth));
      };
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      measure();
      return () => observer.disconnect();
    },
    [keepsWhileHidden],
  );
  return [ref, width];
}

/** The edges of the card and of the page below a picture, in CSS pixels. The cards of two pictures side by side have low edges. A
 * slide ends above its number. */
export const EDGES_BELOW = { page: 26, pair: 12, slide: 14 };

/** Where the content of the slide that contains the element ends, or of the window. */
function contentBottom(element: HTMLElement): number {
  const slide = element.closest(".slide");
  if (slide === null) return window.innerHeight;
  return (
    slide.getBoundingClientRect().bottom - Number.parseFloat(getComputedStyle(slide).paddingBottom)
  );
}

/**
 * Returns a ref and the height of the window below its element while the page is not scrolled: the height of a
 * picture that must be visible without scrolling. The height is 0 unless `isEnabled`.
 */
export function useHeightBelow(
  isEnabled: boolean,
  edges = EDGES_BELOW.page,
): [RefCallback<HTMLElement>, number] {
  const [height, setHeight] = useState(0);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || !isEnabled) return;
      const measure = () => {
        // A hidden element has no place yet, for example during the black-out of a lecture.
        if (!element.checkVisibility()) return;
        const top = element.getBoundingClientRect().top + window.scrollY;
        setHeight(Math.max(1, Math.floor(contentBottom(element) - top - edges)));
      };
      // The content above the element may still change its height.
      const observer = new ResizeObserver(measure);
      observer.observe(document.body);
      observer.observe(element);
      window.addEventListener("resize", measure);
      measure();
      return () => {
        observer.disconnect();
        window.removeEventListener("resize", measure);
      };
    },
    [isEnabled, edges],
  );
  return [ref, isEnabled ? height : 0];
}

/** True once the fonts have loaded: a canvas does not redraw by itself when a font arrives. */
export function useFontsReady(): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    let isMounted = true;
    const faces = ["400 14px", "600 14px", "700 14px"].flatMap((style) => [
      document.fonts.load(`${style} "Source Sans 3 Variable"`),
      document.fonts.load(`${style} "Source Code Pro"`),
    ]);
    void Promise.allSettled(faces)
      .then(() => document.fonts.ready)
      .then(() => {
        if (isMounted) setReady(true);
      });
    return () => {
      isMounted = false;
    };
  }, []);
  return isReady;
}
