// The state of a run as plain values, and its dependencies. `state` changes when a person does something. `tick` is the
// shown moment, published five times a second while playing. `position` moves every animation frame; nobody subscribes
// to it.
import type { Engine } from "../../engine/client";
import type { BreakpointBoundary, FieldProblem, Told } from "../../engine/protocol";
import type { Captures } from "../../engine/captures";
import type { Capture, Catalogue, Scenario, Topology } from "../../generated/model";
import type { ShownDiagnosis } from "../../i18n/model-texts";
import type { Frame } from "../../frame/frame";
import { writableFrameSource } from "../../frame/frame-source";
import { NO_HISTORY, type History } from "../history/history";
import { Clock, type ClockState } from "../clock/clock";
import { toCycles, toNanoseconds } from "../clock/nanoseconds";
import { INITIAL_LOOK, type ViewState } from "../link/link-fields";
import { NO_LIMITS, type Limits } from "../../model/limits";
import type { Notices } from "../../lib/notices";
import type { SettingValues } from "../../model/scenario/settings";
import { createStore, type Store } from "../../lib/store";
import {
  convertTimes,
  createRunStore,
  NOTHING_POINTED,
  type Pointed,
  type RunStore,
  type SharedPointed,
} from "./run-store";

/** An error after which the page cannot go on by itself: what is wrong, what to do, and a report to save. */
export interface FatalError {
  title: string;
  text: readonly string[];
  report: string | null;
}

/** The progress of rebuilding a machine by running its scenario again. */
export interface Replay {
  label: string;
  done: number;
  cancel(): void;
}

/** What a run has for itself. The desk's clock and its selection are the rest of what a link says. */
export interface RunState extends Omit<ViewState, keyof ClockState | keyof Pointed> {
  phase: "starting" | "ready" | "broken";
  fatalError: FatalError | null;
  catalogue: Catalogue | null;
  topology: Topology | null;
  /** The scenario as it was opened. Resetting a knob returns to its value here. */
  base: Scenario | null;
  /** The scenario of the run so far, with its interventions. */
  scenario: Scenario | null;
  replay: Replay | null;
  history: History;
  /** Knob values that have not reached the machine yet (pending-changes.ts). */
  pendingValues: SettingValues;
  /** The number of the current transaction: changes with the same number are one undo step (transactions.ts). */
  transaction: number;
  /** The cycle at which a knob moved in slow motion; the page offers to skip to its effect. */
  effectFrom: number | null;
  /** The breakpoints of the program that runs, at which playing stops. */
  breakpoints: BreakpointBoundary | null;
  /** How often playing has stopped at one. */
  breakpointStops: number;
  /** A line of the program that a view asks to see; whoever shows the program takes it. */
  wantedLine: { line: number; takesFocus: boolean } | null;
  /** Counts runs. Measurements of one run mean nothing in the next. */
  runNumber: number;
  /** Pixel columns of the timeline. */
  columns: number;
  /** A link that waits for its capture file: it is opened when somebody opens that file. */
  pendingLink: { hash: string; capture: Capture } | null;
  /** What the open lesson allows and conceals. */
  limits: Limits;
  /** The page shows another desk, so the machine may have given its worker back. */
  isParked: boolean;
}

/** The state as views see it: times are in cycles of this machine, and what is selected is in its numbers. */
export type LabState = RunState & ClockState & Pointed;

/** What all machines of a desk have in common. */
export interface SharedState {
  readonly clock: Clock;
  readonly pointed: Store<SharedPointed>;
}

export interface Tick {
  t: number;
  head: number;
  atBound: boolean;
  /** Why the kernel has stopped for good. */
  fault: FieldProblem | null;
  /** The rules about time that the program has broken so far, in order of time. */
  told: readonly Told<FieldProblem>[];
  frame: Frame | null;
  diagnosis: ShownDiagnosis | null;
  range: { from: number; to: number };
}

