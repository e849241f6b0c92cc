// The learner's progress: stored on this device, read back, shared by tabs.
import { expect, test } from "vitest";
import { tasksOf } from "../../lesson/lesson";
import { sampleLesson } from "../../lesson/parse/sample.test-data";
import { createProgressStore } from "./progress-store";
import type { StoredProblem } from "../../lib/persistence/persistent-store";
import { memoryStorage } from "../../lib/persistence/memory-storage.test-data";

const KEY = "livelock-lab.lessons";
const lesson = sampleLesson();
const [step] = lesson.steps;
const [task] = step === undefined ? [] : tasksOf(step);
if (step === undefined || task === undefined) throw new Error("the sample lesson has a task");

/** One storage with two progress stores, like two tabs. Each notices the other's changes when the test says so. */
function twoTabs() {
  const { texts, storage } = memoryStorage();
  const tab = () => {
    let notify = () => {};
    const onOthers = (listener: (key: string | null) => void) => (notify = () => listener(KEY));
    const progressStore = createProgressStore(
      { ...storage, onExternalChange: onOthers },
      () => undefined,
    );
    return { progressStore, notify: () => notify() };
  };
  return { texts, here: tab(), there: tab() };
}

const COMPARED = { kind: "prediction", guess: [1, 2, 3], real: [1, 2, 3] } as const;
const compared = () => ({ ...COMPARED, guess: [...COMPARED.guess], real: [...COMPARED.real] });

test("the_first_seed_stays_until_the_lesson_is_restarted", () => {
  const progressStore = createProgressStore(null, () => undefined);
  const seedAfter = (seed: number) => {
    progressStore.markSeen(lesson, step, "m1", seed);
    return progressStore.lessonProgress(lesson).seed;
  };
  expect([seedAfter(5), seedAfter(9)]).toEqual([5, 5]);
  progressStore.resetLesson(lesson);
  expect(seedAfter(9)).toBe(9);
});

test("progress_survives_a_reload", () => {
  const { storage } = memoryStorage();
  const first = createProgressStore(storage, () => undefined);
  first.markSeen(lesson, step, "m1", 5);
  first.setOpenHints(lesson, step, 2);
  first.recordAnswer(lesson, task, { kind: "prediction", guess: [1, 2, 3], real: null });
  const problems: StoredProblem[] = [];
  const again = createProgressStore(storage, (problem) => problems.push(problem));
  expect(problems).toEqual([]);
  expect(again.lessonProgress(lesson)).toEqual({
    model: "m1",
    seed: 5,
    step: "begin",
    seen: ["begin"],
    hints: { begin: 2 },
    tasks: { curve: { kind: "prediction", guess: [1, 2, 3], real: null } },
  });
});

test.each([
  ["no JSON", "{{{", "the whole text"],
  ["an older schema", '{"schema": 0, "lessons": {}}', "schema"],
  ["a wrong field", '{"schema": 1, "lessons": {"small": {"seen": 1}}}', /^small/],
])("an_unreadable_text_is_moved_to_another_key: %s", (_what, text, field) => {
  const { texts, storage } = memoryStorage({ [KEY]: text });
  const problems: StoredProblem[] = [];
  const progressStore = createProgressStore(storage, (problem) => problems.push(problem));
  expect(problems).toHaveLength(1);
  expect(problems[0]?.field).toEqual(
    typeof field === "string" ? field : expect.stringMatching(field),
  );
  expect(problems[0]?.text).toBe(text);
  progressStore.markSeen(lesson, step, "m1", 5);
  expect(texts.get(`${KEY}.unreadable`)).toBe(text);
  expect(texts.get(KEY)).toContain('"begin"');
});

test("a_reset_can_be_undone", () => {
  const progressStore = createProgressStore(null, () => undefined);
  progressStore.markSeen(lesson, step, "m1", 5);
  const before = progressStore.resetLesson(lesson);
  expect(progressStore.lessonProgress(lesson).seen).toEqual([]);
  progressStore.restoreLesson(lesson, before);
  expect(progressStore.lessonProgress(lesson).seen).toEqual(["begin"]);
});

test("two_tabs_do_not_erase_each_others_progress", () => {
  const { texts, here, there } = twoTabs();
  here.progressStore.recordAnswer(lesson, task, compared());
  there.progressStore.markSeen(lesson, step, "m1", 5);
  here.progressStore.setOpenHints(lesson, step, 2);
  expect(there.progressStore.lessonProgress(lesson).tasks).toEqual({ curve: COMPARED });
  const kept = createProgressStore(
    {
      getItem: (key) => texts.get(key) ?? null,
      setItem: () => undefined,
      removeItem: () => undefined,
    },
    () => undefined,
  );
  expect(kept.lessonProgress(lesson)).toMatchObject({
    seen: ["begin"],
    hints: { begin: 2 },
    tasks: { curve: COMPARED },
  });
});

test("progress_in_one_tab_is_shown_in_the_other", () => {
  const { here, there } = twoTabs();
  here.progressStore.recordAnswer(lesson, task, compared());
  expect(there.progressStore.lessonProgress(lesson).tasks).toEqual({});
  there.notify();
  expect(there.progressStore.lessonProgress(lesson).tasks).toEqual({ curve: COMPARED });
});

test("two_tabs_with_the_same_progress_write_nothing", () => {
  const { texts, here, there } = twoTabs();
  here.progressStore.recordAnswer(lesson, task, compared());
  there.progressStore.markSeen(lesson, step, "m1", 5);
  const text = texts.get(KEY);
  for (let turn = 0; turn < 3; turn++) {
    here.notify();
    there.notify();
  }
  expect(texts.get(KEY)).toBe(text);
});

