// A plain store: one value, which is replaced at every change, and its listeners. React is an adapter (`useStore`):
// everything else in web/desk works without it.
import { useSyncExternalStore } from "react";

export interface ReadableStore<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

export interface Store<T> extends ReadableStore<T> {
  /** Replaces some fields. Calls the listeners if a field differs. */
  set(changes: Partial<T>): void;
}

export function createStore<T extends object>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(changes) {
      const keys = Object.keys(changes) as (keyof T)[];
      if (keys.every((key) => Object.is(value[key], changes[key]))) return;
      value = { ...value, ...changes };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Resolves with the store's current or next value that passes the test. */
export function waitForState<T extends object>(
  store: ReadableStore<T>,
  test: (value: T) => boolean,
): Promise<T> {
  return new Promise((resolve) => {
    const check = () => {
      if (!test(store.get())) return;
      stop();
      resolve(store.get());
    };
    const stop = store.subscribe(check);
    check();
  });
}

/** Renders again when the selected value changes. `select` must return a plain field or something memoized. */
export function useStore<T extends object, S>(store: ReadableStore<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
