// The lab's state as plain values, and its dependencies. `state` changes when a person does something. `tick` is the
// shown moment, published five times a second while playing. `clock` moves every animation frame; nobody subscribes
// to it.
import type { Engine } from "../../engine/client";
import type { Captures } from "../../engine/captures";
import type { Capture, Catalogue, Scenario, Topology } from "../../generated/model";
import type { ShownDiagnosis } from "../../i18n/model-texts";
import type { Boundary } from "../../engine/protocol";
import type { Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import { writableFrameSource } from "../../frame/frame-source";
import { NO_HISTORY, type History } from "../history/history";
import { INITIAL_VIEW, type ViewState } from "../link/link-fields";
import { NO_LIMITS, type Limits } from "../../model/limits";
import type { Notices } from "../../lib/notices";
import type { SettingValues } from "../../model/scenario/settings";
import { createStore, type Store } from "../../lib/store";

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

/** A skip to a knob's effect: fifty simulated milliseconds in two seconds, then the speed from before. */
export interface Skip {
  until: number;
  wasPlaying: boolean;
}

export interface LabState extends ViewState {
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
  skip: Skip | null;
  /** The cycle at which a knob moved in slow motion; the page offers to skip to its effect. */
  effectFrom: number | null;
  /** Counts runs. Measurements of one run mean nothing in the next. */
  runNumber: number;
  /** The first mark of a loop whose other mark is not set yet. */
  loopMark: number | null;
  /** Pixel columns of the timeline. */
  columns: number;
  highlight: Selection;
  /** A link that waits for its capture file: it is opened when somebody opens that file. */
  pendingLink: { hash: string; capture: Capture } | null;
  /** What the open lesson allows and conceals. */
  limits: Limits;
}

export interface Tick {
  t: number;
  head: number;
  atBound: boolean;
  frame: Frame | null;
  diagnosis: ShownDiagnosis | null;
  range: { from: number; to: number };
}

/** The position of playback. The player moves it; others read it when they need it. */
export interface Clock {
  t: number;
  head: number;
  /** The run has reached its bound of time or of interventions: the head moves no further. */
  ended: boolean;
  hertz: number;
  /** Raised whenever `t` is set to another time, so that frames requested before do not move it back. */
  serial: number;
  needsFrame: boolean;
  /** The cycle up to which the machine was last asked to run. */
  drivenUntil: number;
  /** When a diagnosis was last requested, in wall milliseconds. */
  diagnosedAt: number;
  /** When a group of views last got a tick, in wall milliseconds. */
  renderedAt: number;
}

/** Couples the clock of a machine to the clock of another one (desk/compare). Times are cycles of this machine. */
export interface Coupling {
  /** The time to show; null when this machine moves its clock by itself. */
  shownTime(): number | null;
  /** Whether time must not pass, because the other machine is being rebuilt. */
  isWaiting(): boolean;
  /** The cycle up to which this machine may run. */
  runLimit(): number;
  /** When the views of the other machine last rendered, in wall milliseconds. */
  otherRenderedAt(): number;
  /** When a diagnosis of the other machine was last requested, in wall milliseconds. */
  otherDiagnosedAt(): number;
  /** The nearest boundary of the other machine; null when there is none. */
  otherNeighbour(t: number, boundary: Boundary, direction: 1 | -1): Promise<number | null>;
  /** The cycle at which a knob of the other machine moved in slow motion; null when no effect is to be seen. */
  otherEffectFrom(): number | null;
  /** Runs this when all changes so far have reached the other machine. */
  afterOtherChanges(run: () => void): void;
  /** The cycle at which both machines take a change that both of them get; 0 for a change of this machine alone. */
  changeTime(set: SettingValues): number;
}

export interface LabDependencies {
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

export interface LabCore extends LabDependencies {
  state: Store<LabState>;
  tick: Store<Tick>;
  staggeredTicks: StaggeredTicks;
  frames: ReturnType<typeof writableFrameSource>;
  clock: Clock;
  /** Null for a machine that is shown alone. */
  coupling: Coupling | null;
}

const INITIAL: LabState = {
  ...INITIAL_VIEW,
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
  skip: null,
  effectFrom: null,
  runNumber: 0,
  loopMark: null,
  columns: 600,
  highlight: null,
  pendingLink: null,
  limits: NO_LIMITS,
};

export function createCore(dependencies: LabDependencies): LabCore {
  const range = { from: 0, to: 1 };
  const first: Tick = { t: 0, head: 0, atBound: false, frame: null, diagnosis: null, range };
  const tick = createStore(first);
  return {
    ...dependencies,
    state: createStore(INITIAL),
    tick,
    staggeredTicks: [tick, createStore(first), createStore(first)],
    frames: writableFrameSource(),
    clock: {
      t: 0,
      head: 0,
      ended: false,
      hertz: 1e6,
      serial: 0,
      needsFrame: false,
      drivenUntil: 0,
      diagnosedAt: -Infinity,
      renderedAt: -Infinity,
    },
    coupling: null,
  };
}
