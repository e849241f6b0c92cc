// Which changes belong together. A gesture is what a person calls one change: a drag from where it was
// grasped to where it was let go, or presses of the same knob soon after each other. Undo, the curve
// "before" and what reaches the machine while one drags all go by gestures.

/** Changes of the same knobs this close together, in wall milliseconds, are one gesture. */
const JOIN_MILLISECONDS = 1_000;

export interface Transactions {
  /** The number of the gesture that a change of these knobs belongs to; a new one when it begins one. */
  numberFor(key: string): number;
  /** A new gesture, whatever came before. */
  begin(): number;
  /** The pointer is down: what it holds stays one gesture, however long it rests. */
  setDragging(held: boolean): void;
}

export function createTransactions(now: () => number): Transactions {
  let gesture = 0;
  let last: { key: string; at: number; held: boolean } | null = null;
  let held = false;
  const begin = () => {
    last = null;
    return ++gesture;
  };
  return {
    numberFor(key) {
      const joins =
        last !== null && last.key === key && (last.held || now() - last.at < JOIN_MILLISECONDS);
      if (!joins) begin();
      last = { key, at: now(), held };
      return gesture;
    },
    begin,
    setDragging(down) {
      held = down;
      if (!down && last !== null) last = { ...last, held: false, at: now() };
    },
  };
}
