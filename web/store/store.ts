// A plain store: one value, changed by replacement, heard by listeners. React is one adapter (react.ts).
import { useSyncExternalStore } from "react";

export interface Store<T> {
  get(): T;
  /** Replaces some fields; tells the listeners unless nothing differs. */
  set(changes: Partial<T>): void;
  subscribe(listener: () => void): () => void;
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

/** The first value of the store, from now on, that passes the test. */
export function waitForState<T extends object>(
  store: Store<T>,
  test: (value: T) => boolean,
): Promise<T> {
  return new Promise((resolve) => {
    const look = () => {
      if (!test(store.get())) return;
      stop();
      resolve(store.get());
    };
    const stop = store.subscribe(look);
    look();
  });
}

/** What `select` takes from the store; select plain fields, or something memoised. */
export function useStore<T extends object, S>(store: Store<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
