// The stores and clients that the page is made of, created once and connected: the lab, its curve, notices,
// announcements and preferences. The browser is passed in (`AppEnvironment`), so that a test can create them too.
import { familyFinder } from "../engine/family";
import { createCaptures } from "../engine/captures";
import { compileSimulator, onBuildWait, spawnWorker } from "../engine/module";
import { createEngine, type Engine } from "../engine/client";
import type { WorkerLike } from "../engine/protocol";
import { Pool } from "../engine/pool";
import { createAnnouncer, type Announcer } from "./announcements/announcer";
import { NO_DROPPED_FILES, type DroppedFiles } from "./dropped-files";
import { createLab, type Lab } from "./lab/lab";
import type { BrowserActions } from "./lab/lab-links";
import {
  createPlaybackAnnouncer,
  type PlaybackAnnouncer,
} from "./announcements/playback-announcer";
import { createNotices, type Notices } from "./announcements/notices";
import { PREFERENCES_SPEC, type Preferences } from "./persistence/preferences";
import { announceDiagnoses } from "./announcements/diagnosis-announcer";
import { createComparison, type Comparison } from "./compare/comparison";
import { createStore, type Store } from "./store";
import {
  createPersistentStore,
  type StoredProblem,
  type TextStorage,
} from "./persistence/persistent-store";
import { withoutPinned } from "./curve/curve-choices";
import { createSweep, type Sweep } from "./curve/sweep";

export interface Trials {
  /** Null until the simulator has started. */
  pool: Pool | null;
  /** The curve of the lab's machine; null until the simulator has started. */
  sweep: Sweep | null;
  /** The curve of the second machine of a comparison; null until there has been one. */
  followerSweep: Sweep | null;
}

export interface AppServices {
  lab: Lab;
  notices: Notices;
  preferences: Store<Preferences>;
  comparison: Comparison;
  /** Advances the machines by one animation frame; `now` in wall milliseconds. */
  animate(now: number): void;
  trials: Store<Trials>;
  announcer: Announcer;
  /** Moves the time for a key or button, and announces the result. */
  playbackAnnouncer: PlaybackAnnouncer;
  /** Dropped files that wait for the view that reads them. */
  droppedFiles: Store<DroppedFiles>;
  /** The text of the live region; `count` makes a repeated text a change. */
  liveText: Store<{ text: string; count: number }>;
}

export interface AppEnvironment extends BrowserActions {
  storage: TextStorage | null;
  query: string;
  cores: number;
  /** The device's memory as the browser reports it; 0 when the browser reports none. */
  memoryGigabytes: number;
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
  /** Whether a text field has the focus. */
  isTyping(): boolean;
}

const TRACE_MEGABYTES = 64;
const TRACE_MEGABYTES_SMALL = 16;
const SMALL_GIGABYTES = 2;
/** The first change of a knob is drawn at once. While the knob goes on moving, the curve waits until the knob has been
 * still for this long, in wall milliseconds. */
const SETTLE_MILLISECONDS = 120;

export function createAppServices(environment: AppEnvironment): AppServices {
  const notices = createNotices(environment.schedule);
  const preferences = createPersistentStore(PREFERENCES_SPEC, environment.storage, (problem) =>
    reportUnreadable(notices, environment, problem),
  );
  onBuildWait((isWaiting) => announceBuildWait(notices, isWaiting));
  const { query, now } = environment;
  const captures = createCaptures();
  const spawn = captures.withCaptures(spawnWorker);
  const engine = createEngine({ spawn, module: compileSimulator, query, now });
  const small = environment.memoryGigabytes > 0 && environment.memoryGigabytes <= SMALL_GIGABYTES;
  const traceMegabytes = small ? TRACE_MEGABYTES_SMALL : TRACE_MEGABYTES;
  const { schedule } = environment;
  const lab = createLab({ engine, captures, notices, now, schedule, traceMegabytes }, environment);
  lab.setLayout(preferences.get().layout);
  const comparison = createComparison(lab, () => {
    const second = createEngine({ spawn, module: compileSimulator, query: "", now });
    return createLab(
      { engine: second, captures, notices, now, schedule, traceMegabytes },
      environment,
    );
  });
  const trials = createStore<Trials>({ pool: null, sweep: null, followerSweep: null });
  const liveText = createStore({ text: "", count: 0 });
  const say = (text: string) => liveText.set({ text, count: liveText.get().count + 1 });
  const announcer = createAnnouncer({ setLiveText: say, now, schedule });

  createTrialsWhenReady(lab, trials, environment, engine, spawn);
  createFollowerSweep(lab, comparison, trials, schedule);
  announceDiagnoses(lab, announcer, environment.isTyping);
  const playbackAnnouncer = createPlaybackAnnouncer(lab, announcer, notices, schedule);
  const droppedFiles = createStore(NO_DROPPED_FILES);
  return {
    lab,
    notices,
    preferences,
    comparison,
    animate(now) {
      lab.animate(now);
      comparison.animate(now);
    },
    trials,
    announcer,
    playbackAnnouncer,
    droppedFiles,
    liveText,
  };
}

