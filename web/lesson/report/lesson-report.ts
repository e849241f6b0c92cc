// A report: what a learner hands in. It has the answers, predictions and goals of one lesson, with the scenarios and
// results behind them, and a hash over all of it. `livelock grade` reads it (core/cli/src/grade/hand_in/lesson_report.rs has the
// same fields). The hash finds accidental and careless changes. It is no signature: a forged result is found because it
// differs from the result of its scenario. A report is not progress (progress.ts): it cannot be continued.
import type { Catalogue } from "../../generated/model";
import { savedNumber } from "../../lib/format/parse-number";
import { PROGRESS_FILE_KIND, REPORT_FILE_KIND } from "../../model/dropped-files";
import {
  answerKeyOf,
  keyMachine,
  plainInlines,
  versionOf,
  isKnownVersion,
} from "../check/answer-key";
import { digestOf } from "../digest";
import { tasksOf, type Lesson, type Question, type Step, type Task } from "../lesson";
import { MEDALS } from "../../model/medals";
import {
  countDoneSteps,
  goalProgramSchema,
  TASK_PROGRAM_BYTES_MAX,
  type LessonProgress,
  type TaskProgress,
} from "../progress";
import { readShape, z } from "../../lib/schema";
import { checkSchema, parseJson, UnreadableError } from "../../lib/unreadable";
import { lessonOfSeed, LEARNER_SEED_MAX } from "../variants";
import { cutText, wellFormed } from "../../lib/format/cut-text";
import { fieldTwice } from "../../lib/format/repeated-field";

export const REPORT_SCHEMA = 1;
/** A report is never larger. `livelock grade` has the same limit. */
export const REPORT_BYTES_MAX = 3_000_000;
export const WHO_CHARACTERS_MAX = 100;

const text = (most: number) => z.string().max(most);
const count = z.number().int().min(0);
/** Settings by path. The simulator has 308. */
const values = z
  .record(text(200), z.union([z.number(), z.boolean(), text(200)]))
  .refine((settings) => Object.keys(settings).length <= 500, "it has more than 500 settings");
/** A scenario without its seed: the machine, and every setting that differs from the machine's defaults. */
const scenario = z.strictObject({ id: text(100), settings: values });
const drawn = z.array(z.number().nullable()).max(12);
const id = text(200);

const taskSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("choice"),
    id,
    /** The chosen option, counted from 0, and its text. */
    given: count,
    text: text(5_000),
    right: z.boolean(),
    tries: count,
  }),
  z.strictObject({
    kind: z.literal("number"),
    id,
    /** As typed, and as a number in the question's unit. */
    given: text(200),
    value: z.number().nullable(),
    right: z.boolean(),
    tries: count,
  }),
  z.strictObject({ kind: z.literal("text"), id, given: text(20_000) }),
  z.strictObject({
    kind: z.literal("program"),
    id,
    /** The program with the best medal, as the page has judged it; absent if a learning platform had no room for it. */
    program: z
      .strictObject({ file: text(200), text: text(TASK_PROGRAM_BYTES_MAX), medal: z.enum(MEDALS) })
      .optional(),
  }),
  z.strictObject({
    kind: z.literal("prediction"),
    id,
    metric: text(100),
    /** The setting on the horizontal axis, and its values. */
    axis: text(100),
    values: z.array(z.union([z.number(), text(200)])).max(12),
    scenario,
    seeds: z.array(count).max(100),
    /** The first prediction that was compared with the machine, and the last one. */
    first: drawn,
    guess: drawn,
    /** The mean over the seeds; null when no prediction was compared. */
    real: z.array(z.number()).max(12).nullable(),
    tries: count,
  }),
  z.strictObject({
    kind: z.literal("goal"),
    id,
    met: z.boolean(),
    tries: count,
    /** The learner's knobs, and the whole machine with them. */
    set: values,
    scenario,
    /** The learner's own kernel, if one ran in the place of the scenario's. */
    program: goalProgramSchema.optional(),
    seeds: z.array(count).max(100),
    /** null: an earlier version of the page stored no results. */
    results: z
      .array(
        z.strictObject({
          metric: text(100),
          op: text(2),
          value: z.number(),
          set: values,
          least: z.number().nullable(),
          most: z.number().nullable(),
          met: z.boolean(),
        }),
      )
      .max(100)
      .nullable(),
  }),
]);

