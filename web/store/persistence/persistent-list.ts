// A list of things kept on this device, each by its id, within bounds: those that were kept longest ago make room.
// Several open pages keep the same one.
import { z } from "../../lesson/schema";
import {
  createPersistentStore,
  StoredError,
  type PersistentStore,
  type StoredProblem,
  type PersistentSpec,
  type TextStorage,
} from "./persistent-store";

export interface PersistentListSpec<T> {
  key: string;
  /** What the list is called on screen. */
  name: string;
  item: z.ZodType<T>;
  idOf(item: T): string;
  /** For all of them, in characters. */
  charactersMax: number;
}

interface StoredList<T> {
  /** Those that were kept last come last. */
  list: readonly T[];
}

export interface PersistentList<T> {
  readonly store: PersistentStore<StoredList<T>>;
  find(id: string): T | undefined;
  /** In the place of what had its id. What is larger than the room for all is not taken. */
  add(item: T): void;
  /** Gives back what was forgotten. */
  remove(test: (item: T) => boolean): readonly T[];
  /** Brings that back; what was kept since stays. */
  restore(items: readonly T[]): void;
}

const ITEMS_MAX = 1_000;

export function createPersistentList<T extends object>(
  { key, name, item, idOf, charactersMax }: PersistentListSpec<T>,
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): PersistentList<T> {
  const shape: PersistentSpec<StoredList<T>> = {
    key,
    name,
    schema: 1,
    initial: { list: [] },
    parse: ({ list }) => ({ list: parseList(z.array(item).max(ITEMS_MAX), list) }),
    // What could not be stored is here alone; all else is as it was stored last, by whichever page.
    merge: (stored, here, written) =>
      written ? stored : { list: here.list.reduce(appendWithinBounds, stored.list) },
  };
  const store = createPersistentStore(shape, storage, onProblem);

  /** With this one as the last; the oldest leave when there is no room for all. */
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

function parseList<T>(shape: z.ZodType<T[]>, value: unknown): readonly T[] {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = ["list", ...(issue?.path ?? [])].join(".");
  throw new StoredError(field, issue?.message ?? "is not as it should be");
}
