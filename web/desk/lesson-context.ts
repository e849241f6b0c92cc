// The objects that all lesson pages share, besides the app services: the learner's progress, saved
// machines, the step's machine, the course, and an author's lessons. The first lesson page that is
// opened creates them.
import { glossary } from "virtual:glossary";
import { tr } from "../i18n/i18n";
import { termSet, type GlossaryEntry, type Lesson } from "../lesson/lesson";
import {
  createPersistentList,
  type PersistentList,
  type PersistentListSpec,
} from "../lib/persistence/persistent-list";
import { SAVED_MACHINES_SPEC, type SavedMachines } from "./lesson/saved-machines";
import { createProgressStore, type ProgressStore } from "./lesson/progress-store";
import { createStore, type Store } from "../lib/store";
import type { Notices } from "../lib/notices";
import { createLessonMachine, type LessonMachine } from "./lesson/lesson-machine";
import { browserStorage } from "../lib/persistence/persistent-store";
import type { AppServices } from "./app-services";
import { saveFile } from "../lib/save-file";
import { saveProgressFile } from "./progress-file";
import { lessons, translatedCourse } from "./lesson/translated-course";
import { LESSON_DRAFTS_SPEC, openDrafts, type Drafts } from "./lesson/drafts";
import { connectPlatform, openPlatform } from "./scorm/learning-platform";

export interface LessonContext {
  /** Those with the desk of lessons. */
  services: AppServices;
  progressStore: ProgressStore;
  /** The machines of the steps, as the learner left them. */
  savedMachines: SavedMachines;
  lessonMachine: LessonMachine;
  lessons: readonly Lesson[];
  glossary: readonly GlossaryEntry[];
  terms: ReadonlySet<string>;
  drafts: Drafts;
  /** The name in reports, as typed. It is not stored: others may use the same device. */
  learnerName: Store<{ name: string }>;
}

const contexts = new WeakMap<AppServices["desks"], LessonContext>();

// While an author writes, the development server sends the course again after each saved change. The page then shows the
// new text at the same place.
if (import.meta.hot) {
  import.meta.hot.accept("virtual:lessons", (module) => {
    if (module !== undefined) showCourse?.(translatedCourse(module.lessons as readonly Lesson[]));
  });
}
let showCourse: ((lessons: readonly Lesson[]) => void) | null = null;

export function lessonContextOf({ desks }: AppServices): LessonContext {
  const known = contexts.get(desks);
  if (known !== undefined) return known;
  const services = desks.of("lesson");
  const { lab, notices } = services;
  const answers = tr("Your answers have not changed.");
  const machines = openList(
    SAVED_MACHINES_SPEC,
    notices,
    tr("Every step begins with its initial machine. {answers}", { answers }),
  );
  const drafts = openList(LESSON_DRAFTS_SPEC, notices, tr("Please drop your lessons again."));
  const platform = openPlatform(notices);
  // A platform stores the progress of each learner; the browser may be shared.
  const progressStore =
    platform === null ? openProgressStore(notices) : createProgressStore(null, () => undefined);
  if (platform !== null) {
    const saveProgress = () => saveProgressFile(progressStore, notices);
    connectPlatform({ api: platform, lessons, progressStore, notices, saveProgress });
  }
  const desk = { lab, show: () => desks.show(services), leave: () => desks.show(desks.lab) };
  const context: LessonContext = {
    services,
    progressStore,
    savedMachines: machines,
    lessonMachine: createLessonMachine(desk, machines, (lesson, goal) => {
      const task = progressStore.lessonProgress(lesson).tasks[goal];
      return task?.kind === "goal" ? task : null;
    }),
    lessons,
    glossary,
    terms: termSet(glossary),
    drafts: openDrafts(drafts, notices),
    learnerName: createStore({ name: "" }),
  };
  contexts.set(desks, context);
  showCourse = (course) => {
    context.lessons = course;
    // Renders the pages again.
    const { store } = context.drafts;
    store.set({ list: [...store.get().list] });
  };
  return context;
}

/** Opens the progress of this device. Shows a notice when it cannot be read, and one when it cannot be stored. */
function openProgressStore(notices: Notices): ProgressStore {
  const progressStore = createProgressStore(
    browserStorage(),
    ({ field, problem, text, savedUnder }) =>
      notices.show({
        key: "lesson progress",
        tone: "bad",
        title: tr("The stored lesson progress could not be read"),
        text: [
          tr("Field “{field}”: {problem}.", { field, problem }),
          tr(
            `On this page the lessons start from the beginning. The stored text is kept under
            “{savedUnder}”. Save it as a file: once it is corrected, “Read a progress file” can read
            it.`,
            { savedUnder },
          ),
        ],
        actions: [
          {
            label: tr("Save the stored text"),
            run: () => saveFile("lesson-progress-unreadable.json", text),
            stays: true,
          },
        ],
      }),
  );
  const { status: kept } = progressStore.store;
  const key = "lesson progress not kept";
  let isReported = false;
  const reportNotStored = () => {
    const { isSaved } = kept.get();
    if (isSaved && isReported) notices.dismiss(key);
    if (isSaved) isReported = false;
    if (isSaved || isReported) return;
    isReported = true;
    notices.show({
      key,
      tone: "bad",
      title: tr("The browser does not store your lesson progress"),
      text: [
        tr(`Its storage is full or blocked, so your answers are lost when you leave this page. Save
          a progress file before you leave.`),
      ],
      actions: [
        {
          label: tr("Save a progress file"),
          run: () => saveProgressFile(progressStore, notices),
          stays: true,
        },
      ],
    });
  };
  kept.subscribe(reportNotStored);
  // If storage is blocked from the start, the notice waits until there is something to lose.
  progressStore.store.subscribe(reportNotStored);
  return progressStore;
}

/** Opens a list of this device. Shows a notice with the consequence when it cannot be read. */
function openList<T extends object>(
  shape: PersistentListSpec<T>,
  notices: Notices,
  consequence: string,
): PersistentList<T> {
  return createPersistentList(
    shape,
    browserStorage(),
    ({ key, name, field, problem, savedUnder }) =>
      notices.show({
        key,
        tone: "bad",
        title: tr("The stored {name} could not be read", { name }),
        text: [
          tr("Field “{field}”: {problem}.", { field, problem }),
          tr("{consequence} The stored text is kept under “{savedUnder}”.", {
            consequence,
            savedUnder,
          }),
        ],
        actions: [],
      }),
  );
}

/** Finds a lesson by its id, first among the drafts, then in the course. */
export function findLesson(context: LessonContext, id: string): Lesson | undefined {
  const { list } = context.drafts.store.get();
  return [...list, ...context.lessons].find((lesson) => lesson.id === id);
}
