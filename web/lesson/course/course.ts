// Parses a whole course: the lessons in order, and the glossary. The build calls it.
import { parseGlossary } from "./glossary";
import { formatProblem, type GlossaryEntry, type Lesson, type Problem } from "../lesson";
import { parseLesson, type LessonFiles, type ParsedLesson } from "../parse/parse";
import { readTranslations, type Translation } from "./translation";

export interface CourseTexts {
  /** One folder for each lesson. */
  folders: LessonFiles[];
  glossary: string;
  /** Lessons that are not parsed here, but whose numbers are taken. */
  others?: LessonFiles[];
  /** The text of each lecture by its name. */
  lectures?: Record<string, string>;
}

export interface Course {
  lessons: Lesson[];
  lectures: Lesson[];
  glossary: GlossaryEntry[];
  /** Current translations of lessons by language. A lesson without one is shown as it was written. */
  translations: Record<string, Lesson[]>;
  /** Translations of earlier versions, as text. They are no problem: the page shows the lesson as it was written. */
  outOfDate: string[];
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

export function parseCourse({
  folders,
  glossary,
  others = [],
  lectures: texts = {},
}: CourseTexts): Course {
  const parsed = folders.map(parseLesson);
  const { entries, problems } = parseGlossary(glossary);
  const parsedLectures = Object.entries(texts).map(([name, text]) => parseLecture(name, text));
  const lessons = parsed.flatMap(({ lesson }) => lesson ?? []);
  const translated = parsed.flatMap(({ lesson }, at) =>
    lesson === null || folders[at] === undefined ? [] : readTranslations(folders[at], lesson),
  );
  const all = [
    ...[...parsed, ...parsedLectures].flatMap((one) => one.problems),
    ...translated.flatMap((one) => one.problems),
    ...duplicateNumbers(parsed, others.map(parseLesson)),
    ...problems,
  ];
  return {
    lessons: lessons.sort((a, b) => a.number - b.number),
    lectures: parsedLectures
      .flatMap(({ lesson }) => lesson ?? [])
      .sort((a, b) => a.number - b.number),
    glossary: entries,
    translations: byLanguage(translated),
    outOfDate: translated.map((one) => one.outOfDate).filter((text) => text !== ""),
    problems: all.map(formatProblem),
  };
}

function byLanguage(translated: readonly Translation[]): Record<string, Lesson[]> {
  const found: Record<string, Lesson[]> = {};
  for (const { language, lesson } of translated) {
    if (lesson !== null) (found[language] ??= []).push(lesson);
  }
  return found;
}

/** Reports lessons that have the number of one before, or of another one. */
function duplicateNumbers(
  parsed: readonly ParsedLesson[],
  others: readonly ParsedLesson[],
): Problem[] {
  const seen = new Map(
    others.flatMap(({ file, lesson }) => (lesson === null ? [] : [[lesson.number, file]])),
  );
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
