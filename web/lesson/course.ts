// Parses a whole course: the lessons in order, and the glossary. The build calls it.
import { parseGlossary } from "./glossary";
import { formatProblem, type GlossaryEntry, type Lesson, type Problem } from "./model";
import { parseLesson, type LessonFiles, type ParsedLesson } from "./parse";

export interface CourseTexts {
  /** One folder for each lesson. */
  folders: LessonFiles[];
  glossary: string;
}

export interface Course {
  lessons: Lesson[];
  glossary: GlossaryEntry[];
  /** Problems that authors have to correct, as text. */
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

/** Reports lessons with the same number. */
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
    const problem = `${number} is already the number of ${other}`;
    const remedy = "give each lesson its own number: its place in the course";
    return [{ file, line, field: "lesson number", problem, remedy }];
  });
}
