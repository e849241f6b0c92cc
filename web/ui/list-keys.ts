// The keys that move in a list.

const PAGE = 8;

/** The entry to which an arrow key or a page key moves from the entry `at`; null for another key. */
export function listTarget(key: string, at: number, count: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
  };
  const step = steps[key];
  return step === undefined ? null : Math.max(0, Math.min(count - 1, at + step));
}
