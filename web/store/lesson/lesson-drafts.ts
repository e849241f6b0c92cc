// Lessons that an author dropped, as their files: whoever reloads the page finds them again.
import { z } from "../../lesson/schema";
import type { PersistentList, PersistentListSpec } from "../persistence/persistent-list";

const lessonDraft = z.strictObject({
  /** Of the lesson that was read from them. */
  id: z.string(),
  /** File name to text. */
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
  // Dozens of lessons, and a fifth of what a browser keeps for a site.
  charactersMax: 1_000_000,
};
