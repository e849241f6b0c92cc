// What is kept of many things: the newest within bounds, in two pages, forgotten and brought back.
import { expect, test } from "vitest";
import { createKeptList } from "./persistent-list";
import { isOfLesson, LEFT_MACHINES, type LeftMachine } from "../lesson/saved-machines";
import type { StoredProblem, TextStorage } from "./persistent-store";
import { memory } from "./memory-storage.test-data";

const open = (storage: TextStorage | null) =>
  createKeptList(LEFT_MACHINES, storage, () => undefined);
const machine = (step: string, link = "#/lab"): LeftMachine => ({ step, made: "it", link });
/** One that fills so much of the room. */
function large(step: string, share: number): LeftMachine {
  const empty = JSON.stringify(machine(step, "")).length;
  return machine(step, "x".repeat(Math.floor(LEFT_MACHINES.room * share) - empty));
}

test("each_keeps_its_place_by_its_id_over_a_reload", () => {
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

test("those_kept_longest_ago_make_room", () => {
  const machines = open(memory().storage);
  machines.keep(large("one/a", 0.3));
  machines.keep(large("one/b", 0.3));
  machines.keep(large("one/a", 0.3));
  machines.keep(large("one/c", 0.6));
  const kept = machines.store.get().list.map(({ step }) => step);
  expect(kept).toEqual(["one/a", "one/c"]);
});

test("what_is_larger_than_the_room_for_all_drives_nobody_out", () => {
  const machines = open(memory().storage);
  machines.keep(machine("one/a"));
  machines.keep(large("one/b", 1.1));
  expect(machines.store.get().list).toEqual([machine("one/a")]);
});

test("what_is_forgotten_comes_back_beside_what_was_kept_since", () => {
  const machines = open(memory().storage);
  for (const step of ["one/a", "one-more/a", "one/b"]) machines.keep(machine(step));
  const before = machines.forget((left) => isOfLesson(left, "one"));
  expect(machines.store.get().list).toEqual([machine("one-more/a")]);
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
  expect(open(storage).store.get().list).toHaveLength(3);
  there.forget((left) => isOfLesson(left, "one"));
  here.keep(machine("three/a"));
  expect(open(storage).store.get().list).toEqual([machine("two/a"), machine("three/a")]);
});

test("without_storage_they_last_as_long_as_the_page", () => {
  const machines = open(null);
  machines.keep(machine("one/a"));
  expect(machines.of("one/a")).toEqual(machine("one/a"));
});

test("what_cannot_be_read_is_set_aside_and_named", () => {
  const { key } = LEFT_MACHINES;
  const text = '{"schema":1,"list":[{"step":7}]}';
  const { storage, texts } = memory({ [key]: text });
  const problems: StoredProblem[] = [];
  const machines = createKeptList(LEFT_MACHINES, storage, (problem) => problems.push(problem));
  expect(problems).toMatchObject([{ field: "list.0.step", keptAs: `${key}.unreadable` }]);
  expect(texts.get(`${key}.unreadable`)).toBe(text);
  expect(machines.store.get().list).toEqual([]);
});
