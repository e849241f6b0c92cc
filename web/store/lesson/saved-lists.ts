// Two lists that the lesson pages store on this device: the machines of the steps as the learner
// left them, and an author's lessons. They are stored apart from progress, so that they cannot take
// its space.
import { z } from "../../lesson/schema";
import type { PersistentList, PersistentListSpec } from "../persistence/persistent-list";

const leftMachine = z.strictObject({
  /** "lesson/step". */
  step: z.string(),
  /** The fingerprint of the step's machine when the link was saved. The link is used only for the same machine. */
  made: z.string(),
  /** The lab's link to the machine's state. */
  link: z.string(),
});

export type SavedMachine = z.infer<typeof leftMachine>;
export type SavedMachines = PersistentList<SavedMachine>;

export const SAVED_MACHINES_SPEC: PersistentListSpec<SavedMachine> = {
  key: "livelock-lab.lesson-machines",
  name: "machines of lessons",
  item: leftMachine,
  idOf: ({ step }) => step,
  // Enough for hundreds of steps with a few turned knobs each.
  charactersMax: 200_000,
};

export function isOfLesson({ step }: SavedMachine, lesson: string): boolean {
  return step.startsWith(`${lesson}/`);
}

const lessonDraft = z.strictObject({
  /** The id of the lesson that the files make. */
  id: z.string(),
  /** Text by file name. */
  files: z.record(z.string(), z.string()),
  /** When it was dropped, in milliseconds since 1970. */
  dropped: z.number().int().min(0).max(8.64e15),
});

export type LessonDraft = z.infer<typeof lessonDraft>;
export type LessonDrafts = PersistentList<LessonDraft>;

export const LESSON_DRAFTS_SPEC: PersistentListSpec<LessonDraft> = {
  key: "livelock-lab.lesson-drafts",
  name: "drafts of lessons",
  item: lessonDraft,
  idOf: ({ id }) => id,
  // Enough for dozens of lessons; a fifth of what a browser stores for a site.
  charactersMax: 1_000_000,
};
