// The page's one studio, and React's way to it. It is opened with the page, so that its worker has answered
// by the time that there is a machine to paint.
import { useEffect } from "react";
import { Studio, type PaintWorker } from "./renderer";

let opened: Studio | null = null;

export function openStudio(): Studio {
  opened ??= new Studio({ spawn, whenSeen });
  return opened;
}

function spawn(): PaintWorker | null {
  const able =
    "OffscreenCanvas" in window && "transferControlToOffscreen" in HTMLCanvasElement.prototype;
  if (!able) return null;
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/** The worker's picture goes to the screen by itself: with the second frame from now it has arrived. */
function whenSeen(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

/** The studio, which forgets this canvas when React does. */
export function useStudio(upper: HTMLCanvasElement | null): Studio {
  const studio = openStudio();
  useEffect(() => {
    if (upper === null) return;
    return () => studio.takeDown(upper);
  }, [studio, upper]);
  return studio;
}
