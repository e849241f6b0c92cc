// A learner's notebook: progress kept on this device, changed by what is done in a lesson, given away
// and taken back as a file. What was reached stays reached, until the lesson is begun anew.
import type { Lesson, Step, Task } from "../../lesson/model";
import {
  isDone,
  mergeProgress,
  NO_LESSON_PROGRESS,
  type LessonProgress,
  type Progress,
  type TaskProgress,
} from "../../lesson/progress";
import { STORED_PROGRESS_SPEC, type StoredProgress } from "./stored-progress";
import {
  createPersistentStore,
  type PersistentStore,
  type StoredProblem,
  type TextStorage,
} from "../persistence/persistent-store";

/** What a lesson held before it was begun anew. */
export interface LessonBackup {
  progress: LessonProgress;
  drafts: Record<string, string>;
}

export interface ProgressStore {
  readonly store: PersistentStore<StoredProgress>;
  lessonProgress(lesson: Lesson): LessonProgress;
  /** One stands at a step now. */
  markSeen(lesson: Lesson, step: Step, model: string): void;
  /** A task that is done stays done: an answer that would undo it is not taken. */
  recordAnswer(lesson: Lesson, task: Task, progress: TaskProgress): void;
  /** What was typed and is no answer yet; null: nothing. */
  draftAnswer(lesson: Lesson, task: Task): string | null;
  saveDraftAnswer(lesson: Lesson, task: Task, text: string): void;
  /** So many hints of a step are open. */
  setOpenHints(lesson: Lesson, step: Step, count: number): void;
  /** Takes a file's progress in. */
  importProgress(progress: Progress): void;
  /** Begins a lesson anew; gives back what was there. */
  resetLesson(lesson: Lesson): LessonBackup;
  /** Brings that back; what was done since stays. */
  restoreLesson(lesson: Lesson, before: LessonBackup): void;
}

export function createProgressStore(
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): ProgressStore {
  const store = createPersistentStore(STORED_PROGRESS_SPEC, storage, onProblem);

  const here = ({ lessons }: StoredProgress, { id }: Lesson) => lessons[id] ?? NO_LESSON_PROGRESS;
  const draftOf = (lesson: Lesson, task: Task) => store.get().drafts[lesson.id]?.[task.id] ?? null;
  function change(lesson: Lesson, make: (now: LessonProgress) => Partial<LessonProgress>): void {
    store.update((pages) => {
      const now = here(pages, lesson);
      return { lessons: { ...pages.lessons, [lesson.id]: { ...now, ...make(now) } } };
    });
  }
  function setDrafts(
    lesson: Lesson,
    make: (now: Record<string, string>) => Record<string, string>,
  ) {
    store.update(({ drafts }) => ({
      drafts: { ...drafts, [lesson.id]: make(drafts[lesson.id] ?? {}) },
    }));
  }

  return {
    store,
    lessonProgress: (lesson) => here(store.get(), lesson),
    markSeen(lesson, step, model) {
      change(lesson, ({ seen }) => ({
        step: step.id,
        seen: seen.includes(step.id) ? seen : [...seen, step.id],
        model,
      }));
    },
    recordAnswer(lesson, task, progress) {
      change(lesson, ({ tasks }) => {
        const before = tasks[task.id];
        const undone = before?.kind === progress.kind && isDone(before) && !isDone(progress);
        return undone ? {} : { tasks: { ...tasks, [task.id]: progress } };
      });
      if (draftOf(lesson, task) !== null) setDrafts(lesson, (typed) => without(typed, task.id));
    },
    draftAnswer: draftOf,
    saveDraftAnswer: (lesson, task, text) =>
      setDrafts(lesson, (typed) => ({ ...typed, [task.id]: text })),
    setOpenHints(lesson, step, count) {
      change(lesson, ({ hints }) => ({ hints: { ...hints, [step.id]: count } }));
    },
    importProgress: (progress) =>
      store.update(({ lessons }) => ({ lessons: mergeProgress(lessons, progress) })),
    resetLesson(lesson) {
      let before: LessonBackup = { progress: NO_LESSON_PROGRESS, drafts: {} };
      store.update((pages) => {
        before = { progress: here(pages, lesson), drafts: pages.drafts[lesson.id] ?? {} };
        return {
          lessons: without(pages.lessons, lesson.id),
          anew: { ...pages.anew, [lesson.id]: (pages.anew[lesson.id] ?? 0) + 1 },
          drafts: without(pages.drafts, lesson.id),
        };
      });
      return before;
    },
    restoreLesson(lesson, { progress, drafts }) {
      store.update(({ lessons }) => ({
        lessons: { ...lessons, ...mergeProgress({ [lesson.id]: progress }, only(lessons, lesson)) },
      }));
      setDrafts(lesson, (typed) => ({ ...drafts, ...typed }));
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
