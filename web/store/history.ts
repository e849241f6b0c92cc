// Undo and redo as a pure value: two stacks of moments. A moment is everything needed to stand there
// again (a scenario with its interventions, how far it ran, what time was shown), so going back is
// running that scenario again: there is no other mechanism.
import type { Scenario } from "../engine/model";

export interface Moment {
  /** Which scenario of the catalogue "reset" goes back to. */
  base: Scenario;
  scenario: Scenario;
  /** Cycles. */
  head: number;
  t: number;
}

export interface Entry {
  /** What was changed, e.g. "Offered rate". */
  label: string;
  moment: Moment;
}

export interface History {
  past: readonly Entry[];
  future: readonly Entry[];
  /** The change that a following one may join, and when it was made (wall milliseconds). */
  joining: { key: string; at: number } | null;
}

export const NO_HISTORY: History = { past: [], future: [], joining: null };

/** Changes to the same knob this close together, in wall milliseconds, are one undo step. */
const JOIN_MILLISECONDS = 1_000;
const LIMIT = 200;

/** Records the moment before a change; a change of the same key soon after joins the last one. */
export function record(
  history: History,
  key: string,
  label: string,
  moment: Moment,
  now: number,
): History {
  const joins = joinsLast(history, key, now);
  const past = joins ? history.past : [...history.past, { label, moment }].slice(-LIMIT);
  return { past, future: [], joining: { key, at: now } };
}

export function joinsLast(history: History, key: string, now: number): boolean {
  const { joining } = history;
  return joining !== null && joining.key === key && now - joining.at < JOIN_MILLISECONDS;
}

/** Goes back one step; null when there is none. `now` is where we stand, kept for redo. */
export function back(history: History, now: Moment): { history: History; entry: Entry } | null {
  const entry = history.past.at(-1);
  if (entry === undefined) return null;
  const future = [...history.future, { label: entry.label, moment: now }];
  return { history: { past: history.past.slice(0, -1), future, joining: null }, entry };
}

export function forward(history: History, now: Moment): { history: History; entry: Entry } | null {
  const entry = history.future.at(-1);
  if (entry === undefined) return null;
  const past = [...history.past, { label: entry.label, moment: now }];
  return { history: { past, future: history.future.slice(0, -1), joining: null }, entry };
}
