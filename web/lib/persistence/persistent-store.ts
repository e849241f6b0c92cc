// Stores that are saved on this device between visits. A text that cannot be read is never lost: it is moved to the key
// "<key>.unreadable" (or "-2" and so on, if that key is taken), the problem names the wrong field, and the store begins
// with its initial value. A later version of the page may be able to read it: then a store that can merge takes it back.
import type { Store } from "../store";
import { createStore } from "../store";
import { checkSchema, parseJson, UnreadableError } from "../unreadable";

/** The part of localStorage that is used. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
  /** Calls the listener when another tab has stored something; null: any key may have changed. */
  onExternalChange?(listener: (key: string | null) => void): void;
}

export interface StoredProblem {
  key: string;
  /** The name of the value on screen, e.g. "settings". */
  name: string;
  field: string;
  problem: string;
  /** The stored text. */
  text: string;
  /** The key where the text is now; its own key, if there was no room to move it. */
  savedUnder: string;
}

export interface PersistentSpec<T> {
  key: string;
  name: string;
  schema: number;
  initial: T;
  /** Checks a stored value. Throws an UnreadableError that names the field. */
  parse(value: Record<string, unknown>): T;
  /** Merges what another tab has stored with what this tab has. `written`: everything in `here` had been stored. If it
   * returns `stored` unchanged, nothing is written. Without `merge`, each tab keeps its own value and writes only the
   * fields that it changes: for each field, the last tab to write it wins. */
  merge?(stored: T, here: T, written: boolean): T;
}

export interface PersistentStore<T> extends Store<T> {
  /** `isSaved` is false when the browser does not store the value: then it is lost with the page. */
  status: Store<{ isSaved: boolean }>;
  /** Changes the value that is stored now: another tab may have changed it since this tab read it. */
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
        // A page in the back/forward cache gets no storage events.
        window.addEventListener("pageshow", ({ persisted }) => persisted && listener(null));
      },
    };
  } catch {
    return null;
  }
}

/** Creates a store that is saved at every change. If the spec can merge, it also reads what other tabs have saved. */
export function createPersistentStore<T extends object>(
  spec: PersistentSpec<T>,
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): PersistentStore<T> {
  const slot = createSlot(spec, storage, onProblem);
  const store = createStore(slot.readChange() ?? spec.initial);
  let [before, stored] = [store.get(), store.get()];
  store.subscribe(() => {
    const value = store.get();
    if (spec.merge === undefined) {
      stored = { ...(slot.readChange() ?? stored), ...changedFields(before, value) };
      before = value;
      slot.write(stored);
    } else slot.write(value);
  });
  const { merge } = spec;
  const found = merge === undefined ? [] : slot.readable();
  if (merge !== undefined && found.length > 0) {
    store.set(found.reduce((here, { value }) => merge(value, here, false), store.get()));
    if (slot.status.get().isSaved) for (const { key } of found) storage?.removeItem(key);
  }

  const merged = (): T => {
    const stored = spec.merge === undefined ? null : slot.readChange();
    const here = store.get();
    return stored === null ? here : (spec.merge?.(stored, here, slot.status.get().isSaved) ?? here);
  };
  storage?.onExternalChange?.((key) => {
    if (key === null || key === spec.key) store.set(merged());
    // Another tab may have made room.
    else if (!slot.status.get().isSaved) slot.write(store.get());
  });
  const change = (make: (value: T) => Partial<T>) => {
    const value = merged();
    store.set({ ...value, ...make(value) });
  };
  return { ...store, status: slot.status, update: change };
}

/** The fields of `value` that have changed. */
function changedFields<T extends object>(before: T, value: T): Partial<T> {
  const fields = Object.entries(value) as [keyof T, unknown][];
  return Object.fromEntries(fields.filter(([field, now]) => before[field] !== now)) as Partial<T>;
}

/** How many unreadable texts are kept for one key. */
const QUARANTINED_MAX = 20;

/** The keys for the unreadable texts of a key. */
const quarantineOf = (key: string): string[] =>
  Array.from({ length: QUARANTINED_MAX }, (_, index) =>
    index === 0 ? `${key}.unreadable` : `${key}.unreadable-${index + 1}`,
  );

/** Copies an unreadable text to a free key, and returns that key; null when there is no room. */
function quarantine(storage: TextStorage | null, key: string, text: string): string | null {
  for (const name of quarantineOf(key)) {
    const there = readText(storage, name, () => undefined);
    if (there === text) return name;
    if (there === null) return writeText(storage, name, text) ? name : null;
  }
  return null;
}

/** Reads and writes one key of the storage. */
function createSlot<T extends object>(
  spec: PersistentSpec<T>,
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
) {
  const status = createStore({ isSaved: storage !== null });
  const textOf = (value: T) => JSON.stringify({ schema: spec.schema, ...value });
  /** The text that was last read or written. */
  let lastText: string | null = null;
  /** The value of that text, in the form in which this page would write it. */
  let lastWritten = "";
  /** A text that could be neither read nor moved: it is never overwritten. */
  let unmoved: string | null = null;

  function refuse(text: string, { field, message: problem }: UnreadableError): void {
    const { key, name } = spec;
    const movedTo = quarantine(storage, key, text);
    if (movedTo === null) {
      unmoved = text;
      status.set({ isSaved: false });
    }
    onProblem({ key, name, field, problem, text, savedUnder: movedTo ?? key });
  }

  return {
    status,
    /** Returns the stored value if it is readable and has changed since this page last read or wrote it; else null. */
    readChange(): T | null {
      const text = readText(storage, spec.key, () => status.set({ isSaved: false }));
      if (text === lastText) return null;
      lastText = text;
      lastWritten = "";
      if (text === null) return null;
      try {
        const value = parseStored(spec, text);
        lastWritten = textOf(value);
        return value;
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        refuse(text, error);
        return null;
      }
    },
    /** What could not be read once, and can be now. */
    readable(): { key: string; value: T }[] {
      return quarantineOf(spec.key).flatMap((key) => {
        const text = readText(storage, key, () => undefined);
        try {
          return text === null ? [] : [{ key, value: parseStored(spec, text) }];
        } catch (error) {
          if (error instanceof UnreadableError) return [];
          throw error;
        }
      });
    },
    write(value: T): void {
      const text = textOf(value);
      // What the page cannot read again is lost at the next visit: then a test fails.
      if (import.meta.env.DEV) parseStored(spec, text);
      if (text === lastWritten) return status.set({ isSaved: storage !== null });
      // There may be room now.
      if (unmoved !== null && quarantine(storage, spec.key, unmoved) !== null) unmoved = null;
      const isSaved = unmoved === null && writeText(storage, spec.key, text);
      if (isSaved) lastText = lastWritten = text;
      status.set({ isSaved });
    },
  };
}

function parseStored<T>(spec: PersistentSpec<T>, text: string): T {
  const whole = "the whole text";
  const value = parseJson(text, "", whole);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UnreadableError(whole, "it is not an object with fields");
  }
  const record = value as Record<string, unknown>;
  checkSchema(record.schema, spec.schema);
  return spec.parse(record);
}

function readText(storage: TextStorage | null, key: string, onRefused: () => void): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    onRefused();
    return null;
  }
}

/** Returns whether the text was stored: the storage may be full or forbidden. */
function writeText(storage: TextStorage | null, key: string, text: string): boolean {
  try {
    storage?.setItem(key, text);
    return storage !== null;
  } catch {
    return false;
  }
}
