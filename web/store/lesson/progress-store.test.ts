// The notebook: kept on this device, read back, set aside when it cannot be read.
import { expect, test } from "vitest";
import { tasksOf } from "../../lesson/model";
import { sampleLesson } from "../../lesson/sample.test-data";
import { createNotebook } from "./progress-store";
import type { StoredProblem } from "../persistence/persistent-store";
import { memory } from "../persistence/memory-storage.test-data";

const KEY = "livelock-lab.lessons";
const lesson = sampleLesson();
const [step] = lesson.steps;
const [task] = step === undefined ? [] : tasksOf(step);
if (step === undefined || task === undefined) throw new Error("the sample asks something");

/** One storage, and two notebooks on it; each hears of the other when it is woken. */
function twoPages() {
  const { texts, storage } = memory();
  const page = () => {
    let wake = () => {};
    const onOthers = (listener: (key: string | null) => void) => (wake = () => listener(KEY));
    const notebook = createNotebook({ ...storage, onOthers }, () => undefined);
    return { notebook, wake: () => wake() };
  };
  return { texts, here: page(), there: page() };
}

const COMPARED = { kind: "prediction", guess: [1, 2, 3], real: [1, 2, 3] } as const;
const compared = () => ({ ...COMPARED, guess: [...COMPARED.guess], real: [...COMPARED.real] });

test("what_is_done_survives_a_reload", () => {
  const { storage } = memory();
  const first = createNotebook(storage, () => undefined);
  first.see(lesson, step, "m1");
  first.hint(lesson, step, 2);
  first.answer(lesson, task, { kind: "prediction", guess: [1, 2, 3], real: null });
  const problems: StoredProblem[] = [];
  const again = createNotebook(storage, (problem) => problems.push(problem));
  expect(problems).toEqual([]);
  expect(again.of(lesson)).toEqual({
    model: "m1",
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
])("what_cannot_be_read_is_set_aside: %s", (_what, text, field) => {
  const { texts, storage } = memory({ [KEY]: text });
  const problems: StoredProblem[] = [];
  const notebook = createNotebook(storage, (problem) => problems.push(problem));
  expect(problems).toHaveLength(1);
  expect(problems[0]?.field).toEqual(
    typeof field === "string" ? field : expect.stringMatching(field),
  );
  expect(problems[0]?.text).toBe(text);
  notebook.see(lesson, step, "m1");
  expect(texts.get(`${KEY}.unreadable`)).toBe(text);
  expect(texts.get(KEY)).toContain('"begin"');
});

test("beginning_anew_can_be_taken_back", () => {
  const notebook = createNotebook(null, () => undefined);
  notebook.see(lesson, step, "m1");
  const before = notebook.forget(lesson);
  expect(notebook.of(lesson).seen).toEqual([]);
  notebook.restore(lesson, before);
  expect(notebook.of(lesson).seen).toEqual(["begin"]);
});

test("two_pages_do_not_erase_each_others_progress", () => {
  const { texts, here, there } = twoPages();
  here.notebook.answer(lesson, task, compared());
  there.notebook.see(lesson, step, "m1");
  here.notebook.hint(lesson, step, 2);
  expect(there.notebook.of(lesson).tasks).toEqual({ curve: COMPARED });
  const kept = createNotebook(
    {
      getItem: (key) => texts.get(key) ?? null,
      setItem: () => undefined,
      removeItem: () => undefined,
    },
    () => undefined,
  );
  expect(kept.of(lesson)).toMatchObject({
    seen: ["begin"],
    hints: { begin: 2 },
    tasks: { curve: COMPARED },
  });
});

test("what_is_done_in_one_page_is_shown_in_the_other", () => {
  const { here, there } = twoPages();
  here.notebook.answer(lesson, task, compared());
  expect(there.notebook.of(lesson).tasks).toEqual({});
  there.wake();
  expect(there.notebook.of(lesson).tasks).toEqual({ curve: COMPARED });
});

test("two_pages_that_have_the_same_write_nothing_more", () => {
  const { texts, here, there } = twoPages();
  here.notebook.answer(lesson, task, compared());
  there.notebook.see(lesson, step, "m1");
  const text = texts.get(KEY);
  for (let turn = 0; turn < 3; turn++) {
    here.wake();
    there.wake();
  }
  expect(texts.get(KEY)).toBe(text);
});

test("what_a_late_writer_wrote_over_is_written_again", () => {
  const { texts, here, there } = twoPages();
  there.notebook.see(lesson, step, "m1");
  const late = texts.get(KEY) ?? "";
  here.notebook.answer(lesson, task, compared());
  // As if the other page had read before this one wrote, and written after it.
  texts.set(KEY, late);
  here.wake();
  expect(texts.get(KEY)).toContain('"real":[1,2,3]');
});

test("what_was_begun_anew_does_not_come_back_from_another_page", () => {
  const { here, there } = twoPages();
  here.notebook.answer(lesson, task, compared());
  there.wake();
  const before = here.notebook.forget(lesson);
  there.notebook.hint(lesson, step, 1);
  expect(there.notebook.of(lesson)).toMatchObject({ tasks: {}, hints: { begin: 1 } });
  here.wake();
  expect(here.notebook.of(lesson).tasks).toEqual({});
  here.notebook.restore(lesson, before);
  there.wake();
  expect(there.notebook.of(lesson)).toMatchObject({
    tasks: { curve: COMPARED },
    hints: { begin: 1 },
  });
});

test("what_was_reached_stays_reached", () => {
  const notebook = createNotebook(null, () => undefined);
  const right = { kind: "question", given: "1", right: true, tries: 1 } as const;
  notebook.answer(lesson, task, right);
  notebook.answer(lesson, task, { ...right, given: "0", right: false, tries: 2 });
  expect(notebook.of(lesson).tasks.curve).toEqual(right);
  const other = { ...task, id: "other" };
  notebook.answer(lesson, other, compared());
  notebook.answer(lesson, other, { kind: "prediction", guess: [null, null, null], real: null });
  expect(notebook.of(lesson).tasks.other).toEqual(COMPARED);
});

test("what_is_typed_is_kept_until_it_is_an_answer", () => {
  const { storage } = memory();
  const first = createNotebook(storage, () => undefined);
  first.draft(lesson, task, "because");
  const again = createNotebook(storage, () => undefined);
  expect(again.draftOf(lesson, task)).toBe("because");
  again.answer(lesson, task, { kind: "question", given: "because", right: null, tries: 1 });
  expect(again.draftOf(lesson, task)).toBeNull();
  first.see(lesson, step, "m1");
  expect(first.draftOf(lesson, task)).toBeNull();
});

test("beginning_anew_takes_what_is_typed_along_and_back", () => {
  const notebook = createNotebook(null, () => undefined);
  notebook.draft(lesson, task, "because");
  const before = notebook.forget(lesson);
  expect(notebook.draftOf(lesson, task)).toBeNull();
  notebook.answer(lesson, task, compared());
  notebook.restore(lesson, before);
  expect(notebook.draftOf(lesson, task)).toBe("because");
  expect(notebook.of(lesson).tasks.curve).toEqual(COMPARED);
});