/** Creates the pool and the curve when the first machine is shown: both need the catalogue. */
function createTrialsWhenReady(
  lab: Lab,
  trials: AppServices["trials"],
  environment: AppEnvironment,
  engine: Engine,
  spawn: () => WorkerLike,
): void {
  const stop = lab.state.subscribe(() => {
    const { catalogue, phase } = lab.state.get();
    if (catalogue === null || phase !== "ready") return;
    stop();
    const size = Math.max(1, environment.cores - 1);
    const { model } = catalogue;
    const familyOf = familyFinder(catalogue);
    const pool = new Pool({ spawn, module: compileSimulator, familyOf, model, sizeMax: size });
    const sweep = createSweep(catalogue, pool, environment.schedule);
    trials.set({ pool, sweep });
    updateSweepOnChange({ sweep, lab, chooser: lab, schedule: environment.schedule });
    adaptPoolToFrames(engine, pool, size);
  });
}

/** Halves the pool when frames come late, and doubles it again when they come in time. */
function adaptPoolToFrames(engine: Engine, pool: Pool, size: number): void {
  const LATE_MILLISECONDS = 40;
  const SAMPLES = 30;
  let waits: number[] = [];
  let current = size;
  engine.onFrame(({ roundTrip, spent }) => {
    waits.push(roundTrip - spent);
    if (waits.length < SAMPLES) return;
    const median = [...waits].sort((a, b) => a - b)[SAMPLES / 2] ?? 0;
    waits = [];
    const wanted =
      median > LATE_MILLISECONDS ? Math.max(1, current >> 1) : Math.min(size, current * 2);
    if (wanted !== current) pool.resize((current = wanted));
  });
}

/** Creates the curve of the second machine when there is one. It has the axes that are chosen for the first machine. */
function createFollowerSweep(
  lab: Lab,
  comparison: Comparison,
  trials: AppServices["trials"],
  schedule: AppEnvironment["schedule"],
): void {
  const stop = comparison.state.subscribe(() => {
    const { follower, phase } = comparison.state.get();
    const { pool } = trials.get();
    const { catalogue } = lab.state.get();
    if (follower === null || phase !== "ready" || pool === null || catalogue === null) return;
    stop();
    const followerSweep = createSweep(catalogue, pool, schedule, "second");
    trials.set({ followerSweep });
    updateSweepOnChange({ sweep: followerSweep, lab: follower, chooser: lab, schedule });
  });
}

interface SweepUpdate {
  sweep: Sweep;
  /** The lab whose machine is measured. */
  lab: Lab;
  /** The lab in which a person chooses the axes. */
  chooser: Lab;
  schedule: AppEnvironment["schedule"];
}

/** Draws the curve of a machine soon after its knobs have stopped moving. */
function updateSweepOnChange({ sweep, lab, chooser, schedule }: SweepUpdate): void {
  let latest = 0;
  let moving = false;
  let last = "";
  const update = () => {
    const { scenario, base, catalogue, transaction } = lab.state.get();
    const { curves, limits } = chooser.state.get();
    if (scenario === null || base === null || catalogue === null) return;
    // The pinned curves are drawn and measured once, with the chooser's own curve.
    sweep.choose(chooser === lab ? curves : withoutPinned(curves), limits);
    const values = lab.values();
    const { across, upright } = curves;
    const axes = [across, upright === "peak", limits.unlocked, limits.curve];
    const key = JSON.stringify([base.id, scenario.seed, values, axes]);
    if (key === last) return;
    last = key;
    const ours = ++latest;
    const show = () => sweep.show(scenario, base, values, transaction);
    if (!moving) show();
    moving = true;
    schedule(() => {
      if (ours !== latest) return;
      moving = false;
      show();
    }, SETTLE_MILLISECONDS);
  };
  update();
  lab.state.subscribe(update);
  lab.tick.subscribe(update);
  if (chooser !== lab) chooser.state.subscribe(update);
}

function reportUnreadable(
  notices: Notices,
  environment: AppEnvironment,
  problem: StoredProblem,
): void {
  const { key, name, field, text, savedUnder } = problem;
  notices.show({
    key: `stored ${key}`,
    tone: "bad",
    title: `The stored ${name} could not be read`,
    text: [
      `Field “${field}”: ${problem.problem}.`,
      `The page uses its initial ${name}. The stored text is kept under “${savedUnder}”; you can save it as a file.`,
    ],
    actions: [
      {
        label: "Save the stored text",
        run: () => environment.save(`${key}.json`, text),
        stays: true,
      },
    ],
  });
}

/** Says that a machine opens later: `npm start` serves the page before it has built every simulator. */
function announceBuildWait(notices: Notices, isWaiting: boolean): void {
  const key = "build";
  if (!isWaiting) return notices.dismiss(key);
  notices.show({
    key,
    tone: "news",
    title: "This machine's simulator is still being built",
    text: ["The lab opens the machine by itself as soon as the build has finished."],
    actions: [],
  });
}
