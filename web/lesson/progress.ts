// A learner's progress as a value: what was seen, answered, predicted and reached. It is validated when it is read from
// storage or from a file, and merged so that nothing that was done is lost.
import type { Medal } from "../generated/model";
import { isAtLeast, MEDALS } from "../model/medals";
import { PROGRESS_FILE_KIND, REPORT_FILE_KIND } from "../model/dropped-files";
import { readShape, z } from "../lib/schema";
import { checkSchema, parseJson, UnreadableError } from "../lib/unreadable";
import { tasksOf, type Lesson, type Step, type Task } from "./lesson";
import { LEARNER_SEED_MAX } from "./variants";

export const PROGRESS_SCHEMA = 1;

/** The longest program of a task, in bytes. */
export const TASK_PROGRAM_BYTES_MAX = 64 * 1024;

const number = z.number();
/** A value on a prediction's axis, in any unit. */
const measureSchema = z
  .number()
  .min(-1e9, "it is too small for a measured value")
  .max(1e9, "it is too large for a measured value");
const guessSchema = z.array(measureSchema.nullable()).max(12);
const settingsSchema = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]));

const requirementResultSchema = z.strictObject({
  least: z.number().nullable(),
  most: z.number().nullable(),
  met: z.boolean(),
});

/** A kernel of the learner's own, with which a goal was judged. */
export const goalProgramSchema = z.strictObject({
  file: z.string().max(200),
  text: z.string().max(TASK_PROGRAM_BYTES_MAX),
  /** Cycles of each statement. */
  statement: number.int().min(0).max(10_000),
  knobs: z.record(z.string().max(100), number.int()),
});

const taskProgressSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("prediction"),
    guess: guessSchema,
    /** The measured values; null until the prediction was compared. */
    real: z.array(measureSchema).max(12).nullable(),
    /** The first prediction that was compared, and how many were. Earlier versions of the page stored neither. */
    first: guessSchema.optional(),
    tries: number.int().min(0).optional(),
  }),
  z.strictObject({
    kind: z.literal("goal"),
    met: z.boolean(),
    tries: number.int().min(0),
    /** The settings that reached the goal, else those of the last try. */
    set: settingsSchema,
    /** What the trials measured with these settings, for each requirement. */
    measured: z.array(requirementResultSchema).max(100).optional(),
    /** The program that ran in the place of the kernel. */
    program: goalProgramSchema.optional(),
    /** The sum of points, for a goal with a score. */
    score: z.number().min(0).max(1e6).optional(),
  }),
  z.strictObject({
    kind: z.literal("program"),
    /** The best medal so far, and the program that got it; no text if a learning platform had no room for it. */
    medal: z.enum(MEDALS),
    file: z.string().max(200),
    text: z.string().max(TASK_PROGRAM_BYTES_MAX),
    /** Whether it is the medal that the task asks for. */
    met: z.boolean(),
    tries: number.int().min(0),
  }),
  z.strictObject({
    kind: z.literal("question"),
    given: z.string().max(20_000),
    /** null for a text, which nobody grades. */
    right: z.boolean().nullable(),
    tries: number.int().min(0),
  }),
]);

const lessonProgressSchema = z.strictObject({
  /** The model version that measured the predictions and goals. */
  model: z.string().max(60),
  /** The id of the last open step. */
  step: z.string().max(200),
  seen: z.array(z.string().max(200)).max(200),
  hints: z.record(z.string(), number.int().min(0).max(100)),
  tasks: z.record(z.string(), taskProgressSchema),
  /** Chooses the variants of the steps. Earlier versions of the page stored none. */
  seed: number.int().min(1).max(LEARNER_SEED_MAX).optional(),
});

const lessonsSchema = z.record(z.string(), lessonProgressSchema);

export type GoalProgram = z.infer<typeof goalProgramSchema>;
export type TaskProgress = z.infer<typeof taskProgressSchema>;
export type LessonProgress = z.infer<typeof lessonProgressSchema>;
/** By lesson id. */
export type Progress = z.infer<typeof lessonsSchema>;

export const NO_LESSON_PROGRESS: LessonProgress = {
  model: "",
  step: "",
  seen: [],
  hints: {},
  tasks: {},
};

/** Parses the progress of all lessons. */
export function parseProgress(value: unknown): Progress {
  return readShape(lessonsSchema, value, { whole: "lessons" });
}

