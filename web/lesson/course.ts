// A whole course from its texts: lessons in their order, and the glossary. What the build runs.
import { parseGlossary } from "./glossary";
import { sayProblem, type Entry, type Lesson } from "./model";
import { parseLesson, type LessonFiles } from "./parse";

export interface CourseTexts {
  /** A folder a lesson. */
  folders: LessonFiles[];
  glossary: string;
}

export interface Course {
  lessons: Lesson[];
  glossary: Entry[];
  /** What authors have to mend, in words. */
  problems: string[];
}

export function parseCourse({ folders, glossary }: CourseTexts): Course {
  const parsed = folders.map(parseLesson);
  const { entries, problems } = parseGlossary(glossary);
  const lessons = parsed.flatMap(({ lesson }) => lesson ?? []);
  return {
    lessons: lessons.sort((a, b) => a.number - b.number),
    glossary: entries,
    problems: [...parsed.flatMap((one) => one.problems), ...problems].map(sayProblem),
  };
}
