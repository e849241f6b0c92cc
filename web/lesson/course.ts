// A whole course from its texts: lessons in their order, and the glossary. What the build runs.
import { parseGlossary } from "./glossary";
import { formatProblem, type GlossaryEntry, type Lesson, type Problem } from "./model";
import { parseLesson, type LessonFiles, type ParsedLesson } from "./parse";

export interface CourseTexts {
  /** A folder a lesson. */
  folders: LessonFiles[];
  glossary: string;
}

export interface Course {
  lessons: Lesson[];
  glossary: GlossaryEntry[];
  /** What authors have to mend, in words. */
  problems: string[];
}

export function parseCourse({ folders, glossary }: CourseTexts): Course {
  const parsed = folders.map(parseLesson);
  const { entries, problems } = parseGlossary(glossary);
  const lessons = parsed.flatMap(({ lesson }) => lesson ?? []);
  const all = [...parsed.flatMap((one) => one.problems), ...duplicateNumbers(parsed), ...problems];
  return {
    lessons: lessons.sort((a, b) => a.number - b.number),
    glossary: entries,
    problems: all.map(formatProblem),
  };
}

/** Two lessons cannot have one place in the course. */
function duplicateNumbers(parsed: readonly ParsedLesson[]): Problem[] {
  const seen = new Map<number, string>();
  return parsed.flatMap(({ file, lesson }) => {
    if (lesson === null) return [];
    const { number, line } = lesson;
    const other = seen.get(number);
    if (other === undefined) {
      seen.set(number, file);
      return [];
    }
    const problem = `${number} is that of ${other} already`;
    const remedy = "give each lesson a number of its own: its place in the course";
    return [{ file, line, field: "lesson number", problem, remedy }];
  });
}
