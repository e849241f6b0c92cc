// Facts about loading the glossary: once, and again after a failure.
import { expect, it } from "vitest";
import type { GlossaryEntry } from "../../lesson/lesson";
import { createGlossaryLoader } from "./use-glossary";

const entries = [{ term: "ring", meaning: [] }] as unknown as readonly GlossaryEntry[];
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it("it_is_loaded_once_for_all_views", async () => {
  let loads = 0;
  const { store, load } = createGlossaryLoader(() => (loads++, Promise.resolve(entries)));
  load();
  load();
  await settled();
  load();
  expect([loads, store.get().entries]).toEqual([1, entries]);
});

it("after_a_failure_it_is_loaded_again", async () => {
  let loads = 0;
  const { store, load } = createGlossaryLoader(() =>
    ++loads === 1 ? Promise.reject(new Error("no connection")) : Promise.resolve(entries),
  );
  load();
  await settled();
  expect(store.get()).toEqual({ entries: [], failed: true });
  load();
  await settled();
  expect(store.get()).toEqual({ entries, failed: false });
});
