// Parses a lesson that an author dropped on the page.
import { parseLesson, type ParsedLesson } from "./parse";

/** Parses dropped files. The id begins with "draft-", so that it differs from the course's lessons. */
export function parseDraft(files: Record<string, string>): ParsedLesson {
  const parsed = parseLesson({ folder: "", files });
  const { lesson } = parsed;
  return { ...parsed, lesson: lesson && { ...lesson, id: `draft-${lesson.id}` } };
}
