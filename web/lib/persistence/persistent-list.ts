// A list that is saved on this device within bounds. Every item has an id; the oldest items are dropped when there is no
// room. Several open tabs share the list.
import { readShape, z } from "../schema";
import {
  createPersistentStore,
  type PersistentStore,
  type StoredProblem,
  type PersistentSpec,
  type TextStorage,
} from "./persistent-store";

export interface PersistentListSpec<T> {
  key: string;
  /** The name of the list on screen. */
  name: string;
  item: z.ZodType<T>;
  idOf(item: T): string;
  /** The size of all items together, in characters of JSON. */
  charactersMax: number;
}

interface StoredList<T> {
  /** Newest last. */
  list: readonly T[];
}

export interface PersistentList<T> {
  readonly store: PersistentStore<StoredList<T>>;
  find(id: string): T | undefined;
  /** Adds an item, or replaces the one with its id. Ignores an item that is larger than the whole list may be. */
  add(item: T): void;
  /** Removes the items that pass the test, and returns them. */
  remove(test: (item: T) => boolean): readonly T[];
  /** Adds removed items again. Newer items stay. */
  restore(items: readonly T[]): void;
}

const ITEMS_MAX = 1_000;

export function createPersistentList<T extends object>(
  { key, name, item, idOf, charactersMax }: PersistentListSpec<T>,
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): PersistentList<T> {
  const spec: PersistentSpec<StoredList<T>> = {
    key,
    name,
    schema: 1,
    initial: { list: [] },
    parse: ({ list }) => ({
      list: readShape(z.array(item).max(ITEMS_MAX), list, { inside: "list" }),
    }),
    // The stored list has everything that any tab could store. If this tab could not store its
    // items, they are added to it.
    merge: (stored, here, written) =>
      written ? stored : { list: here.list.reduce(appendWithinBounds, stored.list) },
  };
  const store = createPersistentStore(spec, storage, onProblem);

  /** Appends an item, and drops the oldest ones when there is no room for all. */
  function appendWithinBounds(list: readonly T[], last: T): readonly T[] {
    let left = charactersMax - sizeOf(last);
    if (left < 0) return list;
    const others = list.filter((one) => idOf(one) !== idOf(last)).reverse();
    const kept = others.slice(0, ITEMS_MAX - 1).filter((one) => (left -= sizeOf(one)) >= 0);
    return [...kept.reverse(), last];
  }

  return {
    store,
    find: (id) => store.get().list.find((one) => idOf(one) === id),
    add: (one) => store.update(({ list }) => ({ list: appendWithinBounds(list, one) })),
    remove(test) {
      let found: readonly T[] = [];
      store.update(({ list }) => {
        found = list.filter(test);
        return { list: list.filter((one) => !test(one)) };
      });
      return found;
    },
    restore: (before) =>
      store.update(({ list }) => ({ list: list.reduce(appendWithinBounds, before) })),
  };
}

function sizeOf(item: object): number {
  return JSON.stringify(item).length;
}
