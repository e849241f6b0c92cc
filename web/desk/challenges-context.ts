// The challenges of the page “Write a kernel”, created when its panel is first shown.
import { createChallenges, type Challenges } from "./challenges/challenges";
import { freshSeeds } from "./challenges/seeds";
import { judgedOf } from "./stored-programs";
import type { WorkshopContext } from "./workshop-context";

const created = new WeakMap<object, Challenges>();

export function challengesOf(context: Pick<WorkshopContext, "services" | "workshop">): Challenges {
  const known = created.get(context);
  if (known !== undefined) return known;
  const { services, workshop } = context;
  const { lab, trials, notices } = services;
  const challenges = createChallenges({
    ...{ lab, trials, workshop, notices, freshSeeds },
    judged: judgedOf(notices),
  });
  created.set(context, challenges);
  return challenges;
}
