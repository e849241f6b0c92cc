// The challenges of kernel C, with the settings of their machines, as `check` compares them with the step of a program's task. A
// module of its own: only what checks a lesson loads the table of challenges.
import type { ChallengeTable } from "../../generated/model";
import table from "../../generated/challenges.json";

const { challenges } = table as unknown as ChallengeTable;

export const CHALLENGE_MACHINES = challenges.map(({ id, common, loads }) => ({
  id,
  settings: loads[common]?.machine.settings ?? {},
}));
