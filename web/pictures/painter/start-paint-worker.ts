// Starts the worker that paints. The page starts it before the renderer's script is loaded, so that it has answered before
// there is a machine to paint.
import { startWorker } from "../../engine/start-worker";
import type { PaintWorker } from "./renderer";
import workerAddress from "./worker.ts?worker&url";

let started: PaintWorker | null = null;
/** What the worker sends before the renderer listens. */
const early: Parameters<NonNullable<PaintWorker["onmessage"]>>[0][] = [];

/** Does nothing when the worker runs already, or when the browser has no OffscreenCanvas. */
export function startPaintWorker(): void {
  const isSupported =
    "OffscreenCanvas" in window && "transferControlToOffscreen" in HTMLCanvasElement.prototype;
  if (started !== null || !isSupported) return;
  started = startWorker(workerAddress, document.documentElement.lang);
  started.onmessage = (event) => early.push(event);
}

/** Returns the worker to the renderer, which then gets the early messages too; null if there is none. */
export function takePaintWorker(): PaintWorker | null {
  startPaintWorker();
  const worker = started;
  queueMicrotask(() => early.splice(0).forEach((event) => worker?.onmessage?.(event)));
  return worker;
}
