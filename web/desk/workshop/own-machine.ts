// The machine that a program is written for. A program of a challenge has the challenge's. Another one may name it in its first
// comment, by the command that runs it there:
//
//   /* livelock run figure-6-1 --set kernel.ip=softint --kernel kernel.c */
import type { Catalogue, Scenario } from "../../generated/model";
import { parseNumber } from "../../lib/format/parse-number";
import { challengeMachine, challengeOfMachine } from "../../model/challenge-machine";
import { fingerprint } from "../link/program-field";

const FIRST_COMMENT = /^\s*\/\*.*?\*\//s;
const COMMAND = /livelock run (\S+)((?: --set \S+=\S+)*) --kernel /;

/** The machine that the first comment names; null if it names none that is there. */
export function machineInHead({ scenarios, model }: Catalogue, text: string): Scenario | null {
  const [head = ""] = FIRST_COMMENT.exec(text) ?? [];
  const [command, id, options = ""] = COMMAND.exec(head) ?? [];
  const scenario = scenarios.find((one) => one.id === id);
  if (command === undefined || scenario === undefined) return null;
  const settings = { ...scenario.settings };
  for (const [, path = "", value = ""] of options.matchAll(/--set (\S+?)=(\S+)/g))
    settings[path] =
      value === "true" || value === "false" ? value === "true" : (parseNumber(value) ?? value);
  return { ...scenario, id: `program-${fingerprint(command).slice(0, 8)}`, settings, model };
}

/** Whose machine a scenario is: "challenge-2" for each load of this challenge. Undefined: anybody's. */
export function ownerOf(scenario: Scenario): string | undefined {
  const challenge = challengeOfMachine(scenario);
  return challenge === null
    ? /^program-[0-9a-f]+\b/.exec(scenario.id)?.[0]
    : challengeMachine(challenge);
}

/**
 * Whether a scenario is a run of the judge, whose packets end: a load that is as long as the judge looks, or a run of the window,
 * whose packets come one by one.
 */
export function isJudgedRun(scenario: Scenario): boolean {
  const bringsOne = ({ set }: Scenario["interventions"][number]) =>
    set["traffic.pattern"] === "burst" && set["traffic.burst"] === 1;
  const isLoad = ownerOf(scenario) !== undefined && "trial.ms_max" in scenario.settings;
  return isLoad || scenario.interventions.some(bringsOne);
}
