// The programs of this device: kernels that a learner writes. Each change is stored at once, before it runs. No text is lost:
// two tabs, or two devices, that changed the same program give two programs, and a program that was removed can come back.
// If there is no room, nothing is dropped: the page says so.
import { tr } from "../../i18n/i18n";
import { readShape, z } from "../../lib/schema";
import { parseJson } from "../../lib/unreadable";
import {
  createPersistentStore,
  type PersistentSpec,
  type PersistentStore,
  type StoredProblem,
  type TextStorage,
} from "../../lib/persistence/persistent-store";

/** The longest text, in bytes, as in core/src/program. */
export const PROGRAM_BYTES_MAX = 256 * 1024;
/** A browser stores about five million characters for a site. */
const CHARACTERS_MAX = 3_000_000;
const PROGRAMS_MAX = 1_000;

const storedProgram = z.strictObject({
  id: z.string().min(1).max(40),
  /** The name of its file: "polling.c". */
  file: z.string().min(1).max(200),
  text: z.string().max(PROGRAM_BYTES_MAX),
  /** When it was changed last and opened last, in milliseconds since 1970. */
  changed: z.number().int().min(0).max(8.64e15),
  opened: z.number().int().min(0).max(8.64e15),
  /** Cycles of each statement. */
  statement: z.number().int().min(0).max(10_000),
  /** Values of its knobs that differ from those in the text. */
  knobs: z.record(z.string(), z.number().int()),
  /** Where it stops while it plays. Earlier versions of the page stored none. */
  breakpoints: z
    .array(
      z.strictObject({
        line: z.number().int().min(1).max(10_000),
        /** An expression of kernel C; empty: always. */
        condition: z.string().max(500),
      }),
    )
    .max(50)
    .optional(),
  /** Where its last run was stopped, if it was. Then it does not start by itself. */
  stopped: z
    .strictObject({ line: z.number().int().min(0), problem: z.string().max(2_000) })
    .nullable(),
});

export type StoredProgram = z.infer<typeof storedProgram>;

interface StoredPrograms {
  list: readonly StoredProgram[];
}

/** A program that breaks a rule on purpose was once stored with what the page knows of it beside its text. */
const withoutRule = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  const program = { ...(value as Record<string, unknown>) };
  delete program.number;
  delete program.says;
  return program;
};

const programs = z.array(z.preprocess(withoutRule, storedProgram)).max(PROGRAMS_MAX);

export const PROGRAMS_SPEC: PersistentSpec<StoredPrograms> = {
  key: "livelock-lab.programs",
  name: "programs",
  schema: 1,
  initial: { list: [] },
  parse: ({ list }) => ({ list: readPrograms(list, "list") }),
  // The stored list has what any tab could store. What this tab could not store is added to it.
  merge: (stored, here, written) =>
    written ? stored : { list: here.list.reduce(withProgram, stored.list) },
};

/** Reads a list of programs, of the storage or of a file. */
export function readPrograms(value: unknown, inside: string): readonly StoredProgram[] {
  return readShape(programs, value, { inside });
}

/** The programs in a file with a learner's progress. Earlier versions of the page saved none. */
export function programsInFile(text: string): readonly StoredProgram[] {
  const { programs: found } = (parseJson(text) ?? {}) as Record<string, unknown>;
  return found === undefined ? [] : readPrograms(found, "programs");
}

/** What a new program is made of. */
export type NewProgram = Pick<StoredProgram, "file" | "text"> &
  Partial<Pick<StoredProgram, "statement" | "knobs">>;

/** Cycles of a statement of a new program: with 0, the run would have no lines to show. */
const STATEMENT_CYCLES = 10;

export interface Programs {
  readonly store: PersistentStore<StoredPrograms>;
  find(id: string): StoredProgram | undefined;
  /** The program that was open last. */
  last(): StoredProgram | undefined;
  /** Adds a program under a name that is free; null if there is no room. */
  add(program: NewProgram): StoredProgram | null;
  /**
   * Stores a text. `before` is the text that the page has shown. If another tab has stored another one since, that one is kept
   * as a program of its own, which is returned.
   */
  write(id: string, text: string, before: string): StoredProgram | null;
  /** Changes other fields of a program. */
  change(id: string, fields: Partial<Omit<StoredProgram, "id" | "text">>): void;
  remove(id: string): StoredProgram | undefined;
  restore(program: StoredProgram): void;
  /** Adds the programs of a file. Of a program that both have with different texts, both are kept. */
  merge(added: readonly StoredProgram[]): MergedPrograms;
}