test("overwritten_progress_is_written_again", () => {
  const { texts, here, there } = twoTabs();
  there.progressStore.markSeen(lesson, step, "m1", 5);
  const late = texts.get(KEY) ?? "";
  here.progressStore.recordAnswer(lesson, task, compared());
  // The other tab has read the old text before this tab wrote, and overwrites the new text.
  texts.set(KEY, late);
  here.notify();
  expect(texts.get(KEY)).toContain('"real":[1,2,3]');
});

test("progress_from_before_a_reset_does_not_come_back_from_another_tab", () => {
  const { here, there } = twoTabs();
  here.progressStore.recordAnswer(lesson, task, compared());
  there.notify();
  const before = here.progressStore.resetLesson(lesson);
  there.progressStore.setOpenHints(lesson, step, 1);
  expect(there.progressStore.lessonProgress(lesson)).toMatchObject({
    tasks: {},
    hints: { begin: 1 },
  });
  here.notify();
  expect(here.progressStore.lessonProgress(lesson).tasks).toEqual({});
  here.progressStore.restoreLesson(lesson, before);
  there.notify();
  expect(there.progressStore.lessonProgress(lesson)).toMatchObject({
    tasks: { curve: COMPARED },
    hints: { begin: 1 },
  });
});

test("a_finished_task_stays_finished", () => {
  const progressStore = createProgressStore(null, () => undefined);
  const right = { kind: "question", given: "1", right: true, tries: 1 } as const;
  progressStore.recordAnswer(lesson, task, right);
  progressStore.recordAnswer(lesson, task, { ...right, given: "0", right: false, tries: 2 });
  expect(progressStore.lessonProgress(lesson).tasks.curve).toEqual(right);
  const other = { ...task, id: "other" };
  progressStore.recordAnswer(lesson, other, compared());
  progressStore.recordAnswer(lesson, other, {
    kind: "prediction",
    guess: [null, null, null],
    real: null,
  });
  expect(progressStore.lessonProgress(lesson).tasks.other).toEqual(COMPARED);
});

test("typed_text_is_stored_until_it_is_submitted_as_an_answer", () => {
  const { storage } = memoryStorage();
  const first = createProgressStore(storage, () => undefined);
  first.saveDraftAnswer(lesson, task, "because");
  const again = createProgressStore(storage, () => undefined);
  expect(again.draftAnswer(lesson, task)).toBe("because");
  again.recordAnswer(lesson, task, { kind: "question", given: "because", right: null, tries: 1 });
  expect(again.draftAnswer(lesson, task)).toBeNull();
  first.markSeen(lesson, step, "m1", 5);
  expect(first.draftAnswer(lesson, task)).toBeNull();
});

test("a_reset_includes_typed_text_and_so_does_its_undo", () => {
  const progressStore = createProgressStore(null, () => undefined);
  progressStore.saveDraftAnswer(lesson, task, "because");
  const before = progressStore.resetLesson(lesson);
  expect(progressStore.draftAnswer(lesson, task)).toBeNull();
  progressStore.recordAnswer(lesson, task, compared());
  progressStore.restoreLesson(lesson, before);
  expect(progressStore.draftAnswer(lesson, task)).toBe("because");
  expect(progressStore.lessonProgress(lesson).tasks.curve).toEqual(COMPARED);
});

test("a_result_that_arrives_after_a_reset_is_recorded_only_when_the_reset_is_undone", () => {
  const progressStore = createProgressStore(null, () => undefined);
  const attempt = progressStore.attempt(lesson);
  const before = progressStore.resetLesson(lesson);
  expect(progressStore.recordResult(lesson, task, attempt, compared)).toBe(false);
  expect(progressStore.lessonProgress(lesson).tasks).toEqual({});
  progressStore.restoreLesson(lesson, before);
  expect(progressStore.lessonProgress(lesson).tasks).toEqual({ curve: COMPARED });
});

test("a_result_that_arrives_after_an_undone_reset_is_recorded", () => {
  const progressStore = createProgressStore(null, () => undefined);
  const first = progressStore.attempt(lesson);
  const before = progressStore.resetLesson(lesson);
  const second = progressStore.attempt(lesson);
  progressStore.restoreLesson(lesson, before);
  expect(progressStore.recordResult(lesson, task, first, compared)).toBe(true);
  expect(progressStore.recordResult(lesson, { ...task, id: "other" }, second, compared)).toBe(true);
  expect(progressStore.lessonProgress(lesson).tasks).toEqual({ curve: COMPARED, other: COMPARED });
  progressStore.resetLesson(lesson);
  expect(progressStore.recordResult(lesson, task, first, compared)).toBe(false);
});

test("a_result_from_before_a_reset_in_another_tab_is_not_recorded", () => {
  const { here, there } = twoTabs();
  const attempt = here.progressStore.attempt(lesson);
  there.progressStore.resetLesson(lesson);
  here.notify();
  expect(here.progressStore.recordResult(lesson, task, attempt, compared)).toBe(false);
  expect(here.progressStore.lessonProgress(lesson).tasks).toEqual({});
});

test("a_compared_prediction_deletes_its_own_draft_and_no_later_one", () => {
  const progressStore = createProgressStore(null, () => undefined);
  progressStore.saveDraftAnswer(lesson, task, "[1,2,3]");
  progressStore.recordResult(lesson, task, 0, compared);
  expect(progressStore.draftAnswer(lesson, task)).toBeNull();
  progressStore.saveDraftAnswer(lesson, task, "[1,2,null]");
  progressStore.recordResult(lesson, task, 0, compared);
  expect(progressStore.draftAnswer(lesson, task)).toBe("[1,2,null]");
});
