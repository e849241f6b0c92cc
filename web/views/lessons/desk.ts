// What the lesson pages hold besides the lab: the notebook, the stage, lessons dropped by an author. One
// a workbench, made when the first of these pages is opened.
import { glossary } from "virtual:glossary";
import { lessons } from "virtual:lessons";
import { termsOf, type Entry, type Lesson } from "../../lesson/model";
import { createNotebook, type Notebook } from "../../store/lesson-notebook";
import { createStage, type Stage } from "../../store/lesson-stage";
import { createStore, type Store } from "../../store/store";
import { browserStorage, setAsideKey } from "../../store/stored";
import type { Workbench } from "../../store/workbench";
import { saveFile } from "../../ui/save-file";

export interface Desk {
  workbench: Workbench;
  notebook: Notebook;
  stage: Stage;
  /** false: this browser keeps nothing, progress lasts as long as the page. */
  keeps: boolean;
  lessons: readonly Lesson[];
  glossary: readonly Entry[];
  terms: ReadonlySet<string>;
  drafts: Store<{ list: readonly Lesson[] }>;
}

const desks = new WeakMap<Workbench, Desk>();

export function deskOf(workbench: Workbench): Desk {
  const known = desks.get(workbench);
  if (known !== undefined) return known;
  const storage = browserStorage();
  const desk: Desk = {
    workbench,
    notebook: createNotebook(storage, ({ key, field, problem, text }) =>
      workbench.notices.say({
        key: "lesson progress",
        tone: "bad",
        title: "The stored lesson progress could not be read",
        text: [
          `Field “${field}”: ${problem}.`,
          `Lessons begin anew on this page. What was stored is kept under “${setAsideKey(key)}”; save it as a file, and it can be mended and brought back with “Read a progress file”.`,
        ],
        actions: [
          {
            label: "Save what was stored",
            run: () => saveFile("lesson-progress-unreadable.json", text),
            stays: true,
          },
        ],
      }),
    ),
    stage: createStage(workbench.lab),
    keeps: storage !== null,
    lessons,
    glossary,
    terms: termsOf(glossary),
    drafts: createStore<{ list: readonly Lesson[] }>({ list: [] }),
  };
  desks.set(workbench, desk);
  return desk;
}

/** A lesson of the course, or one that was dropped. */
export function findLesson(desk: Desk, id: string): Lesson | undefined {
  const { list } = desk.drafts.get();
  return [...list, ...desk.lessons].find((lesson) => lesson.id === id);
}
