// One machine of a desk, made of the clock (time), the player (frames), the editor (changes) and recovery (traps). What views may
// do with it is in machine.ts. Times are cycles of this machine. A second machine beside a first one is a lab too: both have one
// clock and one selection, and the traffic is that of the first.
import type { Scenario, Value } from "../../generated/model";
import type { ClockRun } from "../clock/clock";
import { createCaptureReplay, createLabOpenings } from "./lab-openings";
import { LabStart } from "./lab-start";
import { RunEditor } from "./run-editor";
import {
  createCore,
  INITIAL_RUN,
  type LabCore,
  type LabDependencies,
  type RunState,
  type SharedState,
} from "./lab-state";
import type { Moment } from "../history/history";
import { createLabLinks, type BrowserActions } from "./lab-links";
import { mayChange } from "../../model/limits";
import type { Machine } from "./machine";
import { linkToMachine, linkToState } from "./machine-link";
import { createMachineTime } from "./machine-time";
import { WATCH_PACKETS, type Speed } from "../../model/playback";
import { Player } from "./player";
import { Recovery } from "./recovery";
import type { RunStore } from "./run-store";
import { valuesAt, valuesAtStart, type SettingValues } from "../../model/scenario/settings";
import { waitForState } from "../../lib/store";
import { splitChange } from "../../model/shared-traffic";

/** A machine with what its desk does to it: it starts it, opens what a page or a comparison needs, and parks it. */
export interface Lab extends Machine, SharedState {
  readonly state: RunStore<RunState>;
  /** This machine as the clock sees it. */
  readonly run: ClockRun;
  /** Fetches the catalogue, and starts the simulator when `needed` resolves. Then opens the link in the address, or the
   * first scenario if there is none. */
  start(hash: string, needed?: Promise<unknown>): Promise<void>;
  /** Starts without a machine, when another lab of the page has started. */
  startAfter(other: Lab): Promise<void>;
  /** Opens a scenario and runs it for some simulated milliseconds. Clears undo ("clear"), or adds a step to it
   * ("append"). Returns false when the scenario was refused or cancelled: then nothing has changed. */
  open(scenario: Scenario, milliseconds: number, undo?: "clear" | "append"): Promise<boolean>;
  /** Opens a machine in the state that `machineLink` wrote, and empties undo. Returns false when the link cannot be
   * read, or when its scenario was refused or cancelled. */
  openMachineLink(machine: Scenario, link: string): Promise<boolean>;
  /** The shown run and moment; null while no machine is open. */
  moment(): Moment | null;
  /** Replaces the traffic of the run (RunEditor.changeTraffic). */
  changeTraffic(wanted: (current: Scenario) => Scenario): Promise<boolean>;
  /** Says which changes a second machine gets too: both machines take them in the same cycle. */
  shareChanges(isShared: (set: SettingValues) => boolean): void;
  /** Gives the worker back as soon as nothing is under way, because the page shows another desk. State and undo stay. */
  park(): void;
  /** Rebuilds the machine, unless another one has been opened since. */
  resume(): void;
  /** Forgets the machine and its view, except the layout. */
  forgetMachine(speed: Speed): void;
}

