// What a lesson's step allows: which knobs may be turned, and what may be seen. Outside of lessons
// everything may. What is concealed is not rendered at all: no picture, no table, no summary, no words
// for a screen reader; a view that cannot be shown without telling a concealed value goes with it.
import type { Value } from "../../engine/model";

export const VIEWS = ["machine", "timeline", "sentence", "curve", "outcomes"] as const;
export type ViewName = (typeof VIEWS)[number];

export const VALUES = ["cpu", "packets", "latency"] as const;
export type ValueName = (typeof VALUES)[number];

export interface Limits {
  /** Paths of the knobs that may be turned; null: no lesson, all of them. */
  unlocked: readonly string[] | null;
  concealed: readonly (ViewName | ValueName)[];
  /** The page offers to mend what is wrong; a lesson lets the learner find out. */
  offersCures: boolean;
}

export const NO_LIMITS: Limits = { unlocked: null, concealed: [], offersCures: true };

/** What a view tells in every one of its parts. */
const VALUES_SHOWN: Record<ViewName, readonly ValueName[]> = {
  machine: ["cpu", "packets"],
  timeline: ["cpu"],
  sentence: ["cpu", "packets", "latency"],
  curve: ["packets"],
  // Its parts are concealed one by one.
  outcomes: [],
};

export function isConcealed({ concealed }: Limits, what: ViewName | ValueName): boolean {
  if (concealed.includes(what)) return true;
  return (
    what in VALUES_SHOWN &&
    VALUES_SHOWN[what as ViewName].some((value) => concealed.includes(value))
  );
}

export function areUnlocked({ unlocked }: Limits, paths: readonly string[]): boolean {
  return unlocked === null || paths.every((path) => unlocked.includes(path));
}

/** A change that would turn a locked knob is none of the learner's. */
export function mayChange(limits: Limits, set: Record<string, Value>): boolean {
  return areUnlocked(limits, Object.keys(set));
}
