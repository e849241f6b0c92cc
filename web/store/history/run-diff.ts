// Two runs side by side: until when they are the same, and what of the way one is looked at means nothing in the
// other: a packet's number, a stretch of time.
import type { Scenario } from "../../engine/model";
import type { LabState } from "../lab/lab-state";

/** The cycle from which two runs may differ: 0 when they begin differently, Infinity when they are the same. */
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

function initialConditions({ settings, seed, capture }: Scenario): string {
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted, seed, capture?.digest]);
}

type ViewState = Pick<LabState, "scenario" | "selection" | "highlight" | "range" | "runNumber">;

/** What is no longer looked at when another scenario stands at `head`; `t` is what was shown of the one before. */
export function invalidatedView(
  { scenario, selection, highlight, range, runNumber }: ViewState,
  t: number,
  next: Scenario,
  head: number,
): Partial<ViewState> {
  const until = scenario === null ? 0 : firstDifference(scenario, next);
  const another = until < t || until < head;
  const beyond = range !== null && range.from >= head;
  return {
    ...(another || beyond ? { range: null } : {}),
    ...(another ? { runNumber: runNumber + 1 } : {}),
    ...(another && selection?.kind === "packet" ? { selection: null } : {}),
    ...(another && highlight?.kind === "packet" ? { highlight: null } : {}),
  };
}
