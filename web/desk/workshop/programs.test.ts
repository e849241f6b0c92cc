// The programs of a device: no text is lost, whatever two tabs or two devices do.
import { expect, it } from "vitest";
import { memoryStorage } from "../../lib/persistence/memory-storage.test-data";
import { RULES } from "./broken-rules";
import { createPrograms, labelsOf, PROGRAMS_SPEC, type Programs } from "./programs";

let ids = 0;

/** A tab with programs in a storage. */
function openTab(storage: Parameters<typeof createPrograms>[0], now = () => 5): Programs {
  const fail = ({ problem }: { problem: string }) => {
    throw new Error(problem);
  };
  return createPrograms(storage, fail, { now, newId: () => `id-${++ids}` });
}

const filesOf = ({ store }: Programs) => store.get().list.map(({ file }) => file);
const textsOf = ({ store }: Programs) => store.get().list.map(({ text }) => text);

it("each_change_is_stored_at_once", () => {
  const { storage } = memoryStorage();
  const programs = openTab(storage);
  const program = programs.add({ file: "kernel.c", text: "a" });
  programs.write(program!.id, "ab", "a");
  expect(textsOf(openTab(storage))).toEqual(["ab"]);
  expect(storage.getItem(PROGRAMS_SPEC.key)).toContain('"ab"');
});

it("a_program_that_breaks_a_rule_is_read_again_and_so_is_what_was_stored_with_its_other_fields", () => {
  const { storage } = memoryStorage();
  const rule = RULES.flatMap((one) => one.programs)[0]!;
  openTab(storage).add(rule);
  expect(textsOf(openTab(storage))).toEqual([rule.text]);
  const { list } = openTab(storage).store.get();
  const { number, says } = { number: 1, says: "It forgets the packet." };
  const before = { schema: 1, list: list.map((one) => ({ ...one, number, says })) };
  storage.setItem(PROGRAMS_SPEC.key, JSON.stringify(before));
  expect(openTab(storage).store.get().list).toEqual(list);
  // A version of the page that could not read them has put them aside.
  storage.removeItem(PROGRAMS_SPEC.key);
  const aside = `${PROGRAMS_SPEC.key}.unreadable`;
  storage.setItem(aside, JSON.stringify(before));
  expect(openTab(storage).store.get().list).toEqual(list);
  expect(storage.getItem(aside)).toBeNull();
  expect(openTab(storage).store.get().list).toEqual(list);
});

it("a_second_program_of_a_name_gets_a_number", () => {
  const programs = openTab(memoryStorage().storage);
  for (const text of ["a", "b", "c"]) programs.add({ file: "kernel.c", text });
  programs.add({ file: "notes", text: "d" });
  programs.add({ file: "notes", text: "e" });
  expect(filesOf(programs)).toEqual(["kernel.c", "kernel 2.c", "kernel 3.c", "notes", "notes 2"]);
});

it("programs_of_one_name_are_told_apart_in_a_list_by_when_they_were_opened", () => {
  const programs = openTab(memoryStorage().storage);
  for (const text of ["a", "b", "c"]) programs.add({ file: "kernel.c", text });
  const [one, other, third] = programs.store.get().list;
  programs.change(other!.id, { file: "kernel.c", opened: Date.UTC(2026, 0, 2, 12) });
  const labels = labelsOf(programs.store.get().list, "en");
  expect(labels.get(third!.id)).toBe("kernel 3.c");
  expect(labels.get(other!.id)).toMatch(/^kernel\.c, opened Jan 2, 2026/);
  expect(labels.get(one!.id)).not.toBe(labels.get(other!.id));
});

