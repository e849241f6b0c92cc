// The notebook: kept on this device, read back, set aside when it cannot be read.
import { expect, test } from "vitest";
import { tasksOf } from "../lesson/model";
import { sampleLesson } from "../lesson/sample.test-data";
import { createNotebook } from "./lesson-notebook";
import type { StoredProblem, TextStorage } from "./stored";

const KEY = "livelock-lab.lessons";
const lesson = sampleLesson();
const [step] = lesson.steps;
const [task] = step === undefined ? [] : tasksOf(step);
if (step === undefined || task === undefined) throw new Error("the sample asks something");

function memory(initial: Record<string, string> = {}) {
  const texts = new Map(Object.entries(initial));
  const storage: TextStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
  return { texts, storage };
}

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
