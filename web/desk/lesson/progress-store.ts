// A learner's progress on this device. The lesson pages change it; it can be saved to a file and read back. A finished
// task stays finished until the lesson is restarted.
import type { Lesson, Step, Task } from "../../lesson/lesson";
import {
  formatGuess,
  isDone,
  mergeProgress,
  NO_LESSON_PROGRESS,
  type LessonProgress,
  type Progress,
  type TaskProgress,
} from "../../lesson/progress";
import { withOtherTexts } from "./other-texts";
import { STORED_PROGRESS_SPEC, type StoredProgress } from "./stored-progress";
import {
  createPersistentStore,
  type PersistentStore,
  type StoredProblem,
  type TextStorage,
} from "../../lib/persistence/persistent-store";

/** A lesson's progress before it was reset. */
export interface LessonBackup {
  progress: LessonProgress;
  drafts: Record<string, string>;
  /** The attempts whose results belong to that progress. */
  attempts: readonly number[];
}

/** The result of trials, made from the lesson's progress at that time. null: the progress has no use for it. */
export type TrialResult = (now: LessonProgress) => TaskProgress | null;

export interface ProgressStore {
  readonly store: PersistentStore<StoredProgress>;
  lessonProgress(lesson: Lesson): LessonProgress;
  /** Marks a step as the current one, and as seen. `seed` becomes the learner's seed if there is none yet. */
  markSeen(lesson: Lesson, step: Step, model: string, seed: number): void;
  /** Records an answer. A finished task stays finished: an answer that would undo it is ignored. */
  recordAnswer(lesson: Lesson, task: Task, progress: TaskProgress): void;
  /** The current attempt at a lesson, counted from 0. A reset begins another attempt. */
  attempt(lesson: Lesson): number;
  /** Records the result of trials that were started in an attempt. If the lesson was reset since then, the result is recorded
   * only when that reset is undone. Returns whether it was recorded. */
  recordResult(lesson: Lesson, task: Task, attempt: number, result: TrialResult): boolean;
  /** What was typed, chosen or drawn, but not given as an answer; null when there is none. */
  draftAnswer(lesson: Lesson, task: Task): string | null;
  /** null deletes the draft. */
  saveDraftAnswer(lesson: Lesson, task: Task, text: string | null): void;
  /** Stores how many hints of a step are open. */
  setOpenHints(lesson: Lesson, step: Step, count: number): void;
  /** Adds the progress of a file, and the drafts of tasks with which nobody has begun here. A text in the learner's own words that
   * differs from the one here is kept beside it. */
  importProgress(
    progress: Progress,
    more?: Partial<Pick<StoredProgress, "drafts" | "others">>,
  ): void;
  /** Texts of other devices for a task. */
  otherTexts(lesson: Lesson, task: Task): readonly string[];
  setOtherTexts(lesson: Lesson, task: Task, texts: readonly string[]): void;
  /** Resets a lesson and returns its progress. */
  resetLesson(lesson: Lesson): LessonBackup;
  /** Restores that progress, and keeps what was done since. */
  restoreLesson(lesson: Lesson, before: LessonBackup): void;
}

export function createProgressStore(
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): ProgressStore {
  const store = createPersistentStore(STORED_PROGRESS_SPEC, storage, onProblem);
  const lessonsProgress = lessonsIn(store);
  const attempts = attemptsIn(store);
  const drafts = draftsIn(store);
  /** Results of attempts that were reset while their trials ran. */
  let late: { lesson: Lesson; task: Task; attempt: number; result: TrialResult }[] = [];

  function recordResult(lesson: Lesson, task: Task, attempt: number, result: TrialResult): boolean {
    if (!attempts.counted(lesson).includes(attempt)) {
      late.push({ lesson, task, attempt, result });
      return false;
    }
    const progress = result(lessonsProgress.get(lesson));
    if (progress === null) return false;
    lessonsProgress.setTask(lesson, task, progress);
    // The learner may have drawn another prediction since.
    const isDraft =
      progress.kind === "prediction" && drafts.get(lesson, task) === formatGuess(progress.guess);
    if (isDraft) drafts.set(lesson, task, null);
    return true;
  }

  return {
    store,
    lessonProgress: lessonsProgress.get,
    markSeen(lesson, step, model, seed) {
      lessonsProgress.change(lesson, (now) => ({
        step: step.id,
        seen: now.seen.includes(step.id) ? now.seen : [...now.seen, step.id],
        model,
        seed: now.seed ?? seed,
      }));
    },
    recordAnswer(lesson, task, progress) {
      lessonsProgress.setTask(lesson, task, progress);
      drafts.set(lesson, task, null);
    },
    attempt: attempts.current,
    recordResult,
    draftAnswer: drafts.get,
    saveDraftAnswer: drafts.set,
    setOpenHints(lesson, step, count) {
      lessonsProgress.change(lesson, ({ hints }) => ({ hints: { ...hints, [step.id]: count } }));
    },
    importProgress: (progress, { drafts: added = {}, others = {} } = {}) =>
      store.update((stored) => ({
        lessons: mergeProgress(stored.lessons, progress),
        drafts: { ...stored.drafts, ...draftsOfNewTasks(stored, added) },
        others: withOtherTexts(stored, { lessons: progress, drafts: added, others }),
      })),
    otherTexts: (lesson, task) => store.get().others[lesson.id]?.[task.id] ?? NO_TEXTS,
    setOtherTexts(lesson, task, texts) {
      store.update(({ others }) => ({
        others: { ...others, [lesson.id]: { ...others[lesson.id], [task.id]: texts } },
      }));
    },
    resetLesson(lesson) {
      let before: LessonBackup = { progress: NO_LESSON_PROGRESS, drafts: {}, attempts: [] };
      const counted = attempts.counted(lesson);
      store.update((stored) => {
        const progress = progressIn(stored, lesson);
        before = { progress, drafts: stored.drafts[lesson.id] ?? {}, attempts: counted };
        return {
          lessons: without(stored.lessons, lesson.id),
          anew: { ...stored.anew, [lesson.id]: (stored.anew[lesson.id] ?? 0) + 1 },
          drafts: without(stored.drafts, lesson.id),
        };
      });
      return before;
    },
    restoreLesson(lesson, { progress, ...before }) {
      store.update(({ lessons, others }) => {
        const [earlier, since] = [{ [lesson.id]: progress }, only(lessons, lesson)];
        const there = { lessons: since, drafts: {}, others: {} };
        return {
          lessons: { ...lessons, ...mergeProgress(earlier, since) },
          others: withOtherTexts({ lessons: earlier, drafts: {}, others }, there),
        };
      });
      drafts.change(lesson, (typed) => ({ ...before.drafts, ...typed }));
      attempts.restore(lesson, before.attempts);
      const waiting = late;
      late = [];
      for (const one of waiting) recordResult(one.lesson, one.task, one.attempt, one.result);
    },
  };
}

