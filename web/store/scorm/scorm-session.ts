// Connects a lesson's progress with a learning platform: reads the stored progress when the lesson opens, and stores it
// after every change. In a package the browser stores no progress: the next learner at the same computer starts with
// their own.
import { tr } from "../../i18n/i18n";
import type { Lesson } from "../../lesson/model";
import { tasksOf } from "../../lesson/model";
import { countDoneSteps, isDone, type LessonProgress } from "../../lesson/progress";
import type { Notices } from "../announcements/notices";
import type { ProgressStore } from "../lesson/progress-store";
import type { ScormApi } from "./scorm-api";
import { formatSuspendData, readSuspendData, SuspendDataError } from "./suspend-data";

export interface ScormSessionOptions {
  api: ScormApi;
  lesson: Lesson;
  progressStore: ProgressStore;
  notices: Pick<Notices, "show" | "dismiss">;
  /** Wall milliseconds. */
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
  /** Saves the progress to a file, for a platform that does not store it. */
  saveProgress(): void;
  /** Saves a text that could not be read. */
  saveText(text: string): void;
}

export interface ScormSession {
  /** Stores the progress now, if it has changed since it was stored. */
  flush(): void;
  /** Stores the progress, and ends the session. */
  finish(): void;
}

/** The most characters of a place that SCORM 1.2 stores. */
const LOCATION_MAX = 255;

/** How long changes are collected before they are stored, in wall milliseconds. Platforms write each one to a server. */
const COLLECT_MILLISECONDS = 1_000;

/** The points of a lesson from 0 to 100: the share of its tasks that are done. Answers in the learner's own words are not
 * counted, because nobody has graded them. */
export function scoreOf(lesson: Lesson, progress: LessonProgress): number {
  const graded = lesson.steps.flatMap(tasksOf).filter(({ kind }) => kind !== "text");
  if (graded.length === 0) return 100;
  const done = graded.filter(({ id }) => isDone(progress.tasks[id])).length;
  return Math.round((100 * done) / graded.length);
}

export function connectScorm(options: ScormSessionOptions): ScormSession {
  const { api, lesson, progressStore, notices, now } = options;
  const opened = now();
  restoreProgress(options);
  let stored = progressStore.lessonProgress(lesson);
  let isWaiting = false;

  function store(): void {
    const progress = progressStore.lessonProgress(lesson);
    const { text, shortened } = formatSuspendData(progress, api.suspendDataMax);
    const { done, all } = countDoneSteps(lesson, progress);
    const isStored =
      text !== "" &&
      api.store({
        location: progress.step.slice(0, LOCATION_MAX),
        suspendData: text,
        score: scoreOf(lesson, progress),
        isCompleted: done === all,
        seconds: (now() - opened) / 1000,
      });
    if (isStored) stored = progress;
    reportStored(options, isStored, shortened.length > 0);
  }

  function flush(): void {
    if (progressStore.lessonProgress(lesson) !== stored) store();
  }

  progressStore.store.subscribe(() => {
    if (isWaiting || progressStore.lessonProgress(lesson) === stored) return;
    isWaiting = true;
    options.schedule(() => {
      isWaiting = false;
      flush();
    }, COLLECT_MILLISECONDS);
  });
  return {
    flush,
    finish() {
      // Also when nothing has changed: the platform gets the time that was spent.
      store();
      notices.dismiss(NOT_STORED);
      api.finish();
    },
  };
}

function restoreProgress(options: ScormSessionOptions): void {
  const { api, lesson, progressStore, notices, saveText } = options;
  const text = api.suspendData();
  try {
    const progress = readSuspendData(text);
    if (text !== "") progressStore.importProgress({ [lesson.id]: progress });
  } catch (error) {
    if (!(error instanceof SuspendDataError)) throw error;
    notices.show({
      key: "scorm progress",
      tone: "bad",
      title: tr("The progress that your learning platform has stored could not be read"),
      text: [
        tr("Field “suspend_data”: {message}.", { message: error.message }),
        tr(`The lesson starts from the beginning. Save the stored text as a file before you go on:
          your next answer replaces it on the platform.`),
      ],
      actions: [{ label: tr("Save the stored text"), run: () => saveText(text), stays: true }],
    });
  }
}

const NOT_STORED = "scorm not stored";

function reportStored(
  { notices, saveProgress }: ScormSessionOptions,
  isStored: boolean,
  isShortened: boolean,
): void {
  if (isStored && !isShortened) return notices.dismiss(NOT_STORED);
  const action = { label: tr("Save a progress file"), run: saveProgress, stays: true };
  notices.show({
    key: NOT_STORED,
    tone: "bad",
    title: isStored
      ? tr("Your learning platform stores only the beginning of your longest answers")
      : tr("Your learning platform does not store your progress"),
    text: isStored
      ? [
          tr(
            "It has little space for a lesson. Save a progress file if you need the whole answers.",
          ),
        ]
      : [
          tr(
            "It refused the last change. Save a progress file before you leave, and tell your teacher.",
          ),
        ],
    actions: [action],
  });
}
