// Undo and redo as a pure value: two stacks of moments. A moment is everything needed to stand there
// again (a scenario with its interventions, how far it ran, what time was shown), so going back is
// running that scenario again: there is no other mechanism.
import type { Scenario } from "../../engine/model";

export interface Moment {
  /** Which scenario of the catalogue "reset" goes back to. */
  base: Scenario;
  scenario: Scenario;
  /** Cycles. */
  head: number;
  t: number;
}

export interface HistoryEntry {
  /** What was changed, e.g. "Offered rate". */
  label: string;
  moment: Moment;
}

export interface History {
  past: readonly HistoryEntry[];
  future: readonly HistoryEntry[];
  /** The gesture whose later changes join the last entry (gestures.ts). */
  openTransaction: number | null;
}

export const NO_HISTORY: History = { past: [], future: [], openTransaction: null };

const ENTRIES_MAX = 200;

/** Records the moment before a change; the changes of one gesture are one step. */
export function record(history: History, gesture: number, label: string, moment: Moment): History {
  const joins = history.openTransaction === gesture;
  const past = joins ? history.past : [...history.past, { label, moment }].slice(-ENTRIES_MAX);
  return { past, future: [], openTransaction: gesture };
}

/** Goes back one step; null when there is none. `now` is where we stand, kept for redo. */
export function undoStep(
  history: History,
  now: Moment,
): { history: History; entry: HistoryEntry } | null {
  const entry = history.past.at(-1);
  if (entry === undefined) return null;
  const future = [...history.future, { label: entry.label, moment: now }];
  return { history: { past: history.past.slice(0, -1), future, openTransaction: null }, entry };
}

export function redoStep(
  history: History,
  now: Moment,
): { history: History; entry: HistoryEntry } | null {
  const entry = history.future.at(-1);
  if (entry === undefined) return null;
  const past = [...history.past, { label: entry.label, moment: now }];
  return { history: { past, future: history.future.slice(0, -1), openTransaction: null }, entry };
}
