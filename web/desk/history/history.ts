// Undo and redo as a pure value: two stacks of moments. A moment holds everything that is needed to return to it: a
// scenario with its interventions, how far it had run, and the shown time. Going back means running that scenario
// again; there is no other mechanism.
import type { Scenario } from "../../generated/model";
import type { CurveChoices } from "../../model/curve-choices";

/** What a link sets beside the machine. */
export interface LinkedView {
  curves: CurveChoices;
  /** The question that is asked about the machine. */
  question: string | null;
}

export interface Moment {
  /** The scenario as it was opened, to which "reset" returns. */
  base: Scenario;
  scenario: Scenario;
  /** Cycles. */
  head: number;
  t: number;
  /** Only if the change replaced it, too. Other changes leave the curves as they are now. */
  view?: LinkedView;
}

export interface HistoryEntry {
  /** The name of the change, e.g. "Offered rate". */
  label: string;
  moment: Moment;
  /** When the change was made, in wall milliseconds: of two machines' histories, undo takes the later change. */
  madeAt: number;
}

export interface History {
  past: readonly HistoryEntry[];
  future: readonly HistoryEntry[];
  /** The transaction whose later changes join the last entry (transactions.ts). */
  openTransaction: number | null;
}

export const NO_HISTORY: History = { past: [], future: [], openTransaction: null };

const ENTRIES_MAX = 200;

/** Records the moment before a change. All changes of one transaction are one undo step. */
export function record(
  history: History,
  transaction: number,
  label: string,
  moment: Moment,
  madeAt = 0,
): History {
  const isSameTransaction = history.openTransaction === transaction;
  const past = isSameTransaction
    ? history.past
    : [...history.past, { label, moment, madeAt }].slice(-ENTRIES_MAX);
  return { past, future: [], openTransaction: transaction };
}

/** Goes back one step; null when there is none. `now` is the current moment, kept for redo. */
export function undoStep(
  history: History,
  now: Moment,
): { history: History; entry: HistoryEntry } | null {
  const entry = history.past.at(-1);
  if (entry === undefined) return null;
  const { target, reverse } = exchange(entry, now);
  const future = [...history.future, reverse];
  const past = history.past.slice(0, -1);
  return { history: { past, future, openTransaction: null }, entry: target };
}

/** Goes forward one step that was undone; null when there is none. */
export function redoStep(
  history: History,
  now: Moment,
): { history: History; entry: HistoryEntry } | null {
  const entry = history.future.at(-1);
  if (entry === undefined) return null;
  const { target, reverse } = exchange(entry, now);
  const past = [...history.past, reverse];
  const future = history.future.slice(0, -1);
  return { history: { past, future, openTransaction: null }, entry: target };
}

/** The entry to return to, and the one for the way back. A view that the change did not replace stays as it is now. */
function exchange(
  entry: HistoryEntry,
  now: Moment,
): { target: HistoryEntry; reverse: HistoryEntry } {
  const { view, ...run } = now;
  const target = { ...entry, moment: { ...now, ...entry.moment } };
  const reverse = { ...entry, moment: entry.moment.view === undefined ? run : { ...run, view } };
  return { target, reverse };
}
