// What is kept of steps' machines: several lessons', within bounds, in two pages, given up and brought back.
import { expect, test } from "vitest";
import { createLeftMachines, LEFT_MACHINES, ROOM, type LeftMachine } from "./lesson-machines";
import type { StoredProblem, TextStorage } from "./stored";

function memory(initial: Record<string, string> = {}) {
  const texts = new Map(Object.entries(initial));
  const storage: TextStorage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
  return { texts, storage };
}

const open = (storage: TextStorage | null) => createLeftMachines(storage, () => undefined);
const machine = (step: string, link = "#/lab"): LeftMachine => ({ step, made: "it", link });

test("each_step_of_each_lesson_keeps_its_own_over_a_reload", () => {
  const { storage } = memory();
  const before = open(storage);
  before.keep(machine("one/a", "#/lab?t=1"));
  before.keep(machine("two/a", "#/lab?t=2"));
  before.keep(machine("one/a", "#/lab?t=3"));
  const after = open(storage);
  expect(after.of("one/a")).toEqual(machine("one/a", "#/lab?t=3"));
  expect(after.of("two/a")).toEqual(machine("two/a", "#/lab?t=2"));
  expect(after.of("one/b")).toBeUndefined();
});

test("those_left_longest_ago_make_room", () => {
  const machines = open(memory().storage);
  const long = "x".repeat(ROOM / 2 - 14);
  machines.keep(machine("one/a"));
  machines.keep(machine("one/b"));
  machines.keep(machine("one/a"));
  machines.keep(machine("one/c", long));
  machines.keep(machine("one/d", long));
  const kept = machines.store.get().machines.map(({ step }) => step);
  expect(kept).toEqual(["one/a", "one/c", "one/d"]);
});

test("a_lesson_begun_anew_loses_its_own_alone_and_gets_them_back", () => {
  const machines = open(memory().storage);
  for (const step of ["one/a", "one-more/a", "one/b"]) machines.keep(machine(step));
  const before = machines.forget("one");
  expect(machines.store.get().machines).toEqual([machine("one-more/a")]);
  machines.keep(machine("one/b", "#/lab?since"));
  machines.restore(before);
  expect(machines.of("one/a")).toEqual(machine("one/a"));
  expect(machines.of("one/b")?.link).toBe("#/lab?since");
});

test("two_pages_keep_each_others_and_what_one_forgets_is_forgotten", () => {
  const { storage } = memory();
  const [here, there] = [open(storage), open(storage)];
  here.keep(machine("one/a"));
  there.keep(machine("two/a"));
  here.keep(machine("one/b"));
  expect(open(storage).store.get().machines).toHaveLength(3);
  there.forget("one");
  here.keep(machine("three/a"));
  expect(open(storage).store.get().machines).toEqual([machine("two/a"), machine("three/a")]);
});

test("without_storage_they_last_as_long_as_the_page", () => {
  const machines = open(null);
  machines.keep(machine("one/a"));
  expect(machines.of("one/a")).toEqual(machine("one/a"));
});

test("what_cannot_be_read_is_set_aside_and_named", () => {
  const { key } = LEFT_MACHINES;
  const text = '{"schema":1,"machines":[{"step":7}]}';
  const { storage, texts } = memory({ [key]: text });
  const problems: StoredProblem[] = [];
  const machines = createLeftMachines(storage, (problem) => problems.push(problem));
  expect(problems).toMatchObject([{ field: "machines.0.step", keptAs: `${key}.unreadable` }]);
  expect(texts.get(`${key}.unreadable`)).toBe(text);
  expect(machines.store.get().machines).toEqual([]);
});
