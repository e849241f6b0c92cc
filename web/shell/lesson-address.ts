// The addresses of the lesson pages: "#/lessons" "#/lessons/<lesson>/<step>", and
// "#/lessons/<lesson>/print".
import type { Lesson, Step } from "../lesson/lesson";
import { useHash } from "./location-hash";

export type LessonRoute = { page: "list" } | { page: "lesson"; lesson: string; step: string };

export function parseLessonRoute(hash: string): LessonRoute {
  const [, lesson = "", step = ""] = /^#\/lessons(?:\/([\w-]+)(?:\/([\w-]+))?)?/.exec(hash) ?? [];
  if (lesson === "") return { page: "list" };
  return { page: "lesson", lesson, step };
}

export const LESSONS_HASH = "#/lessons";
/** The teacher's guide is at the place of a lesson with this id. */
export const GUIDE_ID = "teachers-guide";
export const GUIDE_HASH = `${LESSONS_HASH}/${GUIDE_ID}`;

export function stepHash(lesson: Lesson, step: Step): string {
  return `#/lessons/${lesson.id}/${step.id}`;
}

const PRINT = "print";

/** The address of the whole lesson for printing, at the place of a step. */
export function printHash({ id }: Lesson): string {
  return `#/lessons/${id}/${PRINT}`;
}

/** Whether an address is that of the print. A step that has this name comes first. */
export function isPrintRoute({ steps }: Lesson, step: string): boolean {
  return step === PRINT && steps.every(({ id }) => id !== PRINT);
}

export function useLessonRoute(): LessonRoute {
  return parseLessonRoute(useHash());
}
