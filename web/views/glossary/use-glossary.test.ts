// Facts about how the glossary is fetched: once, and again when it could not be.
import { expect, it } from "vitest";
import type { GlossaryEntry } from "../../lesson/model";
import { createGlossaryLoader } from "./use-glossary";

const entries = [{ term: "ring", meaning: [] }] as unknown as readonly GlossaryEntry[];
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

it("it_is_fetched_once_however_many_ask", async () => {
  let loads = 0;
  const { store, ask } = createGlossaryLoader(() => (loads++, Promise.resolve(entries)));
  ask();
  ask();
  await settled();
  ask();
  expect([loads, store.get().entries]).toEqual([1, entries]);
});

it("what_could_not_be_fetched_is_told_and_asked_for_again", async () => {
  let loads = 0;
  const { store, ask } = createGlossaryLoader(() =>
    ++loads === 1 ? Promise.reject(new Error("no connection")) : Promise.resolve(entries),
  );
  ask();
  await settled();
  expect(store.get()).toEqual({ entries: [], failed: true });
  ask();
  await settled();
  expect(store.get()).toEqual({ entries, failed: false });
});