/** Where a run is, in cycles of its machine. */
export interface Position {
  /** The shown time, as the clock has it. */
  readonly t: number;
  head: number;
  /** The run has reached its bound of time or of interventions: the head moves no further. */
  ended: boolean;
  hertz: number;
  /** Raised whenever another time is shown, so that frames requested before do not move it back. */
  serial: number;
  needsFrame: boolean;
  /** The cycle up to which the machine was last asked to run. */
  drivenUntil: number;
}

/** What a desk is for. A lesson decides on the machine and on what may be done with it; in the workshop the machine runs the
 * program in the editor. */
export type DeskKind = "lab" | "lesson" | "workshop";

export interface LabDependencies {
  kind: DeskKind;
  engine: Engine;
  captures: Captures;
  notices: Notices;
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
  traceMegabytes: number;
}

/** The tick for three groups of views. While playing, each group gets it some frames after the one before, so that no
 * animation frame has to render two groups. */
export type StaggeredTicks = readonly [Store<Tick>, Store<Tick>, Store<Tick>];

export interface LabCore extends LabDependencies, SharedState {
  state: RunStore<RunState>;
  tick: Store<Tick>;
  staggeredTicks: StaggeredTicks;
  frames: ReturnType<typeof writableFrameSource>;
  /** The run is beside a first one: when its machine is opened, it sets nothing of what both have in common. */
  follows: boolean;
  position: Position;
  /** The worker has the machine of `state`. */
  hasMachine: boolean;
  /** Whether another run gets a change of these settings too, at the same time. */
  shares(set: SettingValues): boolean;
}

export const INITIAL_RUN: RunState & Pointed = {
  ...INITIAL_LOOK,
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
  effectFrom: null,
  breakpoints: null,
  breakpointStops: 0,
  wantedLine: null,
  runNumber: 0,
  columns: 600,
  highlight: null,
  pendingLink: null,
  limits: NO_LIMITS,
  isParked: false,
};

/** Until a machine is open. */
const HERTZ_BEFORE = 1e6;

/** `shared`: that of a run that is there already. */
export function createCore(
  dependencies: LabDependencies,
  shared: SharedState | null,
  reducesMotion: () => boolean,
): LabCore {
  const range = { from: 0, to: 1 };
  const first: Tick = {
    t: 0,
    head: 0,
    atBound: false,
    fault: null,
    told: [],
    frame: null,
    diagnosis: null,
    range,
  };
  const tick = createStore(first);
  const clock = shared?.clock ?? new Clock(reducesMotion);
  const pointed = shared?.pointed ?? createStore(NOTHING_POINTED);
  const follows = shared !== null;
  return {
    ...dependencies,
    state: createRunStore(createStore<RunState>(INITIAL_RUN), clock.state, pointed, HERTZ_BEFORE),
    pointed,
    tick,
    staggeredTicks: [tick, createStore(first), createStore(first)],
    frames: writableFrameSource(),
    clock,
    follows,
    position: {
      get t() {
        return toCycles(follows ? clock.followedTime : clock.time, this.hertz);
      },
      head: 0,
      ended: false,
      hertz: HERTZ_BEFORE,
      serial: 0,
      needsFrame: false,
      drivenUntil: 0,
    },
    hasMachine: false,
    shares: () => false,
  };
}

/** Sets what a link or a kept session says, with times in cycles of the machine. */
export function setView(core: LabCore, view: Partial<ViewState>): void {
  const { state, clock, position, follows } = core;
  const isOfClock = ([name]: [string, unknown]) => name in clock.state.get();
  const { selection, ...own } = view;
  const fields = Object.entries(own);
  state.set(Object.fromEntries(fields.filter((field) => !isOfClock(field))));
  if (follows) return;
  if (selection !== undefined) state.set({ selection });
  const time = Object.fromEntries(fields.filter(isOfClock)) as Partial<ClockState>;
  clock.set(convertTimes(time, (t) => toNanoseconds(t, position.hertz)));
}