it("two_tabs_that_change_one_program_keep_both_texts", () => {
  const { storage } = memoryStorage();
  const one = openTab(storage);
  const { id } = one.add({ file: "kernel.c", text: "a" })!;
  // This tab is frozen: it learns nothing of the other one.
  const other = openTab(storage);
  expect(one.write(id, "a1", "a")).toBeNull();
  expect(other.write(id, "a2", "a")?.text).toBe("a1");
  expect(textsOf(other).sort()).toEqual(["a1", "a2"]);
  expect(textsOf(openTab(storage)).sort()).toEqual(["a1", "a2"]);
});

it("what_two_tabs_have_typed_alike_is_there_once", () => {
  const { storage } = memoryStorage();
  const one = openTab(storage);
  const { id } = one.add({ file: "kernel.c", text: "a" })!;
  const other = openTab(storage);
  one.write(id, "a1", "a");
  expect(other.write(id, "a1", "a")).toBeNull();
  expect(textsOf(openTab(storage))).toEqual(["a1"]);
});

it("what_another_tab_has_typed_and_this_one_shows_is_no_conflict", () => {
  const { storage } = memoryStorage();
  const one = openTab(storage);
  const { id } = one.add({ file: "kernel.c", text: "a" })!;
  const other = openTab(storage);
  one.write(id, "a1", "a");
  expect(other.write(id, "a12", "a1")).toBeNull();
  expect(textsOf(other)).toEqual(["a12"]);
});

it("of_two_devices_both_texts_are_kept_and_equal_ones_once", () => {
  const here = openTab(memoryStorage().storage);
  const there = openTab(memoryStorage().storage);
  const { id } = here.add({ file: "kernel.c", text: "here" })!;
  const same = here.add({ file: "same.c", text: "same" })!;
  const added = there.merge([
    { ...here.find(id)!, text: "there" },
    { ...same, id: "other" },
  ]);
  expect(added.added).toHaveLength(2);
  const merged = here.merge(there.store.get().list);
  expect(merged.added.map(({ file }) => file)).toEqual(["kernel 2.c"]);
  expect(textsOf(here)).toEqual(["here", "same", "there"]);
  expect(merged.ids.get(id)).toBe(merged.added[0]?.id);
  expect(merged.ids.get("other")).toBe(same.id);
  expect(here.merge(there.store.get().list).added).toEqual([]);
});

it("without_room_a_program_is_refused_and_no_other_one_is_dropped", () => {
  const programs = openTab(memoryStorage().storage);
  const text = "x".repeat(250_000);
  for (let count = 0; count < 11; count++)
    expect(programs.add({ file: "a.c", text })).not.toBeNull();
  expect(programs.add({ file: "a.c", text })).toBeNull();
  const other = openTab(memoryStorage().storage).add({ file: "b.c", text: `${text}, too` })!;
  const { added, ids } = programs.merge([other]);
  expect([added, ids.get(other.id)]).toEqual([[], undefined]);
  expect(programs.store.get().list).toHaveLength(11);
});

it("a_removed_program_comes_back_and_the_last_opened_one_is_known", () => {
  let time = 0;
  const programs = openTab(memoryStorage().storage, () => ++time);
  const first = programs.add({ file: "a.c", text: "a" })!;
  const second = programs.add({ file: "b.c", text: "b" })!;
  expect(programs.last()).toEqual(second);
  programs.change(first.id, { opened: 100 });
  expect(programs.last()?.id).toBe(first.id);
  const removed = programs.remove(first.id)!;
  expect(filesOf(programs)).toEqual(["b.c"]);
  programs.restore(removed);
  expect(textsOf(programs)).toEqual(["b", "a"]);
});

it("what_the_browser_does_not_store_is_kept_in_the_page", () => {
  const blocked = {
    ...memoryStorage().storage,
    setItem: () => {
      throw new Error("full");
    },
  };
  const programs = openTab(blocked);
  const { id } = programs.add({ file: "a.c", text: "a" })!;
  programs.write(id, "ab", "a");
  expect(programs.find(id)?.text).toBe("ab");
  expect(programs.store.status.get().isSaved).toBe(false);
});