/** `more`: other parts of the file, which have parsers of their own (desk/progress-file.ts). An empty one is left out. */
export function formatProgressFile(progress: Progress, more: Record<string, object> = {}): string {
  const parts = Object.entries(more).filter(([, part]) => Object.keys(part).length > 0);
  const file = {
    kind: PROGRESS_FILE_KIND,
    schema: PROGRESS_SCHEMA,
    lessons: progress,
    ...Object.fromEntries(parts),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export function parseProgressFile(text: string): Progress {
  const value = parseJson(text);
  const { kind, schema, lessons: found } = (value ?? {}) as Record<string, unknown>;
  // A stored text that was unreadable has no kind. Once it is corrected, it counts as a progress file.
  const stored = kind === undefined && schema !== undefined && found !== undefined;
  if (kind === REPORT_FILE_KIND) {
    const problem =
      "this is a report, which is handed in: it cannot be continued. Choose a file that “Save a progress file” has saved, or choose “Open a report”";
    throw new UnreadableError("kind", problem);
  }
  if (kind !== PROGRESS_FILE_KIND && !stored) {
    throw new UnreadableError(
      "kind",
      `this is not a progress file: the kind should be “${PROGRESS_FILE_KIND}”`,
    );
  }
  checkSchema(schema, PROGRESS_SCHEMA);
  return parseProgress(found);
}

/** Merges two values of progress: what was done in either is done. If `added` adds nothing, the result is the same as
 * `here`, including the order of its fields. */
export function mergeProgress(here: Progress, added: Progress): Progress {
  const merged: Progress = { ...here };
  for (const [id, theirs] of Object.entries(added)) {
    const ours = here[id];
    merged[id] = ours === undefined ? theirs : mergeLesson(ours, theirs);
  }
  return merged;
}

function mergeLesson(ours: LessonProgress, theirs: LessonProgress): LessonProgress {
  const tasks = { ...ours.tasks };
  for (const [id, other] of Object.entries(theirs.tasks)) {
    const task = tasks[id];
    if (task === undefined || isFurther(other, task)) tasks[id] = other;
  }
  const hints = { ...ours.hints };
  for (const [step, count] of Object.entries(theirs.hints)) {
    hints[step] = Math.max(count, hints[step] ?? 0);
  }
  const seen = [...new Set([...ours.seen, ...theirs.seen])];
  const merged = { ...ours, seen, hints, tasks };
  // The seed belongs to the answers: if this side has no answers, the seed of the other side counts.
  const isUnanswered = Object.keys(ours.tasks).length === 0;
  const seed = isUnanswered ? (theirs.seed ?? ours.seed) : (ours.seed ?? theirs.seed);
  return seed === undefined ? merged : { ...merged, seed };
}

/** Whether one is done and the other is not, or, of two programs, has the better medal. */
function isFurther(one: TaskProgress, other: TaskProgress): boolean {
  if (isDone(one) !== isDone(other)) return isDone(one);
  return one.kind === "program" && other.kind === "program" && !isAtLeast(other.medal, one.medal);
}

/** Whether a task is done: compared, reached, or answered right. A text question is done when its answer is not empty. */
export function isDone(task: TaskProgress | undefined): boolean {
  switch (task?.kind) {
    case undefined:
      return false;
    case "prediction":
      return task.real !== null;
    case "goal":
    case "program":
      return task.met;
    case "question":
      return task.right ?? task.given.trim() !== "";
  }
}

/** A prediction that is not compared yet, as the text of a draft. */
export function formatGuess(guess: readonly (number | null)[]): string {
  return JSON.stringify(guess);
}

/** null: the text is no prediction of so many values. Another version of the lesson may have stored it. */
export function parseGuess(text: string, length: number): (number | null)[] | null {
  try {
    const guess = guessSchema.parse(JSON.parse(text));
    return guess.length === length ? guess : null;
  } catch {
    return null;
  }
}

/** The number of tries with the next one. Tries after the right answer do not count. */
export function countTry(
  answered: Extract<TaskProgress, { kind: "question" }> | undefined,
): number {
  if (answered === undefined) return 1;
  return answered.right === true ? answered.tries : answered.tries + 1;
}

type ProgramProgress = Extract<TaskProgress, { kind: "program" }>;

/** A program's task after another verdict. The best medal stays, with the last program that got it. */
export function withVerdict(
  before: ProgramProgress | undefined,
  judged: Pick<ProgramProgress, "file" | "text" | "medal">,
  wanted: Medal,
): ProgramProgress {
  const tries = (before?.tries ?? 0) + 1;
  if (before !== undefined && !isAtLeast(judged.medal, before.medal)) return { ...before, tries };
  const met = before?.met === true || isAtLeast(judged.medal, wanted);
  return { kind: "program", ...judged, met, tries };
}

/** A task's progress if it has the given kind. Another kind was stored by another version of the lesson. */
export function taskProgress<K extends TaskProgress["kind"]>(
  progress: LessonProgress,
  task: Task,
  kind: K,
): Extract<TaskProgress, { kind: K }> | undefined {
  const found = progress.tasks[task.id];
  return found?.kind === kind ? (found as Extract<TaskProgress, { kind: K }>) : undefined;
}

export function isStepDone(step: Step, progress: LessonProgress): boolean {
  const tasks = tasksOf(step);
  if (tasks.length === 0) return progress.seen.includes(step.id);
  return tasks.every((task) => isDone(progress.tasks[task.id]));
}

export interface StepCount {
  done: number;
  all: number;
}

export function countDoneSteps(lesson: Lesson, progress: LessonProgress): StepCount {
  return {
    done: lesson.steps.filter((step) => isStepDone(step, progress)).length,
    all: lesson.steps.length,
  };
}
