// The machines of a lesson's steps as the learner left them, stored on this device. They are stored apart from progress, so
// that they cannot take its space.
import { z } from "../../lib/schema";
import type { PersistentList, PersistentListSpec } from "../../lib/persistence/persistent-list";

const savedMachine = z.strictObject({
  /** "lesson/step". */
  step: z.string(),
  /** The fingerprint of the step's machine when the link was saved. The link is used only for the same machine. */
  made: z.string(),
  /** The lab's link to the machine's state. */
  link: z.string(),
});

export type SavedMachine = z.infer<typeof savedMachine>;
export type SavedMachines = PersistentList<SavedMachine>;

export const SAVED_MACHINES_SPEC: PersistentListSpec<SavedMachine> = {
  key: "livelock-lab.lesson-machines",
  name: "machines of lessons",
  item: savedMachine,
  idOf: ({ step }) => step,
  // Enough for hundreds of steps with a few turned knobs each.
  charactersMax: 200_000,
};

export function isOfLesson({ step }: SavedMachine, lesson: string): boolean {
  return step.startsWith(`${lesson}/`);
}
