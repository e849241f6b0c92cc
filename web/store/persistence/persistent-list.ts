// A list of things kept on this device, each by its id, within bounds: those that were kept longest ago make room.
// Several open pages keep the same one.
import { z } from "../../lesson/schema";
import {
  createStored,
  StoredError,
  type Stored,
  type StoredProblem,
  type StoredShape,
  type TextStorage,
} from "./persistent-store";

export interface ListShape<T> {
  key: string;
  /** What the list is called on screen. */
  name: string;
  item: z.ZodType<T>;
  idOf(item: T): string;
  /** For all of them, in characters. */
  room: number;
}

interface Kept<T> {
  /** Those that were kept last come last. */
  list: readonly T[];
}

export interface KeptList<T> {
  readonly store: Stored<Kept<T>>;
  of(id: string): T | undefined;
  /** In the place of what had its id. What is larger than the room for all is not taken. */
  keep(item: T): void;
  /** Gives back what was forgotten. */
  forget(test: (item: T) => boolean): readonly T[];
  /** Brings that back; what was kept since stays. */
  restore(items: readonly T[]): void;
}

const LONGEST = 1_000;

export function createKeptList<T extends object>(
  { key, name, item, idOf, room }: ListShape<T>,
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): KeptList<T> {
  const shape: StoredShape<Kept<T>> = {
    key,
    name,
    schema: 1,
    initial: { list: [] },
    read: ({ list }) => ({ list: readList(z.array(item).max(LONGEST), list) }),
    // What could not be stored is here alone; all else is as it was stored last, by whichever page.
    merge: (stored, here, written) =>
      written ? stored : { list: here.list.reduce(withLast, stored.list) },
  };
  const store = createStored(shape, storage, onProblem);

  /** With this one as the last; the oldest leave when there is no room for all. */
  function withLast(list: readonly T[], last: T): readonly T[] {
    let left = room - sizeOf(last);
    if (left < 0) return list;
    const others = list.filter((one) => idOf(one) !== idOf(last)).reverse();
    const kept = others.slice(0, LONGEST - 1).filter((one) => (left -= sizeOf(one)) >= 0);
    return [...kept.reverse(), last];
  }

  return {
    store,
    of: (id) => store.get().list.find((one) => idOf(one) === id),
    keep: (one) => store.change(({ list }) => ({ list: withLast(list, one) })),
    forget(test) {
      let found: readonly T[] = [];
      store.change(({ list }) => {
        found = list.filter(test);
        return { list: list.filter((one) => !test(one)) };
      });
      return found;
    },
    restore: (before) => store.change(({ list }) => ({ list: list.reduce(withLast, before) })),
  };
}

function sizeOf(item: object): number {
  return JSON.stringify(item).length;
}

function readList<T>(shape: z.ZodType<T[]>, value: unknown): readonly T[] {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = ["list", ...(issue?.path ?? [])].join(".");
  throw new StoredError(field, issue?.message ?? "is not as it should be");
}
