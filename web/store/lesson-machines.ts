// The machines of lessons' steps as a learner left them, kept on this device: who comes back to a step finds its
// knobs and its moment. Each is a link to that moment, for the machine that the step gives. Apart from
// progress, which they must not crowd out: those that were left longest ago make room.
import { z } from "../lesson/schema";
import { createStored, StoredError, type Stored, type StoredShape } from "./stored";
import type { StoredProblem, TextStorage } from "./stored";

/** Room for all of them, in characters: hundreds of steps with a few knobs turned in each. */
export const ROOM = 200_000;

const leftMachine = z.strictObject({
  /** "lesson/step". */
  step: z.string().max(400),
  /** What the step made of it then: in another machine the link means nothing. */
  made: z.string().max(ROOM),
  /** The lab's link. */
  link: z.string().max(ROOM),
});
const list = z.array(leftMachine).max(1_000);

export type LeftMachine = z.infer<typeof leftMachine>;

interface Left {
  /** Those that were left last come last. */
  machines: readonly LeftMachine[];
}

export interface LeftMachines {
  readonly store: Stored<Left>;
  of(step: string): LeftMachine | undefined;
  /** The step's machine as it is left now. */
  keep(machine: LeftMachine): void;
  /** A lesson is begun anew; gives back what there was of it. */
  forget(lesson: string): readonly LeftMachine[];
  /** Brings those back; what was left since stays. */
  restore(machines: readonly LeftMachine[]): void;
}

export const LEFT_MACHINES: StoredShape<Left> = {
  key: "livelock-lab.lesson-machines",
  name: "machines of lessons",
  schema: 1,
  initial: { machines: [] },
  read({ machines }) {
    const read = list.safeParse(machines);
    if (read.success) return { machines: read.data };
    const [issue] = read.error.issues;
    const field = ["machines", ...(issue?.path ?? [])].join(".");
    throw new StoredError(field, issue?.message ?? "is not as it should be");
  },
  // What could not be stored is here alone; all else is as it was stored last, by whichever page.
  merge: (stored, here, written) =>
    written ? stored : { machines: here.machines.reduce(withMachine, stored.machines) },
};

export function createLeftMachines(
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): LeftMachines {
  const store = createStored(LEFT_MACHINES, storage, onProblem);
  return {
    store,
    of: (step) => store.get().machines.find((one) => one.step === step),
    keep: (machine) =>
      store.change(({ machines }) => ({ machines: withMachine(machines, machine) })),
    forget(lesson) {
      let found: readonly LeftMachine[] = [];
      store.change(({ machines }) => {
        found = machines.filter(({ step }) => isOf(step, lesson));
        return { machines: machines.filter(({ step }) => !isOf(step, lesson)) };
      });
      return found;
    },
    restore: (before) =>
      store.change(({ machines }) => ({ machines: machines.reduce(withMachine, before) })),
  };
}

function isOf(step: string, lesson: string): boolean {
  return step.startsWith(`${lesson}/`);
}

/** With this one as the last; the oldest leave when there is no room for all. */
function withMachine(machines: readonly LeftMachine[], last: LeftMachine): readonly LeftMachine[] {
  const others = machines.filter(({ step }) => step !== last.step);
  let room = ROOM - sizeOf(last);
  const kept = others.reverse().filter((one) => (room -= sizeOf(one)) >= 0);
  return [...kept.reverse(), last];
}

function sizeOf({ step, made, link }: LeftMachine): number {
  return step.length + made.length + link.length;
}
