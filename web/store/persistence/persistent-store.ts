// Values kept on this device between visits. What cannot be read is never thrown away: its text is
// set aside under "<key>.unreadable" (or "-2", where another text is there already), the problem names the
// field, and the initial value is used.
import type { Store } from "../store";
import { createStore } from "../store";

/** The part of localStorage that is used; null where the browser forbids it. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
  /** Tells when another page of this site has stored something; null: anything may have changed. */
  onExternalChange?(listener: (key: string | null) => void): void;
}

export interface StoredProblem {
  key: string;
  /** What the value is called on screen, e.g. "settings". */
  name: string;
  field: string;
  problem: string;
  /** The text as it was found. */
  text: string;
  /** The key under which it is kept: its own, where there was no room to set it aside. */
  savedUnder: string;
}

/** What a reader throws: the field and what would be right. */
export class StoredError extends Error {
  override name = "StoredError";
  constructor(
    readonly field: string,
    problem: string,
  ) {
    super(problem);
  }
}

export interface PersistentSpec<T> {
  key: string;
  name: string;
  schema: number;
  initial: T;
  /** Checks what was stored; throws a StoredError that names the field. */
  parse(value: Record<string, unknown>): T;
  /** What another page has stored, with what is here added. Without it only the fields that are changed here are
   * written, each page keeps its own, and of a field the last one to write wins. What
   * gives back `stored` as it was is not written again. `written`: all that is here had been stored. */
  merge?(stored: T, here: T, written: boolean): T;
}

export interface PersistentStore<T> extends Store<T> {
  /** false: what is here lasts as long as the page does. */
  status: Store<{ keeps: boolean }>;
  /** Changes what is stored by now, which another page may have changed too. */
  update(make: (value: T) => Partial<T>): void;
}

export function browserStorage(): TextStorage | null {
  try {
    const local = window.localStorage as Storage | null;
    if (local === null) return null;
    return {
      getItem: (key) => local.getItem(key),
      setItem: (key, text) => local.setItem(key, text),
      removeItem: (key) => local.removeItem(key),
      onExternalChange(listener) {
        window.addEventListener("storage", ({ key }) => listener(key));
        // A page that the browser had put to sleep has heard nothing.
        window.addEventListener("pageshow", ({ persisted }) => persisted && listener(null));
      },
    };
  } catch {
    return null;
  }
}

/** A store that is written at every change, and read again where its shape can merge. */
export function createPersistentStore<T extends object>(
  shape: PersistentSpec<T>,
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): PersistentStore<T> {
  const slot = createSlot(shape, storage, onProblem);
  const store = createStore(slot.news() ?? shape.initial);
  let [before, stored] = [store.get(), store.get()];
  store.subscribe(() => {
    const value = store.get();
    if (shape.merge === undefined) {
      stored = { ...(slot.news() ?? stored), ...changedFields(before, value) };
      before = value;
      slot.put(stored);
    } else slot.put(value);
  });

  const now = (): T => {
    const stored = shape.merge === undefined ? null : slot.news();
    const here = store.get();
    return stored === null ? here : (shape.merge?.(stored, here, slot.kept.get().keeps) ?? here);
  };
  storage?.onExternalChange?.((key) => {
    if (key === null || key === shape.key) store.set(now());
  });
  const change = (make: (value: T) => Partial<T>) => {
    const value = now();
    store.set({ ...value, ...make(value) });
  };
  return { ...store, status: slot.kept, update: change };
}

/** The fields of `value` that are not as they were. */
function changedFields<T extends object>(before: T, value: T): Partial<T> {
  const fields = Object.entries(value) as [keyof T, unknown][];
  return Object.fromEntries(fields.filter(([field, now]) => before[field] !== now)) as Partial<T>;
}

/** So many different texts can be set aside. */
const QUARANTINED_MAX = 20;

/** Where a text that cannot be read is kept; never in the place of another one. */
function quarantine(storage: TextStorage | null, key: string, text: string): string | null {
  for (let number = 1; number <= QUARANTINED_MAX; number++) {
    const name = `${key}.unreadable${number === 1 ? "" : `-${number}`}`;
    const there = readText(storage, name, () => undefined);
    if (there === text) return name;
    if (there === null) return writeText(storage, name, text) ? name : null;
  }
  return null;
}

/** A key's place in the storage: what is new there, and what is put there. */
function createSlot<T extends object>(
  shape: PersistentSpec<T>,
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
) {
  const kept = createStore({ keeps: storage !== null });
  const textOf = (value: T) => JSON.stringify({ schema: shape.schema, ...value });
  /** As it was last found or put there; and the same value as this page writes it. */
  let found: string | null = null;
  let same = "";
  /** What could be neither read nor set aside is not written over. */
  let closed = false;

  function refuse(text: string, { field, message: problem }: StoredError): void {
    const { key, name } = shape;
    const aside = quarantine(storage, key, text);
    closed = aside === null;
    if (closed) kept.set({ keeps: false });
    onProblem({ key, name, field, problem, text, savedUnder: aside ?? key });
  }

  return {
    kept,
    /** null: nothing that is not known yet, or nothing that can be read. */
    news(): T | null {
      const text = readText(storage, shape.key, () => kept.set({ keeps: false }));
      if (text === found) return null;
      found = text;
      same = "";
      if (text === null) return null;
      try {
        const value = parseStored(shape, text);
        same = textOf(value);
        return value;
      } catch (error) {
        if (!(error instanceof StoredError)) throw error;
        refuse(text, error);
        return null;
      }
    },
    put(value: T): void {
      const text = textOf(value);
      if (text === same) return;
      const done = !closed && writeText(storage, shape.key, text);
      if (done) found = same = text;
      kept.set({ keeps: done });
    },
  };
}

function parseStored<T>(shape: PersistentSpec<T>, text: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new StoredError("the whole text", "it is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new StoredError("the whole text", "it is not an object with fields");
  }
  const record = value as Record<string, unknown>;
  if (record.schema !== shape.schema) {
    const found = JSON.stringify(record.schema) ?? "nothing";
    throw new StoredError("schema", `it is ${found}; this page reads ${shape.schema}`);
  }
  return shape.parse(record);
}

function readText(storage: TextStorage | null, key: string, onRefused: () => void): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    onRefused();
    return null;
  }
}

/** false: full or forbidden; the value lives as long as the page does. */
function writeText(storage: TextStorage | null, key: string, text: string): boolean {
  try {
    storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
}
