// A lesson's progress as the text that a learning platform stores (`suspend_data`). SCORM 1.2 guarantees only 4,096
// characters, so the text is compressed, and long answers are shortened until it fits. Half a
// program is worth nothing: programs are left out whole, the longest first; their medals stay.
import { UnreadableError } from "../../lib/unreadable";
import { compressJson, decompressJson } from "../../lesson/compressed-json";
import {
  NO_LESSON_PROGRESS,
  parseProgress,
  type LessonProgress,
  type TaskProgress,
} from "../../lesson/progress";
import { cutText } from "../../lib/format/cut-text";

/** Every text begins with this mark, which names the version of the format. */
const MARK = "livelock1:";

/** The name that SCORM gives the text. */
const FIELD = "suspend_data";

/** Far more than a lesson with the longest answers. */
const BYTES_MAX = 1_000_000;

export interface SuspendData {
  text: string;
  /** Ids of the tasks whose answers were shortened. */
  shortened: string[];
}

/** Formats progress in at most `charactersMax` characters. Leaves out programs, then shortens free answers, when it must. */
export function formatSuspendData(whole: LessonProgress, charactersMax: number): SuspendData {
  const { progress, leftOut } = withoutPrograms(whole, charactersMax);
  const full = encode(progress);
  if (full.length <= charactersMax) return { text: full, shortened: leftOut };
  const lengths = freeAnswers(progress).map(({ given }) => given.length);
  // The longest limit for every answer with which the text still fits.
  let [fits, tooLong] = [0, Math.max(0, ...lengths)];
  while (tooLong - fits > 1) {
    const limit = (fits + tooLong) >> 1;
    if (encode(shorten(progress, limit)).length <= charactersMax) fits = limit;
    else tooLong = limit;
  }
  const text = encode(shorten(progress, fits));
  const cut = freeAnswers(progress).filter(({ given }) => given.length > fits);
  // Without any free answer the rest of a lesson takes about a thousand characters.
  const shortened = [...leftOut, ...cut.map(({ id }) => id)];
  return { text: text.length <= charactersMax ? text : "", shortened };
}

/** Reads progress back. Throws an UnreadableError that names the field. */
export function readSuspendData(text: string): LessonProgress {
  if (text === "") return NO_LESSON_PROGRESS;
  if (!text.startsWith(MARK)) {
    throw new UnreadableError(FIELD, `it does not begin with “${MARK}”`);
  }
  let value: unknown;
  try {
    value = decompressJson(text.slice(MARK.length), BYTES_MAX);
  } catch {
    throw new UnreadableError(FIELD, "it is damaged or cut off");
  }
  try {
    return parseProgress({ lesson: value }).lesson ?? NO_LESSON_PROGRESS;
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new UnreadableError(FIELD, `field “${error.field}”: ${error.message}`);
  }
}

function encode(progress: LessonProgress): string {
  return MARK + compressJson(progress);
}

/** Leaves out the texts of programs, the longest first, until the rest fits. */
function withoutPrograms(progress: LessonProgress, charactersMax: number) {
  const leftOut: string[] = [];
  const tasks = { ...progress.tasks };
  const programs = Object.entries(tasks)
    .map(([id, task]) => ({ id, ...withoutProgram(task) }))
    .sort((one, other) => other.text.length - one.text.length);
  for (const { id, text, rest } of programs) {
    if (text === "" || encode({ ...progress, tasks }).length <= charactersMax) break;
    tasks[id] = rest;
    leftOut.push(id);
  }
  return { progress: { ...progress, tasks }, leftOut };
}

/** The text of a task's program, empty if it has none, and the task without it. */
function withoutProgram(task: TaskProgress): { text: string; rest: TaskProgress } {
  if (task.kind === "program") return { text: task.text, rest: { ...task, text: "" } };
  if (task.kind !== "goal" || task.program === undefined) return { text: "", rest: task };
  const { program } = task;
  return { text: program.text, rest: { ...task, program: { ...program, text: "" } } };
}

/** The answers in the learner's own words, which nobody grades. */
function freeAnswers({ tasks }: LessonProgress): { id: string; given: string }[] {
  return Object.entries(tasks).flatMap(([id, task]) =>
    task.kind === "question" && task.right === null ? [{ id, given: task.given }] : [],
  );
}

function shorten(progress: LessonProgress, limit: number): LessonProgress {
  const tasks = { ...progress.tasks };
  for (const { id, given } of freeAnswers(progress)) {
    const task = tasks[id];
    if (task?.kind !== "question" || given.length <= limit) continue;
    tasks[id] = { ...task, given: `${cutText(given, limit)}…` };
  }
  return { ...progress, tasks };
}
