// Several clicks on undo and redo as one way: where it leads, and how that is said.
import type { History, Moment, undoStep } from "./history";

export interface UndoBatch {
  history: History;
  /** Where it leads. */
  target: Moment;
  /** What was undone, or done again, in order. */
  labels: readonly string[];
  /** Steps undone less steps done again. */
  steps: number;
}

export function beginUndoBatch(history: History, here: Moment): UndoBatch {
  return { history, target: here, labels: [], steps: 0 };
}

/** One click more; where there is nothing left to undo it changes nothing. */
export function extendUndoBatch(journey: UndoBatch, way: typeof undoStep): UndoBatch {
  const found = way(journey.history, journey.target);
  if (found === null) return journey;
  const { history, entry } = found;
  const undone = history.past.length < journey.history.past.length;
  const { labels, steps } = journey;
  return {
    history,
    target: entry.moment,
    labels: [...labels, entry.label],
    steps: steps + (undone ? 1 : -1),
  };
}

/** "Undoing 2 steps", "Undone: Offered rate", "3 steps done again". */
export function describeUndoBatch({ labels, steps }: UndoBatch, tense: "going" | "gone"): string {
  const count = Math.abs(steps);
  const [only] = labels;
  if (labels.length === 1 && only !== undefined) {
    if (tense === "going") return steps > 0 ? `Undoing: ${only}` : `Doing again: ${only}`;
    return steps > 0 ? `Undone: ${only}` : `Done again: ${only}`;
  }
  const many = `${count} ${count === 1 ? "step" : "steps"}`;
  if (steps === 0) return tense === "going" ? "Going back to where you were" : "As it was";
  if (tense === "going") return steps > 0 ? `Undoing ${many}` : `Doing ${many} again`;
  return steps > 0 ? `${many} undone` : `${many} done again`;
}
