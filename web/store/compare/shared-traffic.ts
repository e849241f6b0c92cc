// The part of a run that decides which packets arrive: the settings `traffic.*` at the start and in interventions, the
// seed, and the capture. In a comparison the follower's run is always its own scenario with the leader's traffic. Pure.
import type { Catalogue, Intervention, Scenario } from "../../engine/model";
import {
  catalogueForMachine,
  findParameter,
  isApplicable,
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
  const { capture: _replaced, ...rest } = run;
  const next = { ...rest, settings, seed, interventions: merged };
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

/** The interventions reduced to one part of their settings, without those that then change nothing. */
function changesOf(scenario: Scenario, part: "traffic" | "own"): Intervention[] {
  return scenario.interventions
    .map(({ at, set }) => ({ at, set: splitChange(set)[part] }))
    .filter(({ set }) => Object.keys(set).length > 0);
}

/** Settings outside the traffic group that also decide which packets arrive. */
const ARRIVAL_PATHS = ["machine.link_mbps", "receive.protocol", "srp.application"];

/** Values of `srp.application` whose senders wait for the machine. */
const CLOSED_LOOP = ["stream", "requests", "gateway"];

/** Why the packets of the two machines are not the same in spite of the same traffic settings; null when they are. */
export function whyArrivalsDiffer(
  catalogue: Catalogue,
  leader: SettingValues,
  follower: SettingValues,
): string | null {
  for (const path of ARRIVAL_PATHS) {
    const parameter = findParameter(catalogue, path);
    if (parameter === undefined || leader[path] === follower[path]) continue;
    const matters = [leader, follower].some((values) => isApplicable(catalogue, parameter, values));
    if (matters) return `“${parameter.label}” differs, so the packets are not the same.`;
  }
  const answers = (values: SettingValues) =>
    values["traffic.pattern"] === "rpc" ||
    values["receive.protocol"] === "tcp" ||
    CLOSED_LOOP.includes(String(values["srp.application"]));
  if (answers(leader)) {
    return "The senders wait for answers, so each machine decides when its next packet comes.";
  }
  return null;
}
