// An author's drafts. Their files are saved on this device, apart from progress, so that they cannot take its space. They
// are parsed again when the lesson pages are opened. The parser is loaded only if there is a draft.
import { tr } from "../../i18n/i18n";
import { formatProblem, type Lesson } from "../../lesson/lesson";
import { z } from "../../lib/schema";
import type { PersistentList, PersistentListSpec } from "../../lib/persistence/persistent-list";
import type { Notices } from "../../lib/notices";
import { createStore, type Store } from "../../lib/store";
import { saveFile } from "../../lib/save-file";

const lessonDraft = z.strictObject({
  /** The id of the lesson that the files make. */
  id: z.string(),
  /** Text by file name. */
  files: z.record(z.string(), z.string()),
  /** When it was dropped, in milliseconds since 1970. */
  dropped: z.number().int().min(0).max(8.64e15),
});

export type LessonDraft = z.infer<typeof lessonDraft>;
export type LessonDrafts = PersistentList<LessonDraft>;

export const LESSON_DRAFTS_SPEC: PersistentListSpec<LessonDraft> = {
  key: "livelock-lab.lesson-drafts",
  name: "drafts of lessons",
  item: lessonDraft,
  idOf: ({ id }) => id,
  // Enough for dozens of lessons; a fifth of what a browser stores for a site.
  charactersMax: 1_000_000,
};

export interface Drafts {
  /** `isReading`: drafts of an earlier visit are still being parsed. */
  readonly store: Store<{ list: readonly Lesson[]; isReading: boolean }>;
  /** The texts of the files that were dropped last, by file name. */
  files: Record<string, string>;
  /** The saved files of a draft; undefined when a reload would lose it. */
  savedDraft(lesson: Lesson): LessonDraft | undefined;
  /** Adds a draft, or replaces an earlier one with the same id. */
  add(lesson: Lesson, draft: Omit<LessonDraft, "id">): void;
  remove(lesson: Lesson): void;
}

export function openDrafts(savedDrafts: LessonDrafts, notices: Notices): Drafts {
  const saved = savedDrafts.store.get().list;
  const store = createStore<{ list: readonly Lesson[]; isReading: boolean }>({
    list: [],
    isReading: saved.length > 0,
  });
  const show = (lesson: Lesson) => {
    const others = store.get().list.filter(({ id }) => id !== lesson.id);
    store.set({ list: [...others, lesson] });
  };
  if (saved.length > 0) {
    void parseDrafts(
      saved,
      (lesson) => show(lesson),
      (draft, problem) => reportUnreadable(notices, savedDrafts, draft, problem),
    )
      .catch((error: unknown) => reportLoadFailure(notices, error))
      .finally(() => store.set({ isReading: false }));
  }
  return {
    store,
    files: saved.at(-1)?.files ?? {},
    savedDraft: ({ id }) =>
      savedDrafts.store.status.get().isSaved ? savedDrafts.find(id) : undefined,
    add(lesson, draft) {
      savedDrafts.add({ ...draft, id: lesson.id });
      show(lesson);
    },
    remove(lesson) {
      const { list } = store.get();
      const removed = savedDrafts.remove(({ id }) => id === lesson.id);
      store.set({ list: list.filter(({ id }) => id !== lesson.id) });
      const restore = () => {
        savedDrafts.restore(removed);
        show(lesson);
      };
      notices.show({
        key: "draft removed",
        tone: "done",
        title: tr("Your draft “{title}” is removed", { title: lesson.title }),
        text: [tr("Your answers in it are kept, in case you drop it again.")],
        actions: [{ label: tr("Restore it"), run: restore }],
      });
    },
  };
}

async function parseDrafts(
  drafts: readonly LessonDraft[],
  show: (lesson: Lesson) => void,
  refuse: (draft: LessonDraft, problem: string) => void,
): Promise<void> {
  const { parseDraft } = await import("../../lesson/parse/parse-draft");
  for (const draft of drafts) {
    const { lesson, problems } = parseDraft(draft.files);
    const [first] = problems;
    if (lesson !== null) show(lesson);
    else refuse(draft, first === undefined ? "" : formatProblem(first));
  }
}

/** Reports a draft that cannot be parsed any more, because the format has changed. */
function reportUnreadable(
  notices: Notices,
  savedDrafts: LessonDrafts,
  { id, files }: LessonDraft,
  problem: string,
): void {
  notices.show({
    key: `draft ${id}`,
    tone: "bad",
    title: tr("Your draft “{id}” can no longer be read", { id }),
    text: [problem, tr("Save its files, correct them and drop them again.")],
    actions: [
      {
        label: tr("Save its files"),
        run: () => Object.entries(files).forEach(([name, text]) => saveFile(name, text)),
        stays: true,
      },
      { label: tr("Remove it"), run: () => void savedDrafts.remove((draft) => draft.id === id) },
    ],
  });
}

function reportLoadFailure(notices: Notices, error: unknown): void {
  notices.show({
    key: "drafts",
    tone: "bad",
    title: tr("Your drafts could not be read"),
    text: [
      error instanceof Error ? error.message : String(error),
      tr("They are not lost: reload the page."),
    ],
    actions: [],
  });
}