/** `first`: the machine that this one is compared with. */
export function createLab(
  dependencies: LabDependencies,
  browser: BrowserActions,
  first: Lab | null = null,
): Lab {
  const core = createCore(dependencies, first, browser.reducesMotion);
  const { state, tick, staggeredTicks, frames, clock, position } = core;
  const player = new Player(core);
  if (first === null) clock.add(player);
  const editor = new RunEditor(core, player);
  const links = createLabLinks(core, editor, player, browser);
  new Recovery(core, editor, (name, text) => browser.save(name, text));

  const { engine } = dependencies;
  const openLink = (hash: string) => void lab.openLink(hash);
  const labStart = new LabStart({ core, engine, editor, links, openLink });
  const openings = createLabOpenings({ core, editor, links, labStart, reload: browser.reload });

  function values(): SettingValues {
    const { catalogue, scenario, pendingValues } = state.get();
    if (catalogue === null || scenario === null) return pendingValues;
    const t = player.isAtLiveEdge ? Infinity : position.t;
    return { ...valuesAt(catalogue, scenario, t), ...pendingValues };
  }

  function baseValue(path: string): Value | undefined {
    const { catalogue, base } = state.get();
    if (catalogue === null || base === null) return undefined;
    return valuesAtStart(catalogue, base)[path];
  }

  const lab: Lab = {
    kind: dependencies.kind,
    state,
    clock,
    pointed: core.pointed,
    time: createMachineTime(clock, player),
    run: player,
    tick,
    staggeredTicks,
    frames,
    start: (hash, needed) => labStart.start(hash, needed),
    startAfter: (other) => labStart.startAfter(other.state),
    change(set, label) {
      if (!mayChange(state.get().limits, set)) return;
      const { shared, own } = first === null ? { shared: {}, own: set } : splitChange(set);
      if (Object.keys(shared).length > 0) first?.change(shared, label);
      if (Object.keys(own).length > 0) editor.change(own, label);
    },
    setDragging: (isDragging) => editor.setDragging(isDragging),
    reset(path) {
      const value = baseValue(path);
      if (value !== undefined) lab.change({ [path]: value });
    },
    undo: () => void editor.undo(),
    redo: () => void editor.redo(),
    ...openings,
    ...createCaptureReplay(core, editor, {
      openLink: openings.openLink,
      copy: browser.copy,
      values,
    }),
    moment: () => editor.currentMoment(),
    changeTraffic: (wanted) => editor.changeTraffic(wanted),
    shareChanges: (isShared) => void (core.shares = isShared),
    afterChanges: (run) => editor.afterChanges(run),
    runProgram: (program, keepsRun = false) => editor.runProgram(program, keepsRun),
    ask: (question) => dependencies.engine.ask(question),
    ...createParking(core, editor, player),
    ...createViewSetters(core, player),
    link: () => linkToState(core),
    machineLink: () => linkToMachine(core, player),
    values,
    baseValue,
  };

  return lab;
}

/** A page that shows another desk gives the worker back; a machine that nobody comes back to is forgotten. */
function createParking(
  core: LabCore,
  editor: RunEditor,
  player: Player,
): Pick<Lab, "park" | "resume" | "forgetMachine"> {
  const { state, clock, engine } = core;
  const release = () => {
    if (!state.get().isParked) return;
    core.hasMachine = false;
    engine.release();
  };
  return {
    park() {
      state.set({ isParked: true });
      if (state.get().phase !== "starting") return editor.whenIdle(release);
      void waitForState(state, ({ phase }) => phase !== "starting").then(() =>
        editor.whenIdle(release),
      );
    },
    resume() {
      state.set({ isParked: false });
      void editor.reopen();
    },
    forgetMachine(speed) {
      const { phase, catalogue, fatalError, layout, runNumber } = state.get();
      const kept = { phase, catalogue, fatalError, layout, runNumber: runNumber + 1 };
      state.set({ ...INITIAL_RUN, ...kept });
      clock.reset(Math.max(speed, WATCH_PACKETS));
      player.clearFrames();
    },
  };
}

type ViewSetter =
  | "setColumns"
  | "select"
  | "highlight"
  | "setCurves"
  | "setQuestion"
  | "showLine"
  | "showCode"
  | "setLayout";

function createViewSetters({ state, clock }: LabCore, player: Player): Pick<Lab, ViewSetter> {
  return {
    setColumns(columns) {
      state.set({ columns });
      player.invalidate();
    },
    select(selection) {
      state.set({ selection });
      clock.invalidate();
    },
    highlight: (highlight) => state.set({ highlight }),
    setCurves: (change) => state.set({ curves: { ...state.get().curves, ...change } }),
    setQuestion: (question) => state.set({ question }),
    showLine: (line, takesFocus = true) =>
      state.set({ wantedLine: line === null ? null : { line, takesFocus } }),
    showCode(showsCode) {
      state.set({ showsCode });
      player.invalidate();
    },
    setLayout: (layout) => state.set({ layout }),
  };
}
