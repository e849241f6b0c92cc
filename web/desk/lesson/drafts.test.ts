// Facts about an author's drafts: what a reload finds, what can no longer be read, what is removed.
import { expect, test } from "vitest";
import { OWN_SCENARIO, SAMPLE, sampleLesson } from "../../lesson/parse/sample.test-data";
import { createPersistentList } from "../../lib/persistence/persistent-list";
import { createNotices } from "../../lib/notices";
import { waitForState } from "../../lib/store";
import { memoryStorage } from "../../lib/persistence/memory-storage.test-data";
import { LESSON_DRAFTS_SPEC, openDrafts, type LessonDrafts } from "./drafts";

const files = { "lesson.md": SAMPLE, "own.json": JSON.stringify(OWN_SCENARIO) };
const lesson = { ...sampleLesson(), id: "draft-a-small-lesson" };

function device() {
  const { storage } = memoryStorage();
  return () => createPersistentList(LESSON_DRAFTS_SPEC, storage, () => undefined);
}

async function visit(kept: LessonDrafts) {
  const notices = createNotices(() => undefined);
  const drafts = openDrafts(kept, notices);
  await waitForState(drafts.store, ({ isReading }) => !isReading);
  return { drafts, said: () => notices.store.get().list };
}

test("a_reload_reads_a_draft_from_its_files", async () => {
  const open = device();
  const before = await visit(open());
  before.drafts.add(lesson, { files, dropped: 5 });
  const { drafts, said } = await visit(open());
  expect(drafts.store.get().list).toMatchObject([{ id: lesson.id, title: "A small lesson" }]);
  expect(drafts.savedDraft(lesson)?.dropped).toBe(5);
  // A scenario file that is dropped alone still belongs to this lesson.
  expect(drafts.files).toEqual(files);
  expect(said()).toEqual([]);
});

test("a_draft_of_the_same_name_replaces_the_earlier_one", async () => {
  const kept = device()();
  const { drafts } = await visit(kept);
  drafts.add(lesson, { files, dropped: 5 });
  drafts.add({ ...lesson, minutes: 9 }, { files, dropped: 6 });
  expect(drafts.store.get().list).toMatchObject([{ minutes: 9 }]);
  expect(kept.store.get().list).toMatchObject([{ dropped: 6 }]);
});

test("an_unreadable_draft_is_reported_and_stays_until_it_is_removed", async () => {
  const kept = device()();
  kept.add({ id: "draft-old", files: { "lesson.md": "# Old\n" }, dropped: 5 });
  const { drafts, said } = await visit(kept);
  expect(drafts.store.get().list).toEqual([]);
  expect(said()).toMatchObject([{ title: "Your draft “draft-old” can no longer be read" }]);
  expect(said()[0]?.text[0]).toContain("lesson.md:1");
  expect(kept.find("draft-old")).toBeDefined();
  said()[0]?.actions.at(-1)?.run();
  expect(kept.find("draft-old")).toBeUndefined();
});

test("a_removed_draft_can_be_restored", async () => {
  const open = device();
  const { drafts, said } = await visit(open());
  drafts.add(lesson, { files, dropped: 5 });
  drafts.remove(lesson);
  expect(drafts.store.get().list).toEqual([]);
  expect((await visit(open())).drafts.store.get().list).toEqual([]);
  said()[0]?.actions[0]?.run();
  expect(drafts.store.get().list).toEqual([lesson]);
  expect((await visit(open())).drafts.store.get().list).toMatchObject([{ id: lesson.id }]);
});
