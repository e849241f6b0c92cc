// Values kept on this device between visits. What cannot be read is never thrown away: its text is
// set aside under "<key>.unreadable", the problem names the field, and the initial value is used.
import type { Store } from "./store";
import { createStore } from "./store";

/** The part of localStorage that is used; null where the browser forbids it. */
export interface TextStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

export interface StoredProblem {
  key: string;
  /** What the value is called on screen, e.g. "settings". */
  name: string;
  field: string;
  problem: string;
  /** The text as it was found. */
  text: string;
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

export interface StoredShape<T> {
  key: string;
  name: string;
  schema: number;
  initial: T;
  /** Checks what was stored; throws a StoredError that names the field. */
  read(value: Record<string, unknown>): T;
}

export function browserStorage(): TextStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** A store that is read once and written at every change. */
export function createStored<T extends object>(
  shape: StoredShape<T>,
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): Store<T> {
  const store = createStore(load(shape, storage, onProblem));
  store.subscribe(() => save(shape, storage, store.get()));
  return store;
}

export function setAsideKey(key: string): string {
  return `${key}.unreadable`;
}

function load<T extends object>(
  shape: StoredShape<T>,
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
): T {
  const text = getText(storage, shape.key);
  if (text === null) return shape.initial;
  try {
    return parse(shape, text);
  } catch (error) {
    if (!(error instanceof StoredError)) throw error;
    putText(storage, setAsideKey(shape.key), text);
    const { field, message: problem } = error;
    onProblem({ key: shape.key, name: shape.name, field, problem, text });
    return shape.initial;
  }
}

function parse<T>(shape: StoredShape<T>, text: string): T {
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
  return shape.read(record);
}

function save<T extends object>(shape: StoredShape<T>, storage: TextStorage | null, value: T) {
  putText(storage, shape.key, JSON.stringify({ schema: shape.schema, ...value }));
}

function getText(storage: TextStorage | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

function putText(storage: TextStorage | null, key: string, text: string): void {
  try {
    storage?.setItem(key, text);
  } catch {
    // Full or forbidden: the value lives as long as the page does.
  }
}
