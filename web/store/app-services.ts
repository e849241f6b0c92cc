// Everything the page holds, put together once: the lab, its curve, what is said, what is liked. The
// browser comes in as parts, so the same services runs in a test.
import { familyFinder } from "../engine/family";
import { createCaptures } from "../engine/captures";
import { compileSimulator, spawnWorker } from "../engine/module";
import { createEngine, type Engine, type WorkerLike } from "../engine/client";
import { Pool } from "../engine/pool";
import { createAnnouncer, type Announcer } from "./announcements/announcer";
import { NO_DROPPED_FILES, type DroppedFiles } from "./dropped-files";
import { createLab, type Lab, type BrowserActions } from "./lab/lab";
import {
  createPlaybackAnnouncer,
  type PlaybackAnnouncer,
} from "./announcements/playback-announcer";
import { createNotices, type Notices } from "./announcements/notices";
import { PREFERENCES_SPEC, type Preferences } from "./persistence/preferences";
import { announceDiagnoses } from "./announcements/diagnosis-announcer";
import { createStore, type Store } from "./store";
import {
  createPersistentStore,
  type StoredProblem,
  type TextStorage,
} from "./persistence/persistent-store";
import { createSweep, type Sweep } from "./curve/sweep";

export interface AppServices {
  lab: Lab;
  notices: Notices;
  preferences: Store<Preferences>;
  /** There when the simulator has started. */
  trials: Store<{ pool: Pool | null; sweep: Sweep | null }>;
  announcer: Announcer;
  /** Time moved by a press, and said. */
  playbackAnnouncer: PlaybackAnnouncer;
  /** Files that wait for the view that reads them. */
  droppedFiles: Store<DroppedFiles>;
  /** What the screen reader is told of the machine. */
  liveText: Store<{ text: string; count: number }>;
}

export interface AppEnvironment extends BrowserActions {
  storage: TextStorage | null;
  query: string;
  cores: number;
  /** Gigabytes of memory that the browser tells of; 0 when it does not. */
  memoryGigabytes: number;
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
  /** Whether what is pressed goes into a text field. */
  isTyping(): boolean;
}

const TRACE_MEGABYTES = 64;
const TRACE_MEGABYTES_SMALL = 16;
const SMALL_GIGABYTES = 2;
/** A knob that moved is followed at once; one that goes on moving, when it has rested for so many wall
 * milliseconds. */
const SETTLE_MILLISECONDS = 120;

export function createAppServices(around: AppEnvironment): AppServices {
  const notices = createNotices(around.schedule);
  const preferences = createPersistentStore(PREFERENCES_SPEC, around.storage, (problem) =>
    reportUnreadable(notices, around, problem),
  );
  const { query, now } = around;
  const captures = createCaptures();
  const spawn = captures.withCaptures(spawnWorker);
  const engine = createEngine({ spawn, module: compileSimulator, query, now });
  const small = around.memoryGigabytes > 0 && around.memoryGigabytes <= SMALL_GIGABYTES;
  const traceMegabytes = small ? TRACE_MEGABYTES_SMALL : TRACE_MEGABYTES;
  const { schedule } = around;
  const lab = createLab({ engine, captures, notices, now, schedule, traceMegabytes }, around);
  lab.setLayout(preferences.get().layout);
  const trials = createStore<{ pool: Pool | null; sweep: Sweep | null }>({
    pool: null,
    sweep: null,
  });
  const spoken = createStore({ text: "", count: 0 });
  const say = (text: string) => spoken.set({ text, count: spoken.get().count + 1 });
  const announcer = createAnnouncer({ setLiveText: say, now, schedule });

  createTrialsWhenReady(lab, trials, around, engine, spawn);
  updateSweepOnChange(lab, trials, schedule);
  announceDiagnoses(lab, announcer, around.isTyping);
  const narrator = createPlaybackAnnouncer(lab, announcer, schedule);
  const dropped = createStore(NO_DROPPED_FILES);
  return {
    lab,
    notices,
    preferences,
    trials,
    announcer,
    playbackAnnouncer: narrator,
    droppedFiles: dropped,
    liveText: spoken,
  };
}

/** The pool and the curve need the catalogue; they start with the first machine. */
function createTrialsWhenReady(
  lab: Lab,
  trials: AppServices["trials"],
  around: AppEnvironment,
  engine: Engine,
  spawn: () => WorkerLike,
): void {
  const stop = lab.state.subscribe(() => {
    const { catalogue, phase } = lab.state.get();
    if (catalogue === null || phase !== "ready") return;
    stop();
    const size = Math.max(1, around.cores - 1);
    const { model } = catalogue;
    const familyOf = familyFinder(catalogue);
    const pool = new Pool({ spawn, module: compileSimulator, familyOf, model, sizeMax: size });
    trials.set({ pool, sweep: createSweep(catalogue, pool, around.schedule) });
    adaptPoolToFrames(engine, pool, size);
  });
}

/** Frames that come late halve the pool; frames in time bring it back. */
function adaptPoolToFrames(engine: Engine, pool: Pool, size: number): void {
  const LATE_MILLISECONDS = 40;
  const SAMPLES = 30;
  let waits: number[] = [];
  let present = size;
  engine.onFrame(({ roundTrip, spent }) => {
    waits.push(roundTrip - spent);
    if (waits.length < SAMPLES) return;
    const median = [...waits].sort((a, b) => a - b)[SAMPLES / 2] ?? 0;
    waits = [];
    const wanted =
      median > LATE_MILLISECONDS ? Math.max(1, present >> 1) : Math.min(size, present * 2);
    if (wanted !== present) pool.resize((present = wanted));
  });
}

/** Shows the curve of the machine that is shown, a moment after its knobs came to rest. */
function updateSweepOnChange(
  lab: Lab,
  trials: AppServices["trials"],
  later: (run: () => void, milliseconds: number) => void,
): void {
  let turn = 0;
  let moving = false;
  let last = "";
  const look = () => {
    const { sweep } = trials.get();
    const { scenario, base, catalogue, transaction } = lab.state.get();
    if (sweep === null || scenario === null || base === null || catalogue === null) return;
    const values = lab.values();
    const key = JSON.stringify([base.id, scenario.seed, values]);
    if (key === last) return;
    last = key;
    const mine = ++turn;
    const show = () => sweep.show(scenario, base, values, transaction);
    if (!moving) show();
    moving = true;
    later(() => {
      if (mine !== turn) return;
      moving = false;
      show();
    }, SETTLE_MILLISECONDS);
  };
  lab.state.subscribe(look);
  lab.tick.subscribe(look);
  trials.subscribe(look);
}

function reportUnreadable(notices: Notices, around: AppEnvironment, problem: StoredProblem): void {
  const { key, name, field, text, savedUnder } = problem;
  notices.show({
    key: `stored ${key}`,
    tone: "bad",
    title: `The stored ${name} could not be read`,
    text: [
      `Field “${field}”: ${problem.problem}.`,
      `The initial ${name} are used. What was stored is kept under “${savedUnder}” and can be saved as a file.`,
    ],
    actions: [
      { label: `Save what was stored`, run: () => around.save(`${key}.json`, text), stays: true },
    ],
  });
}
