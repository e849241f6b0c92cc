// Where a step has its numbers, for eyes and for ears: a picture helps nobody who cannot see it, so the tables
// beside the step's pictures are named as their buttons are.
import type { Step } from "../../lesson/model";
import type { ViewName } from "../../store/lab/limits";
import { concealedIn } from "../../store/lesson/step-machine";

const TABLES: readonly [ViewName, string][] = [
  ["machine", "“The machine as a table”"],
  ["curve", "“The curve as a table”"],
  ["outcomes", "“The numbers as tables”"],
];

/** While a step is not done; what it conceals until then has no table either. */
export function sayWhereToLook(step: Step): string {
  const concealed = concealedIn(step, false);
  const tables = TABLES.filter(([view]) => !concealed.includes(view)).map(([, name]) => name);
  if (tables.length === 0) return "Look again: the numbers are in the pictures.";
  const last = tables.pop() ?? "";
  const all = tables.length === 0 ? last : `${tables.join(", ")} and ${last}`;
  return `Look again: the numbers are in the pictures, and as text in ${all}.`;
}
