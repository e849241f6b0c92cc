// Parses a whole course: the lessons in order, and the glossary. The build calls it.
import { parseGlossary } from "./glossary";
import { formatProblem, type GlossaryEntry, type Lesson, type Problem } from "./model";
import { parseLesson, type LessonFiles, type ParsedLesson } from "./parse";

export interface CourseTexts {
  /** One folder for each lesson. */
  folders: LessonFiles[];
  glossary: string;
  /** The text of each lecture by its name. */
  lectures?: Record<string, string>;
}

export interface Course {
  lessons: Lesson[];
  lectures: Lesson[];
  glossary: GlossaryEntry[];
  /** Problems that authors have to correct, as text. */
  problems: string[];
}

/** Parses a lecture: a lesson whose steps are slides. Its id is the name of its file. */
export function parseLecture(name: string, text: string): ParsedLesson {
  const parsed = parseLesson({ folder: "", files: { [`${name}.md`]: text } });
  const { lesson, problems } = parsed;
  const file = `lectures/${name}.md`;
  return {
    file,
    lesson: lesson && { ...lesson, id: `lecture-${name}` },
    problems: problems.map((one) => ({ ...one, file })),
  };
}

export function parseCourse({ folders, glossary, lectures: texts = {} }: CourseTexts): Course {
  const parsed = folders.map(parseLesson);
  const { entries, problems } = parseGlossary(glossary);
  const talks = Object.entries(texts).map(([name, text]) => parseLecture(name, text));
  const lessons = parsed.flatMap(({ lesson }) => lesson ?? []);
  const all = [
    ...[...parsed, ...talks].flatMap((one) => one.problems),
    ...duplicateNumbers(parsed),
    ...problems,
  ];
  return {
    lessons: lessons.sort((a, b) => a.number - b.number),
    lectures: talks.flatMap(({ lesson }) => lesson ?? []).sort((a, b) => a.number - b.number),
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
