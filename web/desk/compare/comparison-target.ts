// What the desk's machine is compared with, and the run of the second machine that this means. Pure.
import type { Catalogue, Scenario } from "../../generated/model";
import type { History, HistoryEntry } from "../history/history";
import type { LabState } from "../lab/lab-state";
import {
  memoize,
  withFixedSettings,
  withSettingReset,
  type SettingValues,
} from "../../model/scenario/settings";
import { withTrafficOf } from "../../model/shared-traffic";

/** What the desk's machine is compared with. */
export type ComparisonTarget =
  | { kind: "copy" }
  /** The machine as it was before the last change. Changes of the traffic alone do not count. */
  | { kind: "before" }
  /** The same machine with one knob at its scenario's value during the whole run. */
  | { kind: "without"; path: string }
  /** The same machine with these settings during the whole run. */
  | { kind: "with"; set: SettingValues }
  /** A scenario of the catalogue, with these settings during the whole run. */
  | { kind: "scenario"; id: string; set?: SettingValues }
  /** A machine that is not in the catalogue: the second machine of a lesson. `alsoShared`: the settings beside the traffic that it
   * takes over from the first. */
  | { kind: "machine"; scenario: Scenario; alsoShared: readonly string[] };

/** The run of the second machine, with the traffic that it would have alone. */
export interface SecondRun {
  base: Scenario;
  run: Scenario;
  /** If this is the machine before the last change: the name of that change. */
  before: string | null;
  /** Whether it is shown first, as A: it is the first machine as it was, or without a change. */
  isFirst: boolean;
}

type FirstState = Pick<LabState, "catalogue" | "base" | "scenario" | "history">;

/** Returns null while no first machine is open, and for a scenario that is not in the catalogue. */
export function secondRun(target: ComparisonTarget, first: FirstState): SecondRun | null {
  const { base, scenario, catalogue } = first;
  if (base === null || scenario === null || catalogue === null) return null;
  const beside = { before: null, isFirst: false };
  switch (target.kind) {
    case "copy":
      return { base, run: scenario, ...beside };
    case "before": {
      const entry = lastOwnChange(first);
      if (entry === null) return { base, run: scenario, ...beside };
      const { moment, label } = entry;
      return { base: moment.base, run: moment.scenario, before: label, isFirst: true };
    }
    case "without": {
      const run = withSettingReset(catalogue, base, scenario, target.path);
      return { base, run, before: null, isFirst: true };
    }
    case "with":
      return { base, run: withFixedSettings(catalogue, scenario, target.set), ...beside };
    case "machine":
      return { base: target.scenario, run: target.scenario, ...beside };
    case "scenario": {
      const found = catalogue.scenarios.find(({ id }) => id === target.id);
      if (found === undefined) return null;
      return { base: found, run: withFixedSettings(catalogue, found, target.set ?? {}), ...beside };
    }
  }
}

/** The last change that was not of the traffic alone; null if there is none. */
export function lastOwnChange(first: FirstState): HistoryEntry | null {
  const { history, base, scenario, catalogue } = first;
  if (scenario === null || catalogue === null) return null;
  const entry = findLastChange(catalogue)(scenario)(history);
  // Opening a scenario is no change of this machine.
  return entry?.moment.base.id === base?.id ? (entry ?? null) : null;
}

/** Views ask for the last change after every change of the lab's state. */
const findLastChange = memoize((catalogue: Catalogue) =>
  memoize((scenario: Scenario) =>
    memoize((history: History) => {
      const now = JSON.stringify([scenario.settings, scenario.interventions]);
      return history.past.findLast(({ moment }) => {
        const run = withTrafficOf(catalogue, scenario, moment.scenario);
        return JSON.stringify([run.settings, run.interventions]) !== now;
      });
    }),
  ),
);
