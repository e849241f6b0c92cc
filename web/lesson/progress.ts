// A learner's progress as a value: what was seen, answered, predicted and reached. Read back with care,
// because it comes from storage or from a file; merged so that nothing that was done is lost.
import { PROGRESS_FILE_KIND } from "../store/dropped-files";
import { z } from "./schema";
import { tasksOf, type Lesson, type Step, type Task } from "./model";

export const PROGRESS_SCHEMA = 1;
/** Says what a file is before anybody looks further. */

const number = z.number();
/** Of a prediction's axis, whatever its unit. */
const measureSchema = z
  .number()
  .min(-1e9, "it is less than any machine does")
  .max(1e9, "it is more than any machine does");
const settingsSchema = z.record(z.string(), z.union([z.number(), z.boolean(), z.string()]));

const taskProgressSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("prediction"),
    guess: z.array(measureSchema.nullable()).max(12),
    /** What the machine did; null until it was compared. */
    real: z.array(measureSchema).max(12).nullable(),
  }),
  z.strictObject({
    kind: z.literal("goal"),
    met: z.boolean(),
    tries: number.int().min(0),
    /** The knobs that met it, else those of the last try. */
    set: settingsSchema,
  }),
  z.strictObject({
    kind: z.literal("question"),
    given: z.string().max(20_000),
    /** null: a text, which nobody grades here. */
    right: z.boolean().nullable(),
    tries: number.int().min(0),
  }),
]);

const lessonProgressSchema = z.strictObject({
  /** The model version that answered the predictions and goals. */
  model: z.string().max(60),
  /** The step where one was last. */
  step: z.string().max(200),
  seen: z.array(z.string().max(200)).max(200),
  hints: z.record(z.string(), number.int().min(0).max(100)),
  tasks: z.record(z.string(), taskProgressSchema),
});

const lessonsSchema = z.record(z.string(), lessonProgressSchema);

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

export class ProgressError extends Error {
  override name = "ProgressError";
  constructor(
    /** Dotted path of the field. */
    readonly field: string,
    problem: string,
  ) {
    super(problem);
  }
}

/** The lessons' part of what was stored; throws a ProgressError that names the field. */
export function parseProgress(value: unknown): Progress {
  const result = lessonsSchema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const field = issue?.path.join(".") ?? "";
  throw new ProgressError(
    field === "" ? "lessons" : field,
    issue?.message ?? "is not as it should be",
  );
}

export function formatProgressFile(progress: Progress): string {
  const file = { kind: PROGRESS_FILE_KIND, schema: PROGRESS_SCHEMA, lessons: progress };
  return `${JSON.stringify(file, null, 2)}\n`;
}

export function parseProgressFile(text: string): Progress {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProgressError("the whole file", "it is not JSON");
  }
  const { kind, schema, lessons: found } = (value ?? {}) as Record<string, unknown>;
  // What was stored and set aside as unreadable has no kind; mended, it is as good as a file.
  const stored = kind === undefined && schema !== undefined && found !== undefined;
  if (kind !== PROGRESS_FILE_KIND && !stored) {
    throw new ProgressError(
      "kind",
      `this is no progress file: it should be “${PROGRESS_FILE_KIND}”`,
    );
  }
  if (schema !== PROGRESS_SCHEMA) {
    const problem = `it is ${JSON.stringify(schema)}; this page reads ${PROGRESS_SCHEMA}`;
    throw new ProgressError("schema", problem);
  }
  return parseProgress(found);
}

/** Adds what was done elsewhere to what is here: what was done in either is done. What adds nothing
 * leaves it as it was, to the order of its fields. */
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
    if (task === undefined || (isDone(other) && !isDone(task))) tasks[id] = other;
  }
  const hints = { ...ours.hints };
  for (const [step, count] of Object.entries(theirs.hints)) {
    hints[step] = Math.max(count, hints[step] ?? 0);
  }
  return { ...ours, seen: [...new Set([...ours.seen, ...theirs.seen])], hints, tasks };
}

/** Compared, met, answered right; a text counts once it is written. */
export function isDone(task: TaskProgress | undefined): boolean {
  switch (task?.kind) {
    case undefined:
      return false;
    case "prediction":
      return task.real !== null;
    case "goal":
      return task.met;
    case "question":
      return task.right ?? task.given.trim() !== "";
  }
}

/** The part of a task's progress that is of the task's kind; another kind is another lesson's text. */
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
