// The versions of programs that were judged, with their verdicts, on this device. Of each challenge the best version is never
// dropped, so no medal is lost. If there are too many others, the oldest without a medal goes first; whoever adds one is told which.
// The texts of the programs that a learner works on are elsewhere (workshop/programs).
import type { Seeds } from "../../engine/judge";
import type { Medal, Verdict } from "../../generated/model";
import {
  createPersistentStore,
  type PersistentSpec,
  type PersistentStore,
  type StoredProblem,
  type TextStorage,
} from "../../lib/persistence/persistent-store";
import { readShape, z } from "../../lib/schema";
import { parseJson } from "../../lib/unreadable";
import { fingerprint } from "../link/program-field";
import { PROGRAM_BYTES_MAX } from "../workshop/programs";
import type { WrittenProgram } from "./judge";

export const VERSIONS_MAX = 200;
/** A fifth of what a browser stores for a site. */
const CHARACTERS_MAX = 1_000_000;
/** Programs whose challenge is remembered. */
const BEGUN_MAX = 1_000;

export const MEDALS: readonly Medal[] = ["none", "bronze", "silver", "gold"];

const number = z.number().nullable();
const judgedVersion = z.strictObject({
  id: z.string().min(1).max(40),
  challenge: z.string().min(1).max(60),
  file: z.string().min(1).max(200),
  /** Null: it was too long to be kept beside the others. */
  text: z.string().max(PROGRAM_BYTES_MAX).nullable(),
  digest: z.string().max(16),
  seeds: z.strictObject({ key: z.string().max(100), student: z.string().max(100) }),
  /** The model that judged it. */
  model: z.string().max(20),
  medal: z.enum(["none", "bronze", "silver", "gold"]),
  lines: z.number().int().min(0),
  reference_lines: z.number().int().min(0),
  loads: z
    .array(
      z.strictObject({
        load: z.string().max(60),
        met: z.boolean(),
        /** Metric, median, and that of our solution. */
        numbers: z.array(z.tuple([z.string().max(40), number, number])).max(20),
      }),
    )
    .max(20),
  /** Milliseconds since 1970. */
  at: z.number().int().min(0).max(8.64e15),
});

export type JudgedVersion = Omit<z.infer<typeof judgedVersion>, "medal" | "loads"> & {
  medal: Medal;
  loads: readonly {
    load: string;
    met: boolean;
    numbers: readonly [string, number | null, number | null][];
  }[];
};

export interface JudgedStore {
  /** The newest last. */
  versions: readonly JudgedVersion[];
  /** The challenge of each program that was begun from one, by the program's id. */
  begun: Readonly<Record<string, string>>;
}

const shape = z.strictObject({
  versions: z.array(judgedVersion).max(2 * VERSIONS_MAX),
  begun: z.record(z.string().max(40), z.string().max(60)),
});

export const JUDGED_SPEC: PersistentSpec<JudgedStore> = {
  key: "livelock-lab.judged",
  name: "judged versions",
  schema: 1,
  initial: { versions: [], begun: {} },
  parse: ({ versions, begun }) => readShape(shape, { versions, begun }, { inside: "judged" }),
  merge: (stored, here, written) =>
    written
      ? stored
      : {
          versions: limited(union(stored.versions, here.versions)).kept,
          begun: { ...stored.begun, ...here.begun },
        },
};

/** What a file with a learner's progress has of it. Earlier versions of the page saved neither. */
export function judgedInFile(text: string): JudgedStore {
  const { judged = [], begun = {} } = (parseJson(text) ?? {}) as Record<string, unknown>;
  return readShape(shape, { versions: judged, begun }, { inside: "judged" });
}

export interface JudgedVersions {
  readonly store: PersistentStore<JudgedStore>;
  /** Keeps a judged version; returns it, and those that had to go. */
  keep(
    verdict: Verdict,
    program: WrittenProgram,
    seeds: Seeds,
    model: string,
  ): { kept: JudgedVersion; dropped: readonly JudgedVersion[] };
  /** Adds what a file has. The challenge of a program that is here stays. Returns the versions that are new here. */
  merge(added: JudgedStore): readonly JudgedVersion[];
  /** Remembers by which challenge a program wants to be judged. */
  begin(program: string, challenge: string): void;
  challengeOf(program: string | null): string | undefined;
}

