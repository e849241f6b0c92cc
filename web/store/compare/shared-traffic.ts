// The part of a run that decides which packets arrive: the settings `traffic.*` at the start and in interventions, the
// seed, and the capture. In a comparison the follower's run is always its own scenario with the leader's traffic. Pure.
import type { Catalogue, Intervention, Scenario } from "../../engine/model";
import {
  catalogueForMachine,
  findParameter,
  valuesAtStart,
  type SettingValues,
} from "../scenario/settings";

const TRAFFIC_PREFIX = "traffic.";

export function isTraffic(path: string): boolean {
  return path.startsWith(TRAFFIC_PREFIX);
}

/** The settings of a change that belong to the traffic, and the others. */
export function splitChange(set: SettingValues): { traffic: SettingValues; own: SettingValues } {
  const entries = Object.entries(set);
  return {
    traffic: Object.fromEntries(entries.filter(([path]) => isTraffic(path))),
    own: Object.fromEntries(entries.filter(([path]) => !isTraffic(path))),
  };
}

/** The follower's run with the traffic of the leader's run. Returns `run` itself when it has that traffic already.
 * `clockRatio`: cycles of the follower for one cycle of the leader. */
export function withTrafficOf(
  catalogue: Catalogue,
  leader: Scenario,
  run: Scenario,
  clockRatio = 1,
): Scenario {
  const traffic = trafficOf(catalogue, leader, clockRatio);
  if (JSON.stringify(traffic) === JSON.stringify(trafficOf(catalogue, run))) return run;
  const settings = splitChange(run.settings).own;
  const machine = catalogueForMachine(catalogue, run.settings);
  for (const [path, value] of Object.entries(traffic.settings)) {
    if (findParameter(machine, path)?.default !== value) settings[path] = value;
  }
  const { seed, interventions, capture } = traffic;
  // The sort is stable: at the same time, the follower's own changes come first.
  const merged = [...changesOf(run, "own"), ...interventions].sort((a, b) => a.at - b.at);
  const next: Scenario = { ...run, settings, seed, interventions: merged };
  delete next.capture;
  return capture === undefined ? next : { ...next, capture };
}

function trafficOf(catalogue: Catalogue, scenario: Scenario, clockRatio = 1) {
  const interventions = changesOf(scenario, "traffic");
  return {
    seed: scenario.seed,
    capture: scenario.capture,
    settings: trafficAtStart(catalogue, scenario),
    interventions: interventions.map(({ at, set }) => ({ at: Math.round(at * clockRatio), set })),
  };
}

function trafficAtStart(catalogue: Catalogue, scenario: Scenario): SettingValues {
  return splitChange(valuesAtStart(catalogue, scenario)).traffic;
}

/** The interventions with only one part of their settings. Leaves out interventions without such settings. */
function changesOf(scenario: Scenario, part: "traffic" | "own"): Intervention[] {
  return scenario.interventions
    .map(({ at, set }) => ({ at, set: splitChange(set)[part] }))
    .filter(({ set }) => Object.keys(set).length > 0);
}
