// Gives a view its frames: the newest frame, and a call for each newer one. Canvases redraw on every call; React
// components read at most ten times a second.
import type { Frame } from "./frame";

export interface FrameSource {
  readonly current: Frame | null;
  /** Calls back after `current` changed. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

/** A source with one frame, for the gallery and for tests. */
export function staticFrameSource(frame: Frame | null): FrameSource {
  return { current: frame, subscribe: () => () => undefined };
}

/** A source whose owner sets the frame with `show`. */
export function writableFrameSource(): FrameSource & { show(frame: Frame | null): void } {
  const listeners = new Set<() => void>();
  let current: Frame | null = null;
  return {
    get current() {
      return current;
    },
    show(frame) {
      current = frame;
      // An error in one picture must not keep the frame from the others.
      for (const listener of listeners) {
        try {
          listener();
        } catch (error) {
          reportError(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
