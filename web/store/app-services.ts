// Everything the page holds, put together once: the lab, its curve, what is said, what is liked. The
// browser comes in as parts, so the same workbench runs in a test.
import { familyFinder } from "../engine/family";
import { createCaptures } from "../engine/captures";
import { compileSimulator } from "../engine/module";
import { createEngine, type Engine, type WorkerLike } from "../engine/client";
import { Pool } from "../engine/pool";
import { spawnWorker } from "../engine/spawn";
import { createAnnouncer, type Announcer } from "./announcements/announcer";
import { NONE_DROPPED, type Dropped } from "./dropped-files";
import { createLab, type Lab, type LabOutside } from "./lab/lab";
import { createNarrator, type Narrator } from "./announcements/playback-announcer";
import { createNotices, type Notices } from "./announcements/notices";
import { PREFERENCES, type Preferences } from "./persistence/preferences";
import { speakOfMachine } from "./announcements/diagnosis-announcer";
import { createStore, type Store } from "./store";
import { createStored, type StoredProblem, type TextStorage } from "./persistence/persistent-store";
import { createSweep, type Sweep } from "./curve/sweep";

export interface Workbench {
  lab: Lab;
  notices: Notices;
  preferences: Store<Preferences>;
  /** There when the simulator has started. */
  trials: Store<{ pool: Pool | null; sweep: Sweep | null }>;
  announcer: Announcer;
  /** Time moved by a press, and said. */
  narrator: Narrator;
  /** Files that wait for the view that reads them. */
  dropped: Store<Dropped>;
  /** What the screen reader is told of the machine. */
  spoken: Store<{ text: string; count: number }>;
}

export interface Surroundings extends LabOutside {
  storage: TextStorage | null;
  query: string;
  cores: number;
  /** Gigabytes of memory that the browser tells of; 0 when it does not. */
  memory: number;
  now(): number;
  later(run: () => void, milliseconds: number): void;
  /** Whether what is pressed goes into a text field. */
  typing(): boolean;
}

const TRACE_MEGABYTES = 64;
const TRACE_MEGABYTES_SMALL = 16;
const SMALL_GIGABYTES = 2;
/** A knob that moved is followed at once; one that goes on moving, when it has rested for so many wall
 * milliseconds. */
const SETTLE_MILLISECONDS = 120;

export function createWorkbench(around: Surroundings): Workbench {
  const notices = createNotices(around.later);
  const preferences = createStored(PREFERENCES, around.storage, (problem) =>
    sayUnreadable(notices, around, problem),
  );
  const { query, now } = around;
  const captures = createCaptures();
  const spawn = captures.spawning(spawnWorker);
  const engine = createEngine({ spawn, module: compileSimulator, query, now });
  const small = around.memory > 0 && around.memory <= SMALL_GIGABYTES;
  const traceMegabytes = small ? TRACE_MEGABYTES_SMALL : TRACE_MEGABYTES;
  const { later } = around;
  const lab = createLab({ engine, captures, notices, now, later, traceMegabytes }, around);
  lab.setLayout(preferences.get().layout);
  const trials = createStore<{ pool: Pool | null; sweep: Sweep | null }>({
    pool: null,
    sweep: null,
  });
  const spoken = createStore({ text: "", count: 0 });
  const say = (text: string) => spoken.set({ text, count: spoken.get().count + 1 });
  const announcer = createAnnouncer({ say, now, later });

  startTrialsWhenReady(lab, trials, around, engine, spawn);
  followMachine(lab, trials, later);
  speakOfMachine(lab, announcer, around.typing);
  const narrator = createNarrator(lab, announcer, later);
  const dropped = createStore(NONE_DROPPED);
  return { lab, notices, preferences, trials, announcer, narrator, dropped, spoken };
}

/** The pool and the curve need the catalogue; they start with the first machine. */
function startTrialsWhenReady(
  lab: Lab,
  trials: Workbench["trials"],
  around: Surroundings,
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
    const pool = new Pool({ spawn, module: compileSimulator, familyOf, model, size });
    trials.set({ pool, sweep: createSweep(catalogue, pool, around.later) });
    yieldToFrames(engine, pool, size);
  });
}

/** Frames that come late halve the pool; frames in time bring it back. */
function yieldToFrames(engine: Engine, pool: Pool, size: number): void {
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
function followMachine(
  lab: Lab,
  trials: Workbench["trials"],
  later: (run: () => void, milliseconds: number) => void,
): void {
  let turn = 0;
  let moving = false;
  let last = "";
  const look = () => {
    const { sweep } = trials.get();
    const { scenario, base, catalogue, gesture } = lab.state.get();
    if (sweep === null || scenario === null || base === null || catalogue === null) return;
    const values = lab.values();
    const key = JSON.stringify([base.id, scenario.seed, values]);
    if (key === last) return;
    last = key;
    const mine = ++turn;
    const show = () => sweep.show(scenario, base, values, gesture);
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

function sayUnreadable(notices: Notices, around: Surroundings, problem: StoredProblem): void {
  const { key, name, field, text, keptAs } = problem;
  notices.say({
    key: `stored ${key}`,
    tone: "bad",
    title: `The stored ${name} could not be read`,
    text: [
      `Field “${field}”: ${problem.problem}.`,
      `The initial ${name} are used. What was stored is kept under “${keptAs}” and can be saved as a file.`,
    ],
    actions: [
      { label: `Save what was stored`, run: () => around.save(`${key}.json`, text), stays: true },
    ],
  });
}
