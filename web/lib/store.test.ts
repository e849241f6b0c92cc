// Facts about the plain store.
import { expect, it } from "vitest";
import { createStore, waitForState } from "./store";

it("listeners_are_called_only_for_changes", () => {
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

it("waiting_for_a_state_resolves_once", async () => {
  const store = createStore({ a: 1 });
  await expect(waitForState(store, ({ a }) => a === 1)).resolves.toEqual({ a: 1 });
  const waited = waitForState(store, ({ a }) => a > 2);
  store.set({ a: 2 });
  store.set({ a: 3 });
  store.set({ a: 4 });
  await expect(waited).resolves.toEqual({ a: 3 });
});
