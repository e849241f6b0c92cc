// A bar cut into parts that fill it: where each part begins and how wide it is, in hundredths of the
// bar. Parts too small to see keep a sliver, so that what is there can be pointed at. Pure.

export interface Part<T> {
  item: T;
  /** The true share of the whole, 0..1. */
  share: number;
  /** Drawn begin and width, in per cent of the bar; neighbours are parted by the gap. */
  x: number;
  width: number;
}

export interface StackOptions {
  /** Smallest drawn width of a part that is not zero, in per cent. */
  minWidth: number;
  /** Between neighbours, in per cent. */
  gap: number;
}

/** Items of value zero are left out. */
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
