// The shared state of one lecture. Each window that shows the lecture has a copy. A change is stored and sent to the other
// windows. The change with the highest serial number wins. If two changes have the same number, the window with the higher
// name wins.
import type { Lesson } from "../../lesson/lesson";
import { z } from "../../lib/schema";
import type { TextStorage } from "../../lib/persistence/persistent-store";
import { createStore, type Store } from "../../lib/store";
import {
  applyCommand,
  FIRST_STATE,
  type Command,
  type LectureState,
  type SpotlightCounts,
} from "./lecture-state";

export interface LectureStore {
  readonly state: Store<LectureState>;
  run(command: Command): void;
  /** The slides tell how many lanes and places their machine has. */
  setCounts(counts: SpotlightCounts): void;
  close(): void;
}

/** The part of BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  close(): void;
}

export interface LectureEnvironment {
  storage: TextStorage | null;
  /** null: the browser has no channels; then the other window follows through the storage. */
  channel: Channel | null;
  now(): number;
  /** Whether machines may play before a person has pressed Play. */
  mayStart(): boolean;
  /** A name of this window that no other one has. */
  windowName: string;
}

const spotlight = z.strictObject({
  kind: z.enum(["context", "place"]),
  index: z.number().int().min(0),
});

const sharedSchema = z.strictObject({
  serial: z.number().int().min(0),
  writer: z.string().max(40),
  counts: z.strictObject({ context: z.number().int().min(0), place: z.number().int().min(0) }),
  state: z.strictObject({
    slide: z.number().int().min(0),
    cues: z.number().int().min(0),
    isBlack: z.boolean(),
    spotlight: spotlight.nullable(),
    typed: z.string().max(9),
    isPlaying: z.boolean(),
    startedAt: z.number().min(0),
  }),
});

type Shared = z.infer<typeof sharedSchema>;

const KEY_PREFIX = "livelock-lab.lecture.";
/** A window does not continue a lecture whose clock started longer ago than this. */
const LECTURE_MILLISECONDS_MAX = 4 * 3_600_000;

/** Returns null if the state cannot be read, or if its slide does not exist: then the lecture starts from the beginning. */
function readShared(value: unknown, { steps }: Lesson): Shared | null {
  const result = sharedSchema.safeParse(value);
  return result.success && result.data.state.slide < steps.length ? result.data : null;
}

/** The index of the slide at which a lecture goes on; null: it begins anew. `at`: wall milliseconds since 1970. */
export function slideToContinue(lecture: Lesson, storage: TextStorage | null, at: number) {
  const state = readRecent(lecture, storage, at)?.state ?? FIRST_STATE;
  const isInside = state.slide > 0 && state.slide < lecture.steps.length - 1;
  return isInside ? state.slide : null;
}

const keyOf = ({ id }: Lesson) => `${KEY_PREFIX}${id}`;

function readStored(lecture: Lesson, storage: TextStorage | null): Shared | null {
  try {
    return readShared(JSON.parse(storage?.getItem(keyOf(lecture)) ?? "null"), lecture);
  } catch {
    return null;
  }
}

/** Returns null for a rehearsal or an earlier lecture: the slides and the clock then start from the beginning. */
function readRecent(lecture: Lesson, storage: TextStorage | null, at: number): Shared | null {
  const stored = readStored(lecture, storage);
  const startedAt = stored?.state.startedAt ?? 0;
  return startedAt > 0 && at - startedAt > LECTURE_MILLISECONDS_MAX ? null : stored;
}

export function createLectureStore(lecture: Lesson, environment: LectureEnvironment): LectureStore {
  const { storage, channel, now, mayStart, windowName } = environment;
  const key = keyOf(lecture);
  const unused: Shared = {
    serial: 0,
    writer: "",
    counts: { context: 0, place: 0 },
    state: { ...FIRST_STATE, isPlaying: mayStart() },
  };
  let shared = readRecent(lecture, storage, now()) ?? unused;
  const state = createStore<LectureState>(shared.state);
  let isClosed = false;

  function publish(change: Partial<Pick<Shared, "counts" | "state">>): void {
    shared = { ...shared, ...change, serial: shared.serial + 1, writer: windowName };
    state.set(shared.state);
    try {
      storage?.setItem(key, JSON.stringify(shared));
    } catch {
      // Full or blocked storage: the other window still has the state.
    }
    channel?.postMessage(shared);
  }

  function receive(value: unknown): void {
    // A window that has just opened asks for the newest state.
    if (value === "hello") {
      if (shared.serial > 0) channel?.postMessage(shared);
      return;
    }
    const theirs = readShared(value, lecture);
    if (isClosed || theirs === null) return;
    const isNewer =
      theirs.serial > shared.serial ||
      (theirs.serial === shared.serial && theirs.writer > shared.writer);
    if (!isNewer) return;
    shared = theirs;
    state.set(shared.state);
  }

  if (channel !== null) {
    channel.onmessage = ({ data }) => receive(data);
    channel.postMessage("hello");
  }
  storage?.onExternalChange?.((changed) => {
    if (changed === null || changed === key) receive(readStored(lecture, storage));
  });

  return {
    state,
    run(command) {
      const { slide, isPlaying } = shared.state;
      const next = applyCommand(shared.state, command, lecture, shared.counts, now());
      const startsMachine = next.slide !== slide && next.isPlaying && !isPlaying;
      if (startsMachine && !mayStart()) publish({ state: { ...next, isPlaying } });
      else if (next !== shared.state) publish({ state: next });
    },
    setCounts(counts) {
      if (JSON.stringify(counts) !== JSON.stringify(shared.counts)) publish({ counts });
    },
    close() {
      isClosed = true;
      channel?.close();
    },
  };
}
