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
import { NOTEBOOK, type Pages } from "./stored-progress";
import { createStored, type Stored, type StoredProblem, type TextStorage } from "../persistence/persistent-store";

/** What a lesson held before it was begun anew. */
export interface Before {
  progress: LessonProgress;
  drafts: Record<string, string>;
}

export interface Notebook {
  readonly store: Stored<Pages>;
  of(lesson: Lesson): LessonProgress;
  /** One stands at a step now. */
  see(lesson: Lesson, step: Step, model: string): void;
  /** A task that is done stays done: an answer that would undo it is not taken. */
  answer(lesson: Lesson, task: Task, progress: TaskProgress): void;
  /** What was typed and is no answer yet; null: nothing. */
  draftOf(lesson: Lesson, task: Task): string | null;
  draft(lesson: Lesson, task: Task, text: string): void;
  /** So many hints of a step are open. */
  hint(lesson: Lesson, step: Step, count: number): void;
  /** Takes a file's progress in. */
  merge(progress: Progress): void;
  /** Begins a lesson anew; gives back what was there. */
  forget(lesson: Lesson): Before;
  /** Brings that back; what was done since stays. */
  restore(lesson: Lesson, before: Before): void;
}

export function createNotebook(
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): Notebook {
  const store = createStored(NOTEBOOK, storage, onProblem);

  const here = ({ lessons }: Pages, { id }: Lesson) => lessons[id] ?? NO_LESSON_PROGRESS;
  const draftOf = (lesson: Lesson, task: Task) => store.get().drafts[lesson.id]?.[task.id] ?? null;
  function change(lesson: Lesson, make: (now: LessonProgress) => Partial<LessonProgress>): void {
    store.change((pages) => {
      const now = here(pages, lesson);
      return { lessons: { ...pages.lessons, [lesson.id]: { ...now, ...make(now) } } };
    });
  }
  function setDrafts(
    lesson: Lesson,
    make: (now: Record<string, string>) => Record<string, string>,
  ) {
    store.change(({ drafts }) => ({
      drafts: { ...drafts, [lesson.id]: make(drafts[lesson.id] ?? {}) },
    }));
  }

  return {
    store,
    of: (lesson) => here(store.get(), lesson),
    see(lesson, step, model) {
      change(lesson, ({ seen }) => ({
        step: step.id,
        seen: seen.includes(step.id) ? seen : [...seen, step.id],
        model,
      }));
    },
    answer(lesson, task, progress) {
      change(lesson, ({ tasks }) => {
        const before = tasks[task.id];
        const undone = before?.kind === progress.kind && isDone(before) && !isDone(progress);
        return undone ? {} : { tasks: { ...tasks, [task.id]: progress } };
      });
      if (draftOf(lesson, task) !== null) setDrafts(lesson, (typed) => without(typed, task.id));
    },
    draftOf,
    draft: (lesson, task, text) => setDrafts(lesson, (typed) => ({ ...typed, [task.id]: text })),
    hint(lesson, step, count) {
      change(lesson, ({ hints }) => ({ hints: { ...hints, [step.id]: count } }));
    },
    merge: (progress) =>
      store.change(({ lessons }) => ({ lessons: mergeProgress(lessons, progress) })),
    forget(lesson) {
      let before: Before = { progress: NO_LESSON_PROGRESS, drafts: {} };
      store.change((pages) => {
        before = { progress: here(pages, lesson), drafts: pages.drafts[lesson.id] ?? {} };
        return {
          lessons: without(pages.lessons, lesson.id),
          anew: { ...pages.anew, [lesson.id]: (pages.anew[lesson.id] ?? 0) + 1 },
          drafts: without(pages.drafts, lesson.id),
        };
      });
      return before;
    },
    restore(lesson, { progress, drafts }) {
      store.change(({ lessons }) => ({
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
