// The machines of lessons' steps as a learner left them: who comes back to a step finds its knobs and its moment.
// Each is a link to that moment, for the machine that the step gives. Apart from progress, which they must not
// crowd out.
import { z } from "../../lesson/schema";
import type { PersistentList, PersistentListSpec } from "../persistence/persistent-list";

const leftMachine = z.strictObject({
  /** "lesson/step". */
  step: z.string(),
  /** What the step made of it then: in another machine the link means nothing. */
  made: z.string(),
  /** As the lab tells of it. */
  link: z.string(),
});

export type SavedMachine = z.infer<typeof leftMachine>;
export type SavedMachines = PersistentList<SavedMachine>;

export const SAVED_MACHINES_SPEC: PersistentListSpec<SavedMachine> = {
  key: "livelock-lab.lesson-machines",
  name: "machines of lessons",
  item: leftMachine,
  idOf: ({ step }) => step,
  // Hundreds of steps with a few knobs turned in each.
  charactersMax: 200_000,
};

export function isOfLesson({ step }: SavedMachine, lesson: string): boolean {
  return step.startsWith(`${lesson}/`);
}