const NO_TEXTS: readonly string[] = [];

function progressIn({ lessons }: StoredProgress, { id }: Lesson): LessonProgress {
  return lessons[id] ?? NO_LESSON_PROGRESS;
}

/** The progress of each lesson. */
function lessonsIn(store: PersistentStore<StoredProgress>) {
  function change(lesson: Lesson, make: (now: LessonProgress) => Partial<LessonProgress>): void {
    store.update((stored) => {
      const now = progressIn(stored, lesson);
      return { lessons: { ...stored.lessons, [lesson.id]: { ...now, ...make(now) } } };
    });
  }
  return {
    get: (lesson: Lesson) => progressIn(store.get(), lesson),
    change,
    /** A finished task stays finished. */
    setTask(lesson: Lesson, task: Task, progress: TaskProgress): void {
      change(lesson, ({ tasks }) => {
        const before = tasks[task.id];
        const wouldUndo = before?.kind === progress.kind && isDone(before) && !isDone(progress);
        return wouldUndo ? {} : { tasks: { ...tasks, [task.id]: progress } };
      });
    },
  };
}

/** The attempts at lessons: each reset begins another one. */
function attemptsIn(store: PersistentStore<StoredProgress>) {
  const restored = new Map<string, readonly number[]>();
  const current = ({ id }: Lesson) => store.get().anew[id] ?? 0;
  return {
    current,
    counted,
    restore(lesson: Lesson, earlier: readonly number[]): void {
      restored.set(lesson.id, [...earlier, ...counted(lesson)]);
    },
  };

  /** Those whose results belong to the lesson's progress: the current one, and those restored since its reset. */
  function counted(lesson: Lesson): readonly number[] {
    const known = restored.get(lesson.id);
    return known?.includes(current(lesson)) === true ? known : [current(lesson)];
  }
}

/** The drafts of a file for tasks that nobody has answered here, each lesson's with those that are here. */
function draftsOfNewTasks(
  { lessons, drafts }: StoredProgress,
  added: StoredProgress["drafts"],
): StoredProgress["drafts"] {
  const merged = Object.entries(added).map(([id, typed]) => {
    const isNew = ([task]: [string, string]) => lessons[id]?.tasks[task] === undefined;
    const ofNew = Object.fromEntries(Object.entries(typed).filter(isNew));
    return [id, { ...ofNew, ...drafts[id] }] as const;
  });
  return Object.fromEntries(merged);
}

/** What is typed, chosen or drawn, but not given as an answer. */
function draftsIn(store: PersistentStore<StoredProgress>) {
  type Drafts = Record<string, string>;
  const get = (lesson: Lesson, task: Task) => store.get().drafts[lesson.id]?.[task.id] ?? null;
  function change(lesson: Lesson, make: (now: Drafts) => Drafts): void {
    store.update(({ drafts }) => ({
      drafts: { ...drafts, [lesson.id]: make(drafts[lesson.id] ?? {}) },
    }));
  }
  return {
    get,
    change,
    /** null deletes the draft. */
    set(lesson: Lesson, task: Task, text: string | null): void {
      if (text !== null) change(lesson, (typed) => ({ ...typed, [task.id]: text }));
      else if (get(lesson, task) !== null) change(lesson, (typed) => without(typed, task.id));
    },
  };
}

function only(lessons: Progress, { id }: Lesson): Progress {
  const one = lessons[id];
  return one === undefined ? {} : { [id]: one };
}

function without<T>(record: Record<string, T>, key: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([one]) => one !== key));
}
