// The part of a run that decides which packets arrive: the settings `traffic.*` at the start and in interventions, the
// seed, and the capture. In a comparison the second machine's run is always its own scenario with the first one's traffic. A lesson's
// step may share other settings too: they are then treated like the traffic (`alsoShared`, setting paths). Pure.
import type { Catalogue, Intervention, Scenario } from "../generated/model";
import {
  catalogueForMachine,
  findParameter,
  valuesAtStart,
  type SettingValues,
} from "./scenario/settings";

const TRAFFIC_PREFIX = "traffic.";

export function isTraffic(path: string): boolean {
  return path.startsWith(TRAFFIC_PREFIX);
}

/** The settings of a change that both machines share, and the others. */
export function splitChange(
  set: SettingValues,
  alsoShared: readonly string[] = [],
): { shared: SettingValues; own: SettingValues } {
  const entries = Object.entries(set);
  const isShared = (path: string) => isTraffic(path) || alsoShared.includes(path);
  return {
    shared: Object.fromEntries(entries.filter(([path]) => isShared(path))),
    own: Object.fromEntries(entries.filter(([path]) => !isShared(path))),
  };
}

interface SharingOptions {
  /** Cycles of the machine for one cycle of the one whose traffic it gets. */
  clockRatio?: number;
  alsoShared?: readonly string[];
}

/** The run `run` with the traffic of the run `source`. Returns `run` itself when it has that traffic already. */
export function withTrafficOf(
  catalogue: Catalogue,
  source: Scenario,
  run: Scenario,
  { clockRatio = 1, alsoShared = [] }: SharingOptions = {},
): Scenario {
  const traffic = trafficOf(catalogue, source, alsoShared, clockRatio);
  if (JSON.stringify(traffic) === JSON.stringify(trafficOf(catalogue, run, alsoShared))) return run;
  const settings = splitChange(run.settings, alsoShared).own;
  const machine = catalogueForMachine(catalogue, run.settings);
  for (const [path, value] of Object.entries(traffic.settings)) {
    if (findParameter(machine, path)?.default !== value) settings[path] = value;
  }
  const { seed, interventions, capture } = traffic;
  // The sort is stable: at the same time, the run's own changes come first.
  const own = changesOf(run, "own", alsoShared);
  const merged = [...own, ...interventions].sort((a, b) => a.at - b.at);
  const next: Scenario = { ...run, settings, seed, interventions: merged };
  delete next.capture;
  return capture === undefined ? next : { ...next, capture };
}

function trafficOf(
  catalogue: Catalogue,
  scenario: Scenario,
  alsoShared: readonly string[],
  clockRatio = 1,
) {
  const interventions = changesOf(scenario, "shared", alsoShared);
  return {
    seed: scenario.seed,
    capture: scenario.capture,
    settings: splitChange(valuesAtStart(catalogue, scenario), alsoShared).shared,
    interventions: interventions.map(({ at, set }) => ({ at: Math.round(at * clockRatio), set })),
  };
}

/** The interventions with only one part of their settings. Leaves out interventions without such settings. */
function changesOf(
  scenario: Scenario,
  part: "shared" | "own",
  alsoShared: readonly string[],
): Intervention[] {
  return scenario.interventions
    .map(({ at, set }) => ({ at, set: splitChange(set, alsoShared)[part] }))
    .filter(({ set }) => Object.keys(set).length > 0);
}