export interface MergedPrograms {
  /** What is new here. */
  added: readonly StoredProgram[];
  /** By the id in the file: the id here. A program for which there was no room has none. */
  ids: ReadonlyMap<string, string>;
}

/** `now`: milliseconds since 1970. `newId`: an id that no other device gives. */
export function createPrograms(
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
  { now, newId }: { now(): number; newId(): string },
): Programs {
  const store = createPersistentStore(PROGRAMS_SPEC, storage, onProblem);
  const find = (id: string) => store.get().list.find((one) => one.id === id);
  const change: Programs["change"] = (id, fields) =>
    store.update(({ list }) => ({
      list: list.map((one) => (one.id === id ? { ...one, ...fields } : one)),
    }));

  return {
    store,
    find,
    last: () =>
      store
        .get()
        .list.reduce<StoredProgram | undefined>(
          (last, one) => (last === undefined || one.opened >= last.opened ? one : last),
          undefined,
        ),
    add({ file, text, statement = STATEMENT_CYCLES, knobs = {} }) {
      const { list } = store.get();
      const added: StoredProgram = {
        ...{ text, statement, knobs, stopped: null },
        id: newId(),
        file: freeName(file, list),
        changed: now(),
        opened: now(),
      };
      if (!hasRoom(list, added)) return null;
      store.update(({ list }) => ({ list: [...list, added] }));
      return added;
    },
    write(id, text, before) {
      let kept: StoredProgram | null = null;
      store.update(({ list }) => {
        const there = list.find((one) => one.id === id);
        if (there === undefined) return {};
        if (there.text !== before && there.text !== text)
          kept = { ...there, id: newId(), file: freeName(there.file, list) };
        const written = { ...there, text, changed: now() };
        const others = list.map((one) => (one.id === id ? written : one));
        return { list: kept === null ? others : [...others, kept] };
      });
      return kept;
    },
    change,
    remove(id) {
      const removed = find(id);
      store.update(({ list }) => ({ list: list.filter((one) => one.id !== id) }));
      return removed;
    },
    restore: (program) => store.update(({ list }) => ({ list: withProgram(list, program) })),
    merge(added) {
      const before = store.get().list;
      store.update(({ list }) => ({
        list: added.reduce((all, one) => withOther(all, one, newId), list),
      }));
      const { list } = store.get();
      const ids = added.flatMap(({ id, text }) => {
        const here = list.find((one) => one.text === text);
        return here === undefined ? [] : [[id, here.id] as const];
      });
      const isNew = ({ id }: StoredProgram) => !before.some((one) => one.id === id);
      return { added: list.filter(isNew), ids: new Map(ids) };
    },
  };
}

/** The list with a program of this device: one with its id is replaced. */
function withProgram(
  list: readonly StoredProgram[],
  program: StoredProgram,
): readonly StoredProgram[] {
  return [...list.filter(({ id }) => id !== program.id), program];
}

/** The list with a program of another device. */
function withOther(
  list: readonly StoredProgram[],
  program: StoredProgram,
  newId: () => string,
): readonly StoredProgram[] {
  if (list.some(({ text }) => text === program.text) || !hasRoom(list, program)) return list;
  const isKnown = list.some(({ id }) => id === program.id);
  const id = isKnown ? newId() : program.id;
  return [...list, { ...program, id, file: freeName(program.file, list) }];
}

function hasRoom(list: readonly StoredProgram[], added: StoredProgram): boolean {
  const size = [...list, added].reduce((sum, one) => sum + JSON.stringify(one).length, 0);
  return list.length < PROGRAMS_MAX && size <= CHARACTERS_MAX;
}

/** "polling.c"; "polling 2.c" if there is one already. */
/**
 * What a list calls each program: its file. Of programs with one name, which an earlier version of the page or another device may
 * have stored, also when it was opened last.
 */
export function labelsOf(
  list: readonly StoredProgram[],
  language: string,
): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { file } of list) counts.set(file, (counts.get(file) ?? 0) + 1);
  const when = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  return new Map(
    list.map(({ id, file, opened }) => [
      id,
      counts.get(file) === 1
        ? file
        : tr("{file}, opened {when}", { file, when: when.format(opened) }),
    ]),
  );
}

export function freeName(file: string, list: readonly StoredProgram[]): string {
  const taken = new Set(list.map((one) => one.file));
  const [, name = file, number = "1", ending = ""] = /^(.*?)(?: (\d+))?(\.\w+)?$/s.exec(file) ?? [];
  for (let next = Number(number); ; next++) {
    const free = next === 1 ? file : `${name} ${next}${ending}`;
    if (!taken.has(free)) return free;
  }
}
