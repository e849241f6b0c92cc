// A learner's notebook: progress kept on this device, changed by what is done in a lesson, given away
// and taken back as a file. What is stored and cannot be read is set aside, never thrown away.
import type { Lesson, Step, Task } from "../lesson/model";
import {
  mergeProgress,
  NO_LESSON_PROGRESS,
  PROGRESS_SCHEMA,
  ProgressError,
  readProgress,
  type LessonProgress,
  type Progress,
  type TaskProgress,
} from "../lesson/progress";
import type { Store } from "./store";
import {
  createStored,
  StoredError,
  type StoredProblem,
  type StoredShape,
  type TextStorage,
} from "./stored";

interface Pages {
  lessons: Progress;
}

const NOTEBOOK: StoredShape<Pages> = {
  key: "livelock-lab.lessons",
  name: "lesson progress",
  schema: PROGRESS_SCHEMA,
  initial: { lessons: {} },
  read(value) {
    try {
      return { lessons: readProgress(value.lessons) };
    } catch (error) {
      if (!(error instanceof ProgressError)) throw error;
      throw new StoredError(error.field, error.message);
    }
  },
};

export interface Notebook {
  readonly store: Store<Pages>;
  of(lesson: Lesson): LessonProgress;
  /** One stands at a step now. */
  see(lesson: Lesson, step: Step, model: string): void;
  answer(lesson: Lesson, task: Task, progress: TaskProgress): void;
  /** So many hints of a step are open. */
  hint(lesson: Lesson, step: Step, count: number): void;
  /** Takes a file's progress in. */
  merge(progress: Progress): void;
  /** Begins a lesson anew; gives back what was there. */
  forget(lesson: Lesson): LessonProgress;
  restore(lesson: Lesson, progress: LessonProgress): void;
}

export function createNotebook(
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): Notebook {
  const store = createStored(NOTEBOOK, storage, onProblem);

  const of = (lesson: Lesson) => store.get().lessons[lesson.id] ?? NO_LESSON_PROGRESS;
  function change(lesson: Lesson, changes: Partial<LessonProgress>): void {
    const { lessons } = store.get();
    store.set({ lessons: { ...lessons, [lesson.id]: { ...of(lesson), ...changes } } });
  }

  return {
    store,
    of,
    see(lesson, step, model) {
      const { seen } = of(lesson);
      const now = seen.includes(step.id) ? seen : [...seen, step.id];
      change(lesson, { step: step.id, seen: now, model });
    },
    answer(lesson, task, progress) {
      change(lesson, { tasks: { ...of(lesson).tasks, [task.id]: progress } });
    },
    hint(lesson, step, count) {
      change(lesson, { hints: { ...of(lesson).hints, [step.id]: count } });
    },
    merge: (progress) => store.set({ lessons: mergeProgress(store.get().lessons, progress) }),
    forget(lesson) {
      const before = of(lesson);
      const lessons = { ...store.get().lessons };
      delete lessons[lesson.id];
      store.set({ lessons });
      return before;
    },
    restore: (lesson, progress) => change(lesson, progress),
  };
}
