// React's way into a plain store.
import { useSyncExternalStore } from "react";
import type { Store } from "./store";

/** What `select` takes from the store; select plain fields, or something memoised. */
export function useStore<T extends object, S>(store: Store<T>, select: (value: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
