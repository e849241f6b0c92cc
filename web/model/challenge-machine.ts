// The machine of a challenge in a scenario's id: "challenge-7", or of one of its loads "challenge-7-slow". A link has the number.
import type { Scenario } from "../generated/model";

/** Null: the machine belongs to no challenge. */
export function challengeOfMachine({ id }: Pick<Scenario, "id">): number | null {
  const [, number] = /^challenge-(\d+)\b/.exec(id) ?? [];
  return number === undefined ? null : Number(number);
}

export const challengeMachine = (number: number): string => `challenge-${number}`;
