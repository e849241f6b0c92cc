// What the lesson pages hold besides the lab: the notebook, the machines that were left, the stage, lessons dropped
// by an author. One a services, made when the first of these pages is opened.
import { glossary } from "virtual:glossary";
import { lessons } from "virtual:lessons";
import { termSet, type GlossaryEntry, type Lesson } from "../../lesson/model";
import {
  createPersistentList,
  type PersistentList,
  type PersistentListSpec,
} from "../../store/persistence/persistent-list";
import {
  LESSON_DRAFTS_SPEC,
  SAVED_MACHINES_SPEC,
  type SavedMachines,
} from "../../store/lesson/saved-lists";
import { createProgressStore, type ProgressStore } from "../../store/lesson/progress-store";
import type { Notices } from "../../store/announcements/notices";
import { createStepMachine, type StepMachine } from "../../store/lesson/step-machine";
import { browserStorage } from "../../store/persistence/persistent-store";
import type { AppServices } from "../../store/app-services";
import { formatProgressFile } from "../../lesson/progress";
import { saveFile } from "../../ui/save-file";
import { openDrafts, type Drafts } from "./drafts";

export interface LessonContext {
  services: AppServices;
  progressStore: ProgressStore;
  /** The steps' machines as they were left. */
  savedMachines: SavedMachines;
  stepMachine: StepMachine;
  lessons: readonly Lesson[];
  glossary: readonly GlossaryEntry[];
  terms: ReadonlySet<string>;
  drafts: Drafts;
}

const contexts = new WeakMap<AppServices, LessonContext>();

export function lessonContextOf(services: AppServices): LessonContext {
  const known = contexts.get(services);
  if (known !== undefined) return known;
  const { notices } = services;
  const answers = "Your answers are as they were.";
  const machines = openList(
    SAVED_MACHINES_SPEC,
    notices,
    `Steps begin with their own machines. ${answers}`,
  );
  const drafts = openList(LESSON_DRAFTS_SPEC, notices, "Drop your lessons once more.");
  const context: LessonContext = {
    services,
    progressStore: openProgressStore(notices),
    savedMachines: machines,
    stepMachine: createStepMachine(services.lab, machines),
    lessons,
    glossary,
    terms: termSet(glossary),
    drafts: openDrafts(drafts, notices),
  };
  contexts.set(services, context);
  return context;
}

/** The notebook of this device; says what of it cannot be read, and once when something is not kept. */
function openProgressStore(notices: Notices): ProgressStore {
  const notebook = createProgressStore(browserStorage(), ({ field, problem, text, savedUnder }) =>
    notices.show({
      key: "lesson progress",
      tone: "bad",
      title: "The stored lesson progress could not be read",
      text: [
        `Field “${field}”: ${problem}.`,
        `Lessons begin anew on this page. What was stored is kept under “${savedUnder}”; save it as a file, and it can be mended and brought back with “Read a progress file”.`,
      ],
      actions: [
        {
          label: "Save what was stored",
          run: () => saveFile("lesson-progress-unreadable.json", text),
          stays: true,
        },
      ],
    }),
  );
  const { status: kept } = notebook.store;
  let said = false;
  const sayNotKept = () => {
    if (said || kept.get().keeps) return;
    said = true;
    notices.show({
      key: "lesson progress not kept",
      tone: "bad",
      title: "The browser does not keep your lesson progress",
      text: [
        "Its storage is full or forbidden: your answers last as long as this page. Save a progress file before you leave.",
      ],
      actions: [
        { label: "Save a progress file", run: () => saveProgressFile(notebook), stays: true },
      ],
    });
  };
  kept.subscribe(sayNotKept);
  // Where storing was forbidden from the first, there is something to lose when something is done.
  notebook.store.subscribe(sayNotKept);
  return notebook;
}

/** A list of this device; says when it cannot be read, and what follows. */
function openList<T extends object>(
  shape: PersistentListSpec<T>,
  notices: Notices,
  follows: string,
): PersistentList<T> {
  return createPersistentList(
    shape,
    browserStorage(),
    ({ key, name, field, problem, savedUnder }) =>
      notices.show({
        key,
        tone: "bad",
        title: `The stored ${name} could not be read`,
        text: [
          `Field “${field}”: ${problem}.`,
          `${follows} What was stored is kept under “${savedUnder}”.`,
        ],
        actions: [],
      }),
  );
}

/** A lesson of the course, or one that was dropped. */
export function findLesson(context: LessonContext, id: string): Lesson | undefined {
  const { list } = context.drafts.store.get();
  return [...list, ...context.lessons].find((lesson) => lesson.id === id);
}

const FILE_NAME = "livelock-lab-progress.json";

export function saveProgressFile({ store }: ProgressStore): void {
  saveFile(FILE_NAME, formatProgressFile(store.get().lessons));
}
