// Compares two runs: finds the time at which they begin to differ, and the view state that has no meaning in the other
// run (a packet's number, a range of time).
import type { Intervention, Scenario } from "../../generated/model";
import type { LabState } from "./lab-state";
import { programKey, sortByPath } from "../../model/scenario/settings";

/** The cycle from which two runs may differ. 0 when they begin differently, Infinity when they are the same. */
export function firstDifference(a: Scenario, b: Scenario): number {
  if (initialConditions(a) !== initialConditions(b)) return 0;
  const length = Math.max(a.interventions.length, b.interventions.length);
  for (let index = 0; index < length; index++) {
    const [one, other] = [a.interventions[index], b.interventions[index]];
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    return Math.min(one?.at ?? Infinity, other?.at ?? Infinity);
  }
  return Infinity;
}

/** The one intervention that `next` has after those of `run`; null when the runs differ in another way. */
export function addedIntervention(run: Scenario, next: Scenario): Intervention | null {
  const count = run.interventions.length;
  const added = next.interventions[count];
  if (added === undefined || next.interventions.length !== count + 1) return null;
  const withoutIt = { ...next, interventions: next.interventions.slice(0, count) };
  return firstDifference(run, withoutIt) === Infinity ? added : null;
}

function initialConditions(scenario: Scenario): string {
  const { settings, seed, capture } = scenario;
  return JSON.stringify([sortByPath(settings), seed, capture?.digest, programKey(scenario)]);
}

type ViewState = Pick<LabState, "scenario" | "selection" | "highlight" | "range" | "runNumber">;

/** The view state to reset when the run `next` is shown at `head`; `t` is the shown time of the run before. */
export function invalidatedView(
  { scenario, selection, highlight, range, runNumber }: ViewState,
  t: number,
  next: Scenario,
  head: number,
): Partial<ViewState> {
  const until = scenario === null ? 0 : firstDifference(scenario, next);
  const isOtherRun = until < t || until < head;
  const isBeyondHead = range !== null && range.from >= head;
  return {
    ...(isOtherRun || isBeyondHead ? { range: null } : {}),
    ...(isOtherRun ? { runNumber: runNumber + 1 } : {}),
    ...(isOtherRun && selection?.kind === "packet" ? { selection: null } : {}),
    ...(isOtherRun && highlight?.kind === "packet" ? { highlight: null } : {}),
  };
}
