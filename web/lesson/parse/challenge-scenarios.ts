// The machines of challenges that a lesson names: `scenario=poll-with-a-quota`, and with one of the challenge's programs in the place
// of the kernel `scenario=poll-with-a-quota/reference`. So no lesson has a copy of a challenge's settings or programs.
import type { Scenario } from "../../generated/model";
import { CHALLENGE_MACHINES } from "../challenge-machines";
import type { Step, StepContent } from "../lesson";
import type { ProblemCollector } from "./problems";

/** The texts of wrong programs by name, such as "poll-with-a-quota/no-quota". Only the sources have them. */
export type WrongPrograms = Readonly<Record<string, string>>;

/** `own`: the lesson's scenario files, which come first. */
export function challengeScenarios(
  steps: readonly Step[],
  own: Readonly<Record<string, Scenario>>,
  wrong: WrongPrograms,
  problems: ProblemCollector,
): Record<string, Scenario> {
  const found: Record<string, Scenario> = {};
  const missing = new Set<string>();
  const named = steps.flatMap((step) => [step, ...step.variants]).flatMap(namedScenarios);
  for (const { scenario, line } of named) {
    const [id = "", program] = scenario.split("/");
    const challenge = CHALLENGE_MACHINES.find((one) => one.id === id);
    // `check` tells a scenario that does not exist.
    if (challenge === undefined || Object.hasOwn(own, scenario) || scenario in found) continue;
    if (missing.has(scenario)) continue;
    const { machine, statement } = challenge;
    if (program === undefined) {
      found[scenario] = machine;
      continue;
    }
    const ofChallenge = Object.entries(wrong).filter(([name]) => name.startsWith(`${id}/`));
    const programs = { ...challenge.programs };
    for (const [name, text] of ofChallenge) programs[name.slice(id.length + 1)] = text;
    const text = Object.hasOwn(programs, program) ? programs[program] : undefined;
    if (text === undefined) {
      const problem = `the challenge “${id}” has no program “${program}” here`;
      const remedy = `write one of ${Object.keys(programs).join(", ")}`;
      problems.add({ line }, "scenario", problem, remedy);
      missing.add(scenario);
      continue;
    }
    const kernel = { file: `${program}.c`, digest: "", statement, knobs: {}, text };
    found[scenario] = { ...machine, program: kernel };
  }
  return found;
}

/** The scenarios that a step names, each with its line. */
function namedScenarios({ machine, compare, expects }: StepContent) {
  return [machine, compare, ...expects].flatMap((one) => one ?? []);
}
