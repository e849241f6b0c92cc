// Several clicks on undo and redo, applied as one: the moment they lead to, and their description.
import { tr } from "../../i18n/i18n";
import type { History, Moment, undoStep } from "./history";

export interface UndoBatch {
  history: History;
  /** The moment that the clicks lead to. */
  target: Moment;
  /** The labels of the steps that were undone or redone, in order. */
  labels: readonly string[];
  /** Steps undone minus steps redone. */
  steps: number;
}

export function beginUndoBatch(history: History, currentMoment: Moment): UndoBatch {
  return { history, target: currentMoment, labels: [], steps: 0 };
}

/** Adds one click. Changes nothing when there is nothing left to undo or redo. */
export function extendUndoBatch(batch: UndoBatch, operation: typeof undoStep): UndoBatch {
  const found = operation(batch.history, batch.target);
  if (found === null) return batch;
  const { history, entry } = found;
  const undone = history.past.length < batch.history.past.length;
  const { labels, steps } = batch;
  return {
    history,
    target: entry.moment,
    labels: [...labels, entry.label],
    steps: steps + (undone ? 1 : -1),
  };
}

/** "Undoing 2 steps", "Undone: Offered rate", "3 steps redone". */
export function describeUndoBatch({ labels, steps }: UndoBatch, tense: "present" | "past"): string {
  const count = Math.abs(steps);
  const [only] = labels;
  if (labels.length === 1 && only !== undefined) {
    if (tense === "present")
      return steps > 0 ? tr("Undoing: {only}", { only }) : tr("Redoing: {only}", { only });
    return steps > 0 ? tr("Undone: {only}", { only }) : tr("Redone: {only}", { only });
  }
  const many = `${count} ${count === 1 ? "step" : "steps"}`;
  if (steps === 0)
    return tense === "present" ? tr("Going back to where you were") : tr("Back where you were");
  if (tense === "present")
    return steps > 0 ? tr("Undoing {many}", { many }) : tr("Redoing {many}", { many });
  return steps > 0 ? tr("{many} undone", { many }) : tr("{many} redone", { many });
}
