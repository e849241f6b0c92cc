// A translation of a lesson: `lesson.es.md` beside `lesson.md`. It is a whole lesson with the same directives; only its words
// differ. The page takes the words from it and everything else (ids, machines, answers, goals, statements) from the original,
// so progress, hand-in and grading are the same in every language.
//
//     lesson.md    -> parse -> Lesson --+-> digest: what `translates` of the translation names
//     lesson.es.md -> parse -> Lesson --+-> same structure? -> words of one, all else of the other
import { digestOf } from "../digest";
import { type Block, type Inline, type Lesson, type Pointer, type Problem } from "../lesson";
import { parseLesson, translationFiles, type LessonFiles } from "../parse/parse";

export interface Translation {
  file: string;
  language: string;
  /** null: it has problems or is out of date, and the page shows the original. */
  lesson: Lesson | null;
  /** Why it is out of date; empty when it is current. */
  outOfDate: string;
  problems: Problem[];
}

/** Strings that a translation has in its own words. */
const WORDS = new Set(["title", "label", "labelA", "name", "unit"]);
/** Prose that a translation has in its own words. It points at the same parts and terms. */
const PROSE = new Set(["summary", "blocks", "prose", "feedback", "otherFeedback", "notes", "text"]);
/** What a translation need not have: the original has it. */
const OF_THE_ORIGINAL = new Set([
  "line",
  "expects",
  "checkedBy",
  "scenarios",
  "translates",
  "language",
]);

/** The translations of a lesson, by the languages of its files. */
export function readTranslations(files: LessonFiles, original: Lesson): Translation[] {
  return translationFiles(files).map(({ language, name, texts }) => {
    const { lesson, problems } = parseLesson({ ...files, files: texts });
    const file = `${files.folder}/${name}`;
    const own = problems.map((one) => ({ ...one, file }));
    if (lesson === null) return { file, language, lesson: null, outOfDate: "", problems: own };
    const digest = lessonDigest(original);
    if (lesson.translates !== digest) {
      const outOfDate =
        `${file}:${lesson.line} is out of date: it translates “${lesson.translates ?? ""}”, and lesson.md is ${digest} now. ` +
        `Remedy: translate what has changed, then write translates="${digest}"`;
      return { file, language, lesson: null, outOfDate, problems: [] };
    }
    const merged = mergeWords(original, lesson, file);
    const words = merged.problems.length === 0 ? { ...merged.lesson, language } : null;
    return { file, language, lesson: words, outOfDate: "", problems: merged.problems };
  });
}

/** The version of a lesson for its translations: everything but its statements and the positions of lines. */
export function lessonDigest(lesson: Lesson): string {
  const text = JSON.stringify(lesson, (key, value: unknown) =>
    OF_THE_ORIGINAL.has(key) ? undefined : value,
  );
  return digestOf(JSON.parse(text) as object).slice(0, 8);
}

/** The original with the words of its translation. Reports where their structures differ. */
function mergeWords(original: Lesson, translated: Lesson, file: string) {
  const problems: Problem[] = [];
  let line = 1;
  const report = (field: string, problem: string) => {
    const remedy = "copy the directives of lesson.md, and translate only the words";
    problems.push({ file, line, field, problem, remedy });
  };
  const merge = (first: unknown, second: unknown, key: string): unknown => {
    if (OF_THE_ORIGINAL.has(key)) return first;
    if (WORDS.has(key) && typeof first === "string" && typeof second === "string") {
      if ((first === "") !== (second === "")) report(key, `is “${second}”, and was “${first}”`);
      return second;
    }
    if (PROSE.has(key)) {
      compareReferences(first, second, key, report);
      return second;
    }
    if (Array.isArray(first) && Array.isArray(second)) {
      if (first.length !== second.length) {
        report(key, `has ${second.length} parts instead of ${first.length}`);
        return first;
      }
      return first.map((one, at) => merge(one, second[at], key === "hints" ? "prose" : key));
    }
    if (isRecord(first) && isRecord(second)) {
      line = typeof second.line === "number" ? second.line : line;
      // A step's id comes from its title, so a translation has another one.
      const isStep = "body" in first;
      const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])];
      return Object.fromEntries(
        keys.map((name) => [
          name,
          isStep && name === "id" ? first.id : merge(first[name], second[name], name),
        ]),
      );
    }
    if (first !== second)
      report(key, `is ${JSON.stringify(second)} instead of ${JSON.stringify(first)}`);
    return first;
  };
  const lesson = merge(original, translated, "") as Lesson;
  return { lesson, problems };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function compareReferences(
  first: unknown,
  second: unknown,
  key: string,
  report: (field: string, problem: string) => void,
): void {
  const [wanted, given] = [first, second].map((prose) => referencesOf(prose).sort());
  if (JSON.stringify(wanted) === JSON.stringify(given)) return;
  const list = (all: string[] = []) => (all.length === 0 ? "nothing" : all.join(", "));
  report(key, `refers to ${list(given)} instead of ${list(wanted)}`);
}

/** What prose points at and needs: parts of the machine, terms, figures, links and formulas. */
function referencesOf(prose: unknown): string[] {
  if (Array.isArray(prose)) return prose.flatMap(referencesOf);
  if (!isRecord(prose)) return [];
  const node = prose as unknown as Block | Inline;
  const inside = Object.values(prose).flatMap((value) =>
    typeof value === "object" ? referencesOf(value) : [],
  );
  switch (node.kind) {
    case "look":
      return [pointerText(node.at), ...inside];
    case "term":
      return [`term ${node.term}`, ...inside];
    case "link":
      return [`link ${node.to}`, ...inside];
    case "figure":
      return [`figure ${node.id}`];
    case "formula":
      return [`formula ${node.tex}`];
    default:
      return inside;
  }
}

const pointerText = ({ kind, id }: Pointer) => `${kind} ${id}`;
