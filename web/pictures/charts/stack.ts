// A bar divided into parts: the start and width of each part in per cent of the bar. A part that would be too small
// to see gets a least width, so that it can be pointed at.

export interface Part<T> {
  item: T;
  /** The true share of the whole, 0..1. */
  share: number;
  /** Start and width as drawn, in per cent of the bar, with a gap between neighbours. */
  x: number;
  width: number;
}

export interface StackOptions {
  /** The least width of a part, in per cent. */
  minWidth: number;
  /** The gap between neighbours, in per cent. */
  gap: number;
}

/** Leaves out items with the value 0. */
export function stack<T>(
  items: readonly T[],
  value: (item: T) => number,
  { minWidth, gap }: StackOptions = { minWidth: 0.6, gap: 0.5 },
): Part<T>[] {
  const present = items.filter((item) => value(item) > 0);
  const total = present.reduce((sum, item) => sum + value(item), 0);
  if (total <= 0) return [];
  const room = 100 - gap * (present.length - 1);
  const shares = present.map((item) => value(item) / total);
  const raised = shares.map((share) => Math.max(share * room, minWidth));
  const excess = raised.reduce((sum, width) => sum + width, 0) - room;
  const widest = raised.indexOf(Math.max(...raised));
  let x = 0;
  return present.map((item, index) => {
    const width = (raised[index] ?? 0) - (index === widest ? excess : 0);
    const part = { item, share: shares[index] ?? 0, x, width };
    x += width + gap;
    return part;
  });
}