const reportSchema = z.strictObject({
  kind: z.literal(REPORT_FILE_KIND),
  schema: z.literal(REPORT_SCHEMA),
  /** Name or student number, as typed; empty if nothing was typed. */
  who: text(WHO_CHARACTERS_MAX),
  /** When it was saved: "2026-11-24T14:03:00Z". */
  saved: z.iso.datetime(),
  /** The model version of the page. */
  model: text(60),
  lesson: z.strictObject({ id, number: count, title: text(500), version: text(64) }),
  /** The seed that chose the numbers of this learner's questions; null: the lesson's first numbers. */
  seed: z.number().int().min(1).max(LEARNER_SEED_MAX).nullable(),
  steps: z.strictObject({ done: count, all: count }),
  tasks: z.array(taskSchema).max(200),
  /** SHA-256 of the canonical JSON (RFC 8785) of all other fields. */
  sha256: text(64),
});

export type LessonReport = z.infer<typeof reportSchema>;
export type ReportTask = LessonReport["tasks"][number];

/** The data of a new report. */
export interface ReportSource {
  lesson: Lesson;
  catalogue: Catalogue;
  progress: LessonProgress;
  who: string;
  /** The time when it is saved, as `Date.toISOString` writes it. */
  saved: string;
}

export function buildReport({
  lesson,
  catalogue,
  progress,
  who,
  saved,
}: ReportSource): LessonReport {
  const seed = progress.seed ?? null;
  const ours = lessonOfLearner(lesson, seed);
  const { id, number, title } = lesson;
  const report = {
    kind: REPORT_FILE_KIND,
    schema: REPORT_SCHEMA,
    who: cutText(who.trim(), WHO_CHARACTERS_MAX),
    saved: saved.replace(/\.\d+Z$/, "Z"),
    model: catalogue.model,
    lesson: { id, number, title, version: versionOf(answerKeyOf(lesson, catalogue)) },
    seed,
    steps: countDoneSteps(ours, progress),
    tasks: ours.steps.flatMap((step) =>
      tasksOf(step).flatMap((task) => {
        const done = progress.tasks[task.id];
        return done === undefined ? [] : (reportTask(ours, catalogue, step, task, done) ?? []);
      }),
    ),
  } as const;
  return { ...report, sha256: digestOf(report) };
}

/** The lesson with the numbers that a learner saw. */
export function lessonOfLearner(lesson: Lesson, seed: number | null): Lesson {
  return seed === null ? lesson : lessonOfSeed(lesson, seed);
}

/** null: the answer belongs to another version of the lesson, in which the task was of another kind. */
function reportTask(
  lesson: Lesson,
  catalogue: Catalogue,
  step: Step,
  task: Task,
  done: TaskProgress,
): ReportTask | null {
  const { id } = task;
  if (done.kind === "question") {
    return isQuestion(task) ? reportQuestion(task, done) : null;
  }
  if (done.kind === "program") {
    const { file, text, medal } = done;
    if (task.kind !== "program") return null;
    return { kind: "program", id, ...(text !== "" && { program: { file, text, medal } }) };
  }
  if (task.kind === "prediction" && done.kind === "prediction") {
    const { metric, axis, seeds } = task;
    const { guess, real, first = guess, tries = real === null ? 0 : 1 } = done;
    const machine = keyMachine(lesson, catalogue, step, task.set);
    const drawn = { first, guess, real, tries };
    return {
      kind: "prediction",
      id,
      metric,
      axis,
      values: task.values,
      scenario: machine,
      seeds,
      ...drawn,
    };
  }
  if (task.kind !== "goal" || done.kind !== "goal") return null;
  const { met, tries, set, measured, program } = done;
  const machine = keyMachine(lesson, catalogue, step, set);
  const isComplete = measured?.length === task.requirements.length;
  const results = task.requirements.map(({ metric, op, value, set }, at) => {
    const { least, most, met } = measured?.[at] ?? { least: null, most: null, met: false };
    return { metric, op, value, set, least, most, met };
  });
  const { seeds } = task;
  const run = { scenario: machine, ...(program !== undefined && { program }), seeds };
  return { kind: "goal", id, met, tries, set, ...run, results: isComplete ? results : null };
}

function isQuestion(task: Task): task is Question {
  return task.kind === "choice" || task.kind === "number" || task.kind === "text";
}