export function createJudgedVersions(
  storage: TextStorage | null,
  onProblem: (problem: StoredProblem) => void,
  { now, newId }: { now(): number; newId(): string },
): JudgedVersions {
  const store = createPersistentStore(JUDGED_SPEC, storage, onProblem);
  return {
    store,
    keep(verdict, program, seeds, model) {
      const added = versionOf(verdict, program, { id: newId(), at: now(), seeds, model });
      let dropped: readonly JudgedVersion[] = [];
      store.update(({ versions }) => {
        const { kept, gone } = limited([...versions, added]);
        dropped = gone;
        return { versions: kept };
      });
      const kept = store.get().versions.find(({ id }) => id === added.id) ?? added;
      return { kept, dropped };
    },
    merge(added) {
      const before = new Set(store.get().versions.map(({ id }) => id));
      store.update(({ versions, begun }) => ({
        versions: limited(union(versions, added.versions)).kept,
        begun: newest({ ...added.begun, ...begun }),
      }));
      return store.get().versions.filter(({ id }) => !before.has(id));
    },
    begin(program, challenge) {
      store.update(({ begun }) => {
        const others = Object.entries(begun).filter(([id]) => id !== program);
        return { begun: newest({ ...Object.fromEntries(others), [program]: challenge }) };
      });
    },
    challengeOf: (program) => (program === null ? undefined : store.get().begun[program]),
  };
}

const newest = (begun: JudgedStore["begun"]): JudgedStore["begun"] =>
  Object.fromEntries(Object.entries(begun).slice(-BEGUN_MAX));

function versionOf(
  { challenge, medal, lines, reference_lines, loads }: Verdict,
  { file, text }: WrittenProgram,
  about: Pick<JudgedVersion, "id" | "at" | "seeds" | "model">,
): JudgedVersion {
  return {
    ...about,
    ...{ challenge, file, text, medal, lines, reference_lines },
    digest: fingerprint(text),
    loads: loads.map(({ load, met, numbers }) => ({
      load,
      met,
      numbers: numbers.map(({ metric, median, reference }) => [metric, median, reference]),
    })),
  };
}

/** The best version of each challenge: of those with the highest medal, the newest. */
export function bestVersions(
  versions: readonly JudgedVersion[],
): ReadonlyMap<string, JudgedVersion> {
  const best = new Map<string, JudgedVersion>();
  for (const one of versions) {
    const before = best.get(one.challenge);
    if (before === undefined || MEDALS.indexOf(one.medal) >= MEDALS.indexOf(before.medal))
      best.set(one.challenge, one);
  }
  return best;
}

/** As many versions as there is room for, and those that had to go. The last one is the new one. */
export function limited(versions: readonly JudgedVersion[]): {
  kept: readonly JudgedVersion[];
  gone: readonly JudgedVersion[];
} {
  let kept = [...versions];
  const gone: JudgedVersion[] = [];
  const best = new Set([...bestVersions(versions).values()].map(({ id }) => id));
  const last = versions.at(-1)?.id;
  const mayGo = kept.filter(({ id }) => !best.has(id) && id !== last);
  const order = [...mayGo].sort(
    (one, other) => Number(one.medal !== "none") - Number(other.medal !== "none"),
  );
  const isTooMuch = () => kept.length > VERSIONS_MAX || sizeOf(kept) > CHARACTERS_MAX;
  for (const one of order) {
    if (!isTooMuch()) break;
    kept = kept.filter(({ id }) => id !== one.id);
    gone.push(one);
  }
  // What is left are medals: they stay, and the longest texts go.
  while (sizeOf(kept) > CHARACTERS_MAX) {
    const longest = kept.reduce((one, other) => (length(other) > length(one) ? other : one));
    kept = kept.map((one) => (one === longest ? { ...one, text: null } : one));
  }
  return { kept, gone };
}

const length = ({ text }: JudgedVersion) => text?.length ?? 0;

const sizeOf = (versions: readonly JudgedVersion[]) => JSON.stringify(versions).length;

function union(
  one: readonly JudgedVersion[],
  other: readonly JudgedVersion[],
): readonly JudgedVersion[] {
  const ids = new Set(one.map(({ id }) => id));
  const all = [...one, ...other.filter(({ id }) => !ids.has(id))];
  return all.sort((first, second) => first.at - second.at);
}
