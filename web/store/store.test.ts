// Facts about the plain store.
import { expect, it } from "vitest";
import { createStore } from "./store";

it("listeners_hear_changes_and_nothing_else", () => {
  const store = createStore({ a: 1, b: 2 });
  let heard = 0;
  const stop = store.subscribe(() => heard++);
  store.set({ a: 1 });
  expect(heard).toBe(0);
  store.set({ a: 3 });
  expect(heard).toBe(1);
  expect(store.get()).toEqual({ a: 3, b: 2 });
  stop();
  store.set({ a: 4 });
  expect(heard).toBe(1);
});
