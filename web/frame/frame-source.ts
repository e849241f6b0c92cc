// Where a view gets its frames: the last one, and a call whenever there is a newer one. Canvases
// redraw on every call; React reads at most ten times a second.
import type { Frame } from "./frame";

export interface FrameSource {
  readonly current: Frame | null;
  /** Calls back after `current` changed; returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

/** A source that never changes: the gallery's and the tests'. */
export function staticFrameSource(frame: Frame | null): FrameSource {
  return { current: frame, subscribe: () => () => undefined };
}

/** A source that its owner moves on with `show`. */
export function writableFrameSource(): FrameSource & { show(frame: Frame | null): void } {
  const listeners = new Set<() => void>();
  let current: Frame | null = null;
  return {
    get current() {
      return current;
    },
    show(frame) {
      current = frame;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
