// What the embedding page asks of one machine: to change settings, and to run a trial. Errors name the wrong field.
import type { Catalogue, Report, Scenario, Value } from "../../generated/model";
import { Priority } from "../../engine/pool";
import { RefusedError } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import { runResults, type RunResults } from "../../model/files/run-file";
import { splitChange } from "../../model/shared-traffic";
import type { Trials } from "../curve/run-trials";
import type { Machine } from "../lab/machine";
import { similarNames } from "../link/link-changes";
import {
  catalogueForMachine,
  findParameter,
  nonDefaultSettings,
  parseValue,
  validateValue,
  type SettingValues,
} from "../../model/scenario/settings";
import { waitForState, type Store } from "../../lib/store";

const TRIALS_MAX = 16;

/** Changes settings of `machine`, which is the first machine (`lab`) or the second. Resolves with what the core has refused. */
export async function changeSettings(
  lab: Machine,
  machine: Machine,
  settings: Record<string, Value>,
): Promise<readonly FieldProblem[]> {
  const wanted = checkSettings(machine, settings);
  machine.change(wanted);
  // Settings of the traffic are those of the first machine.
  for (const one of new Set([lab, machine])) {
    await new Promise<void>((resolve) => one.afterChanges(resolve));
  }
  const values = { ...machine.values(), ...splitChange(lab.values()).shared };
  const refused = Object.entries(wanted).filter(([path, value]) => values[path] !== value);
  return refused.map(([field, value]) => ({
    field,
    value: String(value),
    problem: "the machine refused it; a notice on the embedded page says why",
    allowed: "",
  }));
}

/** Runs trials with the settings that a machine has at the shown time, and those of the request. */
export function createTrialRunner(trials: Store<Trials>) {
  let count = 0;
  let waiting = 0;

  return async function runTrial(
    machine: Machine,
    request: { settings?: Record<string, Value>; seed?: number },
  ): Promise<RunResults> {
    if (waiting >= TRIALS_MAX) {
      const allowed = `at most ${TRIALS_MAX} trials at a time`;
      throw new RefusedError([
        { field: "type", value: "trial", problem: "too many wait", allowed },
      ]);
    }
    const scenario = trialScenario(machine, request);
    waiting++;
    try {
      const { pool } = await waitForState(trials, (state) => state.pool !== null);
      const report = await new Promise<Report>((resolve, reject) => {
        pool?.submit({
          scenario: JSON.stringify(scenario),
          priority: Priority.goal,
          owner: `embed ${++count}`,
          onReport: resolve,
          onFailure: reject,
        });
      });
      return runResults(report, scenario, null);
    } finally {
      waiting--;
    }
  };
}

function trialScenario(
  machine: Machine,
  { settings = {}, seed }: { settings?: Record<string, Value>; seed?: number },
): Scenario {
  const { scenario, catalogue } = machine.state.get();
  if (scenario === null || catalogue === null) throw notStarted();
  const values = { ...machine.values(), ...checkSettings(machine, settings) };
  return {
    ...scenario,
    seed: seed ?? scenario.seed,
    settings: nonDefaultSettings(catalogue, values),
    interventions: [],
  };
}

/** Checks settings against the machine's table. Throws a RefusedError that names all wrong ones. */
function checkSettings(machine: Machine, settings: Record<string, Value>): SettingValues {
  const catalogue = machineCatalogue(machine, settings);
  const problems: FieldProblem[] = [];
  const checked: SettingValues = {};
  for (const [path, given] of Object.entries(settings)) {
    const parameter = findParameter(catalogue, path);
    if (parameter === undefined) {
      problems.push(unknownSetting(catalogue, path, given));
      continue;
    }
    const value = typeof given === "string" ? parseValue(parameter, given) : given;
    const problem = validateValue(parameter, value);
    if (problem !== null) problems.push(problem);
    else checked[path] = value;
  }
  if (problems.length > 0) throw new RefusedError(problems);
  return checked;
}

function unknownSetting({ parameters }: Catalogue, path: string, given: Value): FieldProblem {
  const paths = parameters.map((one) => one.path);
  return {
    field: path,
    value: String(given),
    problem: "there is no such setting",
    allowed: similarNames(path, paths),
  };
}

function machineCatalogue(machine: Machine, settings: SettingValues): Catalogue {
  const { catalogue } = machine.state.get();
  if (catalogue === null) throw notStarted();
  return catalogueForMachine(catalogue, { ...machine.values(), ...settings });
}

export function notStarted(): RefusedError {
  const problem = "the simulator is not running; the embedded page says why";
  return new RefusedError([{ field: "lab", value: "", problem, allowed: "" }]);
}
