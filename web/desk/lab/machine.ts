// A machine as views see it: what it shows, and what a person can do with it. Views name the smaller of the two in their
// props. What only desks do with a machine is in `Lab` (lab.ts). Times are cycles of this machine, but the clock's.
import type { KernelProgram, Replayed, Scenario, Value } from "../../generated/model";
import type { Question, RunTarget } from "../../engine/protocol";
import type { OpenedCapture } from "../../engine/captures";
import type { FrameSource } from "../../frame/frame-source";
import type { Selection } from "../../frame/selection";
import type { ReadableStore } from "../../lib/store";
import type { CurveChoices } from "../../model/curve-choices";
import type { Layout } from "../../model/preferences";
import type { SettingValues } from "../../model/scenario/settings";
import type { Clock } from "../clock/clock";
import type { DeskKind, LabState, StaggeredTicks, Tick } from "./lab-state";
import type { MachineTime } from "./machine-time";

/** What a machine shows. */
export interface ShownMachine {
  readonly kind: DeskKind;
  readonly state: ReadableStore<LabState>;
  readonly tick: ReadableStore<Tick>;
  readonly staggeredTicks: StaggeredTicks;
  readonly frames: FrameSource;
  /** The value of every knob at the shown time, pending values included. */
  values(): SettingValues;
  baseValue(path: string): Value | undefined;
}

/** What a person can do with a machine. */
export interface Machine extends ShownMachine {
  readonly clock: Clock;
  /** The clock in cycles of this machine. */
  readonly time: MachineTime;

  /** Turns knobs. Those of the traffic turn both of two machines. */
  change(set: SettingValues, label?: string): void;
  /** Tells whether the pointer is down: all changes of one drag become one undo step. */
  setDragging(isDragging: boolean): void;
  reset(path: string): void;
  undo(): void;
  redo(): void;
  /** Runs this when all changes so far have reached the machine. */
  afterChanges(run: () => void): void;

  /** Opens a scenario of the catalogue by its id, or one from a file. It can be undone. */
  openScenario(which: string | Scenario): void;
  /** Opens a link. Returns false when it was refused, was cancelled, or waits: for its capture, or for the start. */
  openLink(hash: string): Promise<boolean>;
  /** Opens a run and shows cycle `t`, or its head. Returns false when it was refused or cancelled. */
  openRun(base: Scenario, scenario: Scenario, until: RunTarget, t: number | null): Promise<boolean>;
  /** Starts a run with the packets of a capture file. If a link waits for its capture, opens that link; throws when
   * it needs another file. */
  replayCapture(capture: OpenedCapture): Promise<void>;
  /** Starts a run of another program, with the same knobs. `keepsRun`: the shown run, with its packets and up to the shown
   * moment. Returns false when it was refused: a notice says why. */
  runProgram(program: KernelProgram, keepsRun?: boolean): Promise<boolean>;
  /** How the capture has been replayed so far; null when the run has none. */
  captureReport(): Promise<Replayed | null>;
  /** Drops the link that waits for a capture file. */
  discardPendingLink(): void;
  startNewRun(): void;
  /** Opens the first scenario, after an error has stopped the page. Its machine may still work. */
  openFirstScenario(): void;

  setColumns(columns: number): void;
  select(selection: Selection): void;
  highlight(selection: Selection): void;
  /** Opens or closes the code view. */
  showCode(isShown: boolean): void;
  /** Asks whoever shows the program for one of its lines, with the focus or without; null: the line is shown. */
  showLine(line: number | null, takesFocus?: boolean): void;
  /** Chooses what the chart of curves shows. */
  setCurves(change: Partial<CurveChoices>): void;
  /** Sets or closes (null) the question that is asked about the machine. */
  setQuestion(question: string | null): void;
  /** Sets the layout of the page. Does not store it as a preference (preferences.ts does). */
  setLayout(layout: Layout): void;

  /** The whole state as the hash of an address. */
  link(): string;
  /** The same for the machine alone: with pending changes, and without a link that waits for its
   * capture. */
  machineLink(): string;
  /** Asks the simulator about the machine: the text of the answer, and the machine's head at that time. */
  ask(question: Question): Promise<{ text: string; head: number }>;
}
