// The page's only offscreen renderer, and its React hook.
import { useEffect } from "react";
import { pixelRatio, watchPixelRatio } from "./paint";
import { OffscreenRenderer } from "./renderer";
import { takePaintWorker } from "./start-paint-worker";

let renderer: OffscreenRenderer | null = null;

export function offscreenRenderer(): OffscreenRenderer {
  if (renderer === null) {
    const created = new OffscreenRenderer({ spawn: takePaintWorker, whenVisible });
    watchPixelRatio(() => created.setPixelRatio(pixelRatio()));
    renderer = created;
  }
  return renderer;
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
