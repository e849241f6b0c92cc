// Facts about the plain store.
import { expect, it } from "vitest";
import { createStore, waitForState } from "./store";

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

it("a_value_is_waited_for_and_not_twice", async () => {
  const store = createStore({ a: 1 });
  await expect(waitForState(store, ({ a }) => a === 1)).resolves.toEqual({ a: 1 });
  const waited = waitForState(store, ({ a }) => a > 2);
  store.set({ a: 2 });
  store.set({ a: 3 });
  store.set({ a: 4 });
  await expect(waited).resolves.toEqual({ a: 3 });
});
