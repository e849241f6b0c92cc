// The stored form of a learner's progress: progress by lesson, how often each lesson was reset, and drafts: what was
// typed, chosen or drawn, but is not an answer yet. Two open tabs share one stored text: merging keeps the work of both.
import {
  mergeProgress,
  PROGRESS_SCHEMA,
  parseProgress,
  type Progress,
} from "../../lesson/progress";
import { readShape, z } from "../../lib/schema";
import type { PersistentSpec } from "../../lib/persistence/persistent-store";

export interface StoredProgress {
  lessons: Progress;
  /** By lesson id: how many times it was reset. Progress from before a reset does not come back. */
  anew: Record<string, number>;
  /** By lesson id and task id: a typed text or number, the number of a chosen option, or a prediction (`formatGuess`). */
  drafts: Record<string, Record<string, string>>;
  /** By lesson id and task id: texts of other devices, which a file has brought, beside the one that is here. */
  others: Record<string, Record<string, readonly string[]>>;
}

const anew = z.record(z.string(), z.number().int().min(0));
/** More devices than a learner has. */
export const OTHER_TEXTS_MAX = 20;
const othersShape = z.record(
  z.string(),
  z.record(z.string(), z.array(z.string().max(20_000)).max(OTHER_TEXTS_MAX)),
);
const draftsShape = z.record(z.string(), z.record(z.string(), z.string().max(20_000)));

export const STORED_PROGRESS_SPEC: PersistentSpec<StoredProgress> = {
  key: "livelock-lab.lessons",
  name: "lesson progress",
  schema: PROGRESS_SCHEMA,
  initial: { lessons: {}, anew: {}, drafts: {}, others: {} },
  parse: (value) => ({
    lessons: parseProgress(value.lessons),
    // Earlier versions of the page stored none.
    anew: readShape(anew, value.anew ?? {}, { inside: "anew" }),
    drafts: readDrafts(value.drafts),
    others: readOthers(value.others),
  }),
  merge: mergeStoredProgress,
};

/** Earlier versions of the page stored none. */
export function readDrafts(value: unknown): StoredProgress["drafts"] {
  return readShape(draftsShape, value ?? {}, { inside: "drafts" });
}

/** Earlier versions of the page stored none. */
export function readOthers(value: unknown): StoredProgress["others"] {
  return readShape(othersShape, value ?? {}, { inside: "others" });
}

/** Merges the stored progress with the progress of this tab. For each lesson, the side with more resets wins. If both have
 * the same number of resets, the work of both counts. The drafts and the texts of other devices are the stored ones, unless this tab
 * could not store its own. */
export function mergeStoredProgress(
  stored: StoredProgress,
  here: StoredProgress,
  written: boolean,
): StoredProgress {
  const merged: StoredProgress = { lessons: {}, anew: { ...stored.anew }, drafts: {}, others: {} };
  const parts = [stored, here].flatMap((one) => Object.values(one) as object[]);
  for (const id of new Set(parts.flatMap((part) => Object.keys(part)))) {
    const [theirs, ours] = [stored.anew[id] ?? 0, here.anew[id] ?? 0];
    if (ours > theirs) merged.anew[id] = ours;
    const newest = ours > theirs ? [here] : theirs > ours ? [stored] : [stored, here];
    for (const { lessons } of newest) {
      const lesson = lessons[id];
      if (lesson !== undefined) merged.lessons = mergeProgress(merged.lessons, { [id]: lesson });
    }
    for (const { drafts, others } of written ? newest.slice(0, 1) : newest) {
      const [typed, texts] = [drafts[id], others[id]];
      if (typed !== undefined) merged.drafts[id] = { ...typed, ...merged.drafts[id] };
      if (texts !== undefined) merged.others[id] = { ...texts, ...merged.others[id] };
    }
  }
  return merged;
}
