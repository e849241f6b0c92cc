// What is kept of many things: the newest within bounds, in two pages, forgotten and brought back.
import { expect, test } from "vitest";
import { createPersistentList } from "./persistent-list";
import { isOfLesson, SAVED_MACHINES_SPEC, type SavedMachine } from "../lesson/saved-lists";
import type { StoredProblem, TextStorage } from "./persistent-store";
import { memoryStorage } from "./memory-storage.test-data";

const open = (storage: TextStorage | null) =>
  createPersistentList(SAVED_MACHINES_SPEC, storage, () => undefined);
const machine = (step: string, link = "#/lab"): SavedMachine => ({ step, made: "it", link });
/** One that fills so much of the room. */
function large(step: string, share: number): SavedMachine {
  const empty = JSON.stringify(machine(step, "")).length;
  return machine(step, "x".repeat(Math.floor(SAVED_MACHINES_SPEC.charactersMax * share) - empty));
}

test("each_keeps_its_place_by_its_id_over_a_reload", () => {
  const { storage } = memoryStorage();
  const before = open(storage);
  before.add(machine("one/a", "#/lab?t=1"));
  before.add(machine("two/a", "#/lab?t=2"));
  before.add(machine("one/a", "#/lab?t=3"));
  const after = open(storage);
  expect(after.find("one/a")).toEqual(machine("one/a", "#/lab?t=3"));
  expect(after.find("two/a")).toEqual(machine("two/a", "#/lab?t=2"));
  expect(after.find("one/b")).toBeUndefined();
});

test("those_kept_longest_ago_make_room", () => {
  const machines = open(memoryStorage().storage);
  machines.add(large("one/a", 0.3));
  machines.add(large("one/b", 0.3));
  machines.add(large("one/a", 0.3));
  machines.add(large("one/c", 0.6));
  const kept = machines.store.get().list.map(({ step }) => step);
  expect(kept).toEqual(["one/a", "one/c"]);
});

test("what_is_larger_than_the_room_for_all_drives_nobody_out", () => {
  const machines = open(memoryStorage().storage);
  machines.add(machine("one/a"));
  machines.add(large("one/b", 1.1));
  expect(machines.store.get().list).toEqual([machine("one/a")]);
});

test("what_is_forgotten_comes_back_beside_what_was_kept_since", () => {
  const machines = open(memoryStorage().storage);
  for (const step of ["one/a", "one-more/a", "one/b"]) machines.add(machine(step));
  const before = machines.remove((left) => isOfLesson(left, "one"));
  expect(machines.store.get().list).toEqual([machine("one-more/a")]);
  machines.add(machine("one/b", "#/lab?since"));
  machines.restore(before);
  expect(machines.find("one/a")).toEqual(machine("one/a"));
  expect(machines.find("one/b")?.link).toBe("#/lab?since");
});

test("two_pages_keep_each_others_and_what_one_forgets_is_forgotten", () => {
  const { storage } = memoryStorage();
  const [here, there] = [open(storage), open(storage)];
  here.add(machine("one/a"));
  there.add(machine("two/a"));
  here.add(machine("one/b"));
  expect(open(storage).store.get().list).toHaveLength(3);
  there.remove((left) => isOfLesson(left, "one"));
  here.add(machine("three/a"));
  expect(open(storage).store.get().list).toEqual([machine("two/a"), machine("three/a")]);
});

test("without_storage_they_last_as_long_as_the_page", () => {
  const machines = open(null);
  machines.add(machine("one/a"));
  expect(machines.find("one/a")).toEqual(machine("one/a"));
});

test("what_cannot_be_read_is_set_aside_and_named", () => {
  const { key } = SAVED_MACHINES_SPEC;
  const text = '{"schema":1,"list":[{"step":7}]}';
  const { storage, texts } = memoryStorage({ [key]: text });
  const problems: StoredProblem[] = [];
  const machines = createPersistentList(SAVED_MACHINES_SPEC, storage, (problem) =>
    problems.push(problem),
  );
  expect(problems).toMatchObject([{ field: "list.0.step", savedUnder: `${key}.unreadable` }]);
  expect(texts.get(`${key}.unreadable`)).toBe(text);
  expect(machines.store.get().list).toEqual([]);
});
