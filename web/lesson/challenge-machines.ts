// The challenges of kernel C with their machines, as lessons use them. A module of its own: only what parses or checks a lesson
// loads the table of challenges.
import type { ChallengeTable, Scenario } from "../generated/model";
// Node reads it too, in the end-to-end tests.
import table from "../generated/challenges.json" with { type: "json" };

const { challenges, statement } = table as unknown as ChallengeTable;

export const CHALLENGE_MACHINES = challenges.flatMap(
  ({ id, title, skeleton, reference, common, loads }) => {
    const { machine } = loads[common] ?? {};
    if (machine === undefined) return [];
    const named: Scenario = { ...machine, id, title };
    const programs: Record<string, string> = { skeleton, reference };
    return [{ id, machine: named, settings: named.settings, statement, programs }];
  },
);
