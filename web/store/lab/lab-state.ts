// What the lab knows, as plain values, and the parts it is made from. `state` changes when a person
// does something; `tick` is the shown moment, published five times a second while playing;
// `clock` moves every animation frame and is nobody's to subscribe to.
import type { Engine } from "../../engine/client";
import type { Captures } from "../../engine/captures";
import type { Capture, Catalogue, Diagnosis, Scenario, Topology } from "../../engine/model";
import type { Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import { writableFrameSource } from "../../frame/frame-source";
import { NO_HISTORY, type History } from "../history/history";
import { NO_LIMITS, type Limits } from "./limits";
import type { Notices } from "../announcements/notices";
import type { Layout } from "../persistence/preferences";
import { WATCH_PACKETS, type Speed } from "./playback";
import type { SettingValues } from "../scenario/settings";
import { createStore, type Store } from "../store";

/** The page cannot go on by itself: what is wrong, what to do, and what can be saved. */
export interface FatalError {
  title: string;
  text: readonly string[];
  report: string | null;
}

/** A machine is being rebuilt by running its scenario again. */
export interface Replay {
  label: string;
  done: number;
  cancel(): void;
}

/** "Skip to its effect": fifty simulated milliseconds in two seconds, then as before. */
export interface Skip {
  until: number;
  wasPlaying: boolean;
}

export interface LabState {
  phase: "starting" | "ready" | "broken";
  fatalError: FatalError | null;
  catalogue: Catalogue | null;
  topology: Topology | null;
  /** The scenario as it was picked: what a reset knob goes back to. */
  base: Scenario | null;
  /** The run so far, interventions included. */
  scenario: Scenario | null;
  replay: Replay | null;
  history: History;
  /** Knob positions on their way into the machine. */
  pendingValues: SettingValues;
  /** Raised by every change that is not part of the one before: a drag is one (gestures.ts). */
  transaction: number;
  playing: boolean;
  speed: Speed;
  skip: Skip | null;
  /** A knob moved in slow motion at this cycle; its effect can be skipped to. */
  effectFrom: number | null;
  /** Raised when another run takes the place of the shown one: nothing measured of that holds in this. */
  runNumber: number;
  /** The timeline's range when it does not follow the shown time; cycles. */
  range: { from: number; to: number } | null;
  /** The timeline's width while it follows, in cycles; 0 = by the speed. */
  viewWidth: number;
  /** Pixel columns of the timeline. */
  columns: number;
  selection: Selection;
  highlight: Selection;
  /** A link needs a capture file that is not open here: it waits until somebody opens that file. */
  pendingLink: { hash: string; capture: Capture } | null;
  /** How the page is laid out: as is liked, until a link says it. */
  layout: Layout;
  /** What the open lesson allows. */
  limits: Limits;
}

export interface Tick {
  t: number;
  head: number;
  atBound: boolean;
  frame: Frame | null;
  diagnosis: Diagnosis | null;
  range: { from: number; to: number };
}

/** Where playback stands; moved by the player, read by everybody at the moment they need it. */
export interface Clock {
  t: number;
  head: number;
  /** The run has had all its time, or all its changes: its head stays where it is. */
  ended: boolean;
  hertz: number;
  /** Raised whenever t is put elsewhere, so that frames asked for before do not pull it back. */
  serial: number;
  needsFrame: boolean;
}

export interface LabDependencies {
  engine: Engine;
  captures: Captures;
  notices: Notices;
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
  traceMegabytes: number;
}

/** The tick for readers that need it at once, and the same for two more groups of views: while playing
 * each of these has it some frames after the one before, so that no frame renders two of them, nor lays out
 * one and renders another. */
export type StaggeredTicks = readonly [Store<Tick>, Store<Tick>, Store<Tick>];

export interface LabCore extends LabDependencies {
  state: Store<LabState>;
  tick: Store<Tick>;
  staggeredTicks: StaggeredTicks;
  frames: ReturnType<typeof writableFrameSource>;
  clock: Clock;
}

const INITIAL: LabState = {
  phase: "starting",
  fatalError: null,
  catalogue: null,
  topology: null,
  base: null,
  scenario: null,
  replay: null,
  history: NO_HISTORY,
  pendingValues: {},
  transaction: 0,
  playing: true,
  speed: WATCH_PACKETS,
  skip: null,
  effectFrom: null,
  runNumber: 0,
  range: null,
  viewWidth: 0,
  columns: 600,
  selection: null,
  highlight: null,
  pendingLink: null,
  layout: "auto",
  limits: NO_LIMITS,
};

export function createCore(parts: LabDependencies): LabCore {
  const range = { from: 0, to: 1 };
  const first: Tick = { t: 0, head: 0, atBound: false, frame: null, diagnosis: null, range };
  const tick = createStore(first);
  return {
    ...parts,
    state: createStore(INITIAL),
    tick,
    staggeredTicks: [tick, createStore(first), createStore(first)],
    frames: writableFrameSource(),
    clock: { t: 0, head: 0, ended: false, hertz: 1e6, serial: 0, needsFrame: false },
  };
}
