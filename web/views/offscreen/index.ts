// The page's only offscreen renderer, and its React hook. `main.tsx` creates it when the page opens, so that the
// worker has answered before there is a machine to paint.
import { useEffect } from "react";
import { startWorker } from "../../engine/start-worker";
import { OffscreenRenderer, type PaintWorker } from "./renderer";
import workerAddress from "./worker.ts?worker&url";

let renderer: OffscreenRenderer | null = null;

export function offscreenRenderer(): OffscreenRenderer {
  renderer ??= new OffscreenRenderer({ spawn, whenVisible });
  return renderer;
}

function spawn(): PaintWorker | null {
  const isSupported =
    "OffscreenCanvas" in window && "transferControlToOffscreen" in HTMLCanvasElement.prototype;
  if (!isSupported) return null;
  return startWorker(workerAddress, document.documentElement.lang);
}

/** Calls `run` when the worker's picture is visible: at the second animation frame from now. The
 * browser gives no event for it. */
function whenVisible(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

/** Returns the renderer, and detaches the canvas when React removes it. */
export function useOffscreenRenderer(workerCanvas: HTMLCanvasElement | null): OffscreenRenderer {
  const shared = offscreenRenderer();
  useEffect(() => {
    if (workerCanvas === null) return;
    return () => shared.detach(workerCanvas);
  }, [shared, workerCanvas]);
  return shared;
}