function reportQuestion(
  task: Question,
  { given, right, tries }: Extract<TaskProgress, { kind: "question" }>,
): ReportTask | null {
  const { id, kind } = task;
  switch (kind) {
    case "choice": {
      const option = task.options[Number(given)];
      if (option === undefined) return null;
      return {
        kind,
        id,
        given: Number(given),
        text: plainInlines(option.text),
        right: right ?? false,
        tries,
      };
    }
    case "number": {
      const typed = cutText(given, 200);
      return {
        kind,
        id,
        given: typed,
        value: savedNumber(given, task.unit),
        right: right ?? false,
        tries,
      };
    }
    case "text":
      return { kind, id, given: wellFormed(given) };
  }
}

export function formatReport(report: LessonReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** "livelock-report-polling-with-quotas-ada-lovelace.json" */
export function reportFileName({ lesson, who }: LessonReport, ending: "json" | "html"): string {
  const letters = who
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .replace(/[^\p{Letter}\p{Number}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase();
  const name = cutText(letters, 40);
  return `livelock-report-${lesson.id}${name === "" ? "" : `-${name}`}.${ending}`;
}

const OTHER_VERSION = "open it with the version of the page that saved it";
const SAVE_AGAIN = "open the lesson in the browser that has the answers, and save the report again";

/** The element of a report's page (report-html.ts) that contains the report. */
const IN_PAGE = /<script type="application\/json" id="report">([^<]*)<\/script>/;

/** The report in the text of a file: the text itself, or its part of a page for printing. */
function jsonOfFile(text: string): string {
  if (!text.trimStart().startsWith("<")) return text;
  const json = IN_PAGE.exec(text)?.[1];
  if (json !== undefined) return json;
  const problem = "this page contains no report";
  const remedy = "choose a page that “Save a page to print” has saved, or the report’s .json file";
  throw new UnreadableError("the whole file", problem, remedy);
}

/** Parses a report, also from its page for printing, and checks its hash. */
export function parseReport(file: string): LessonReport {
  const text = jsonOfFile(file);
  const value = parseJson(text, SAVE_AGAIN);
  const { kind, schema } = (value ?? {}) as Record<string, unknown>;
  if (kind === PROGRESS_FILE_KIND) {
    const remedy = "open it with “Read a progress file”; a report is saved with “Hand in”";
    throw new UnreadableError("kind", "this is a progress file, not a report", remedy);
  }
  if (kind !== REPORT_FILE_KIND) {
    const remedy = "choose a file that “Hand in” has saved; its kind is “livelock-lab report”";
    throw new UnreadableError("kind", "this is not a report", remedy);
  }
  checkSchema(schema, REPORT_SCHEMA, OTHER_VERSION);
  const twice = fieldTwice(text);
  if (twice !== null) {
    throw new UnreadableError(twice, "the file has this field twice: it was changed", SAVE_AGAIN);
  }
  const report = readShape(reportSchema, value, { remedy: SAVE_AGAIN });
  const { sha256, ...content } = report;
  if (digestOf(content) !== sha256) {
    const problem = "it does not belong to the content: the file was changed after it was saved";
    throw new UnreadableError("sha256", problem, SAVE_AGAIN);
  }
  return report;
}

/** Finds the lesson of a report. Throws an error if this page does not have that lesson in that version, and if the report
 * has a task that the lesson does not have, or a task twice. `livelock grade` calls such a report edited. */
export function lessonOfReport(
  { lesson: { id, version }, seed, tasks }: LessonReport,
  lessons: readonly Lesson[],
  catalogue: Catalogue,
): Lesson {
  const lesson = lessons.find((one) => one.id === id);
  if (lesson === undefined) {
    const remedy = `the lessons are ${lessons.map((one) => one.id).join(", ")}`;
    throw new UnreadableError("lesson.id", `this page has no lesson “${id}”`, remedy);
  }
  const key = answerKeyOf(lesson, catalogue);
  if (!isKnownVersion(key, version)) {
    const problem = `it is ${version}; the tasks of “${lesson.title}” here are ${versionOf(key)}`;
    throw new UnreadableError("lesson.version", problem, OTHER_VERSION);
  }
  const known = lessonOfLearner(lesson, seed).steps.flatMap(tasksOf);
  for (const [at, { id }] of tasks.entries()) {
    const isTwice = tasks.findIndex((task) => task.id === id) < at;
    if (!isTwice && known.some((task) => task.id === id)) continue;
    const problem = isTwice
      ? `the report has the task “${id}” twice: the file was changed after it was saved`
      : `the lesson has no task “${id}”: the file was changed after it was saved`;
    throw new UnreadableError(`tasks.${at}.id`, problem, SAVE_AGAIN);
  }
  return lesson;
}
