// Groups changes into transactions. A transaction is what a person calls one change: a drag from pointer down to
// pointer up, or presses of the same knob soon after each other. Undo steps, the previous curve, and the delivery of
// changes during a drag all use transactions.

/** Changes of the same knobs within this time, in wall milliseconds, are one transaction. */
const JOIN_MILLISECONDS = 1_000;

export interface Transactions {
  /** The number of the transaction that a change of these knobs belongs to. Begins a new one where needed. */
  numberFor(key: string): number;
  /** Begins a new transaction, whatever came before, and returns its number. */
  begin(): number;
  /** While the pointer is down, its changes stay one transaction, however long it pauses. */
  setDragging(isDragging: boolean): void;
}

export function createTransactions(now: () => number): Transactions {
  let transaction = 0;
  let last: { key: string; at: number; held: boolean } | null = null;
  let isDragging = false;
  const begin = () => {
    last = null;
    return ++transaction;
  };
  return {
    numberFor(key) {
      const joins =
        last !== null && last.key === key && (last.held || now() - last.at < JOIN_MILLISECONDS);
      if (!joins) begin();
      last = { key, at: now(), held: isDragging };
      return transaction;
    },
    begin,
    setDragging(down) {
      isDragging = down;
      if (!down && last !== null) last = { ...last, held: false, at: now() };
    },
  };
}
