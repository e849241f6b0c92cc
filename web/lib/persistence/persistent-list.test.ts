// Persistent lists: bounds, two tabs, removing and restoring items.
import { expect, test } from "vitest";
import { createPersistentList } from "./persistent-list";
import {
  isOfLesson,
  SAVED_MACHINES_SPEC,
  type SavedMachine,
} from "../../desk/lesson/saved-machines";
import type { StoredProblem, TextStorage } from "./persistent-store";
import { memoryStorage } from "./memory-storage.test-data";

const open = (storage: TextStorage | null) =>
  createPersistentList(SAVED_MACHINES_SPEC, storage, () => undefined);
const machine = (step: string, link = "#/lab"): SavedMachine => ({ step, made: "it", link });
/** An item that fills this share of the list's space. */
function large(step: string, share: number): SavedMachine {
  const empty = JSON.stringify(machine(step, "")).length;
  return machine(step, "x".repeat(Math.floor(SAVED_MACHINES_SPEC.charactersMax * share) - empty));
}

test("items_are_found_by_id_after_a_reload", () => {
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

test("the_oldest_items_are_dropped_first", () => {
  const machines = open(memoryStorage().storage);
  machines.add(large("one/a", 0.3));
  machines.add(large("one/b", 0.3));
  machines.add(large("one/a", 0.3));
  machines.add(large("one/c", 0.6));
  const kept = machines.store.get().list.map(({ step }) => step);
  expect(kept).toEqual(["one/a", "one/c"]);
});

test("an_item_larger_than_the_whole_list_may_be_is_ignored", () => {
  const machines = open(memoryStorage().storage);
  machines.add(machine("one/a"));
  machines.add(large("one/b", 1.1));
  expect(machines.store.get().list).toEqual([machine("one/a")]);
});

test("removed_items_can_be_added_back_beside_newer_ones", () => {
  const machines = open(memoryStorage().storage);
  for (const step of ["one/a", "one-more/a", "one/b"]) machines.add(machine(step));
  const before = machines.remove((left) => isOfLesson(left, "one"));
  expect(machines.store.get().list).toEqual([machine("one-more/a")]);
  machines.add(machine("one/b", "#/lab?since"));
  machines.restore(before);
  expect(machines.find("one/a")).toEqual(machine("one/a"));
  expect(machines.find("one/b")?.link).toBe("#/lab?since");
});

test("two_tabs_share_items_and_removals", () => {
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

test("without_storage_items_last_as_long_as_the_page", () => {
  const machines = open(null);
  machines.add(machine("one/a"));
  expect(machines.find("one/a")).toEqual(machine("one/a"));
});

test("an_unreadable_list_is_moved_and_reported", () => {
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
