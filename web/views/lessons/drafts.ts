// An author's drafts: kept on this device as their files, and read again when the lesson pages are opened. The parser
// arrives only where there is one.
import { formatProblem, type Lesson } from "../../lesson/model";
import type { LessonDraft, LessonDrafts } from "../../store/lesson/saved-lists";
import type { Notices } from "../../store/announcements/notices";
import { createStore, type Store } from "../../store/store";
import { saveFile } from "../../ui/save-file";

export interface Drafts {
  /** `reading`: those of an earlier visit are on their way. */
  readonly store: Store<{ list: readonly Lesson[]; isReading: boolean }>;
  /** The files that were dropped last, by name. */
  files: Record<string, string>;
  /** What is kept of it; undefined: a reload forgets it. */
  savedDraft(lesson: Lesson): LessonDraft | undefined;
  /** Takes the place of an earlier draft of the same name. */
  add(lesson: Lesson, draft: Omit<LessonDraft, "id">): void;
  remove(lesson: Lesson): void;
}

export function openDrafts(kept: LessonDrafts, notices: Notices): Drafts {
  const found = kept.store.get().list;
  const store = createStore<{ list: readonly Lesson[]; isReading: boolean }>({
    list: [],
    isReading: found.length > 0,
  });
  const show = (lesson: Lesson) => {
    const others = store.get().list.filter(({ id }) => id !== lesson.id);
    store.set({ list: [...others, lesson] });
  };
  if (found.length > 0) {
    void parseDrafts(
      found,
      (lesson) => show(lesson),
      (draft, problem) => reportUnreadable(notices, kept, draft, problem),
    )
      .catch((error: unknown) => reportLoadFailure(notices, error))
      .finally(() => store.set({ isReading: false }));
  }
  return {
    store,
    files: found.at(-1)?.files ?? {},
    savedDraft: ({ id }) => (kept.store.status.get().keeps ? kept.find(id) : undefined),
    add(lesson, draft) {
      kept.add({ ...draft, id: lesson.id });
      show(lesson);
    },
    remove(lesson) {
      const { list } = store.get();
      const removed = kept.remove(({ id }) => id === lesson.id);
      store.set({ list: list.filter(({ id }) => id !== lesson.id) });
      const bringBack = () => {
        kept.restore(removed);
        show(lesson);
      };
      notices.show({
        key: "draft removed",
        tone: "done",
        title: `Your draft “${lesson.title}” is removed`,
        text: ["What you answered in it is kept, should you drop it again."],
        actions: [{ label: "Bring it back", run: bringBack }],
      });
    },
  };
}

async function parseDrafts(
  drafts: readonly LessonDraft[],
  show: (lesson: Lesson) => void,
  refuse: (draft: LessonDraft, problem: string) => void,
): Promise<void> {
  const { parseDraft } = await import("./try-lesson");
  for (const draft of drafts) {
    const { lesson, problems } = parseDraft(draft.files);
    const [first] = problems;
    if (lesson !== null) show(lesson);
    else refuse(draft, first === undefined ? "" : formatProblem(first));
  }
}

/** The format has changed since it was dropped. */
function reportUnreadable(
  notices: Notices,
  kept: LessonDrafts,
  { id, files }: LessonDraft,
  problem: string,
): void {
  notices.show({
    key: `draft ${id}`,
    tone: "bad",
    title: `Your draft “${id}” can be read no more`,
    text: [problem, "Save its files, mend them and drop them again."],
    actions: [
      {
        label: "Save its files",
        run: () => Object.entries(files).forEach(([name, text]) => saveFile(name, text)),
        stays: true,
      },
      { label: "Remove it", run: () => void kept.remove((draft) => draft.id === id) },
    ],
  });
}

function reportLoadFailure(notices: Notices, error: unknown): void {
  notices.show({
    key: "drafts",
    tone: "bad",
    title: "Your drafts could not be read",
    text: [
      error instanceof Error ? error.message : String(error),
      "They are kept: load the page again.",
    ],
    actions: [],
  });
}
