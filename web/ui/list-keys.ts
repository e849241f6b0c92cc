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
  return moveBy(steps[key], at, count);
}

function moveBy(step: number | undefined, at: number, count: number): number | null {
  return step === undefined ? null : Math.max(0, Math.min(count - 1, at + step));
}

/** The same for a list whose entries share one tab stop: Home and End move, too. */
export function tabStopTarget(key: string, at: number, count: number): number | null {
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : listTarget(key, at, count);
}

/** The same for a list whose entries are in rows, in order: the keys to the side move as those up and down. */
export function rowsTarget(key: string, at: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
  return moveBy(steps[key], at, count) ?? tabStopTarget(key, at, count);
}
