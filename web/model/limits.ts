// The limits of a lesson's step: which knobs the learner may turn, and what the page may show. Outside of lessons
// everything is allowed. Concealed views and values are not rendered at all: no picture, no table, no summary, no text
// for a screen reader. A view that would show a concealed value is concealed too.
import type { MeasureId } from "./measures/measures";
import type { Value } from "../generated/model";
import { ALL_PROGRAM_KNOBS, knobOfPath } from "./program-knobs";
import { VALUE_KINDS, VIEW_ROWS, type ValueKind, type ViewName } from "./views";

/** The axes of a lesson's curve. The setting on the horizontal axis may be locked. */
export interface StepCurve {
  /** The path of the setting on the horizontal axis. */
  axisPath: string;
  measure: MeasureId;
  /** The ends of the horizontal axis; null: those of the lab. */
  from: number | null;
  to: number | null;
}

export interface Limits {
  /** Paths of the knobs that the learner may turn; null outside of lessons: all of them. */
  unlocked: readonly string[] | null;
  concealed: readonly (ViewName | ValueKind)[];
  /** Views that the step does not show, although they would reveal nothing. */
  hidden?: readonly ViewName[];
  /** The axes that the curve has in this step; null: those of the lab. */
  curve: StepCurve | null;
  /** Whether the page offers cures. A lesson does not: the learner should find them. */
  offersCures: boolean;
  /** The step asks for a program: until it is in the machine, another kernel runs there. */
  awaitsProgram?: boolean;
}

export const NO_LIMITS: Limits = {
  unlocked: null,
  concealed: [],
  curve: null,
  offersCures: true,
};

export function isConcealed(
  { concealed, hidden = [] }: Limits,
  what: ViewName | ValueKind,
): boolean {
  if (concealed.includes(what) || hidden.includes(what as ViewName)) return true;
  if (!(what in VIEW_ROWS)) return false;
  const { values, contentOf } = VIEW_ROWS[what as ViewName];
  return [...values, contentOf].some((one) => one !== undefined && concealed.includes(one));
}

/** Whether a description of the machine would tell what a step conceals. */
export function concealsMachine(limits: Limits): boolean {
  return isConcealed(limits, "machine") || VALUE_KINDS.some((one) => isConcealed(limits, one));
}

export function areUnlocked(
  { unlocked }: Pick<Limits, "unlocked">,
  paths: readonly string[],
): boolean {
  const isUnlocked = (path: string) =>
    unlocked?.includes(path) === true ||
    (knobOfPath(path) !== null && unlocked?.includes(ALL_PROGRAM_KNOBS) === true);
  return unlocked === null || paths.every(isUnlocked);
}

/** Whether a change turns only unlocked knobs. */
export function mayChange(limits: Limits, set: Record<string, Value>): boolean {
  return areUnlocked(limits, Object.keys(set));
}
