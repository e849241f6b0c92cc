// The machines of lessons' steps as a learner left them: who comes back to a step finds its knobs and its moment.
// Each is a link to that moment, for the machine that the step gives. Apart from progress, which they must not
// crowd out.
import { z } from "../../lesson/schema";
import type { KeptList, ListShape } from "../persistence/persistent-list";

const leftMachine = z.strictObject({
  /** "lesson/step". */
  step: z.string(),
  /** What the step made of it then: in another machine the link means nothing. */
  made: z.string(),
  /** As the lab tells of it. */
  link: z.string(),
});

export type LeftMachine = z.infer<typeof leftMachine>;
export type LeftMachines = KeptList<LeftMachine>;

export const LEFT_MACHINES: ListShape<LeftMachine> = {
  key: "livelock-lab.lesson-machines",
  name: "machines of lessons",
  item: leftMachine,
  idOf: ({ step }) => step,
  // Hundreds of steps with a few knobs turned in each.
  room: 200_000,
};

export function isOfLesson({ step }: LeftMachine, lesson: string): boolean {
  return step.startsWith(`${lesson}/`);
}
