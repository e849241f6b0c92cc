// The page's one studio, and React's way to it. It is opened with the page, so that its worker has answered
// by the time that there is a machine to paint.
import { useEffect } from "react";
import { OffscreenRenderer, type PaintWorker } from "./renderer";

let opened: OffscreenRenderer | null = null;

export function offscreenRenderer(): OffscreenRenderer {
  opened ??= new OffscreenRenderer({ spawn, whenVisible });
  return opened;
}

function spawn(): PaintWorker | null {
  const able =
    "OffscreenCanvas" in window && "transferControlToOffscreen" in HTMLCanvasElement.prototype;
  if (!able) return null;
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/** The worker's picture goes to the screen by itself: with the second frame from now it has arrived. */
function whenVisible(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

/** The studio, which forgets this canvas when React does. */
export function useOffscreenRenderer(upper: HTMLCanvasElement | null): OffscreenRenderer {
  const studio = offscreenRenderer();
  useEffect(() => {
    if (upper === null) return;
    return () => studio.detach(upper);
  }, [studio, upper]);
  return studio;
}
