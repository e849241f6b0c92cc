// Runs a function when the browser has painted what is rendered now, and waits for the page's first paint.

/** Returns a function that cancels it. */
export function afterPaint(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A timer set in an animation frame fires after the browser has painted that frame.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(run);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** How long the first paint is awaited: a page in the background is not painted. */
const FIRST_PAINT_MILLISECONDS = 3_000;

/** Resolves when the browser has painted something of the page. */
export function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
    setTimeout(resolve, FIRST_PAINT_MILLISECONDS);
  });
}
