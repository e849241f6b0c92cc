// The debugger of a program: breakpoints, which are stored with it; steps by line, forward and back; and what the machine's trace
// says about the shown moment. It only moves the shown time. While the editor has another text than the machine, lines mean nothing
// to the machine, and breakpoints wait.
import { tr } from "../../i18n/i18n";
import { readProblems } from "../../i18n/model-texts";
import type { Boundary } from "../../engine/protocol";
import {
  readDebugView,
  readLastWrite,
  type DebugView,
  type LastWrite,
} from "../../frame/debug-view";
import { readDebugLocals, type DebugLocals } from "../../frame/debug-locals";
import type { Announcer } from "../../lib/announcer";
import { formatNumber } from "../../lib/format/numbers";
import { createStore, type ReadableStore, type Store } from "../../lib/store";
import type { PlaybackAnnouncer } from "../announcements/playback-announcer";
import { toCycles } from "../clock/nanoseconds";
import type { Lab } from "../lab/lab";
import {
  boundaryOf,
  BREAKPOINTS_MAX,
  stopLine,
  withMoved,
  withToggled,
  type Breakpoint,
  type Condition,
} from "./breakpoints";
import { withLineFeeds } from "./program-opener";
import type { Workshop } from "./workshop";

/** Where a step leads: to the next line anywhere, of the same function, of its caller, or to a breakpoint. */
export type DebugStep = "into" | "over" | "out" | "breakpoint";

export interface DebuggerState {
  /** By condition: what the compiler says about it, for the text that runs. */
  conditions: ReadonlyMap<string, Condition>;
  view: DebugView | null;
  /** The local variables where the machine is paused, or was last. A replay of the run has them, so they come after the view. */
  locals: DebugLocals | null;
  /** The last write that a person has gone back to. */
  write: (LastWrite & { name: string }) | null;
}

export interface Debugger {
  readonly state: ReadableStore<DebuggerState>;
  /** Sets a breakpoint at a line, or removes it. */
  toggle(line: number): void;
  setCondition(line: number, condition: string): void;
  /** An edit has moved the lines of breakpoints; 0: the line is gone. */
  linesMoved(from: readonly number[], to: readonly number[]): void;
  step(kind: DebugStep, direction: 1 | -1): void;
  /** Goes to a line, and to the moment if there is one. */
  goTo(place: { line: number; at?: number }): void;
  /** Goes back to the last write of a variable, which is a number in the topology. */
  lastWrite(variable: number): void;
  /** Reads the trace at each shown moment, with these variables, until the returned function is called. */
  watch(variables: readonly number[]): () => void;
}

export interface DebuggerDependencies {
  lab: Lab;
  workshop: Workshop;
  announcer: Announcer;
  playback: PlaybackAnnouncer;
}

const CHART_COLUMNS = 80;
const NOTHING_SHOWN: DebuggerState = {
  conditions: new Map(),
  view: null,
  locals: null,
  write: null,
};
const NO_BREAKPOINTS: readonly Breakpoint[] = [];

export function breakpointsOf({ programs, state }: Workshop): readonly Breakpoint[] {
  return programs.find(state.get().open ?? "")?.breakpoints ?? NO_BREAKPOINTS;
}

/** What the parts of a debugger share. */
interface DebuggerCore extends DebuggerDependencies {
  state: Store<DebuggerState>;
}

export function createDebugger(dependencies: DebuggerDependencies): Debugger {
  const { lab, workshop, announcer, playback } = dependencies;
  const state = createStore<DebuggerState>(NOTHING_SHOWN);
  const core: DebuggerCore = { ...dependencies, state };
  const armed = keepArmed(core);
  announceStops(core);
  return {
    state,
    toggle: (line) => announcer.announce(toggleBreakpoint(core, line)),
    setCondition(line, condition) {
      const list = breakpointsOf(workshop);
      storeBreakpoints(
        workshop,
        list.map((one) => (one.line === line ? { ...one, condition } : one)),
      );
    },
    linesMoved: (from, to) =>
      storeBreakpoints(workshop, withMoved(breakpointsOf(workshop), from, to)),
    step(kind, direction) {
      // A condition that was typed just now is being read.
      void armed()
        .then(() => boundaryFor(lab, kind))
        .catch(() => null)
        .then((boundary) => {
          if (boundary !== null) return playback.step(boundary, direction);
          announcer.announce(
            kind === "breakpoint"
              ? tr("No breakpoint is set in the text that runs.")
              : tr("The machine does not run yet."),
          );
        });
    },
    goTo({ line, at }) {
      lab.showLine(line);
      if (at !== undefined) playback.goTo(at);
    },
    lastWrite: (variable) => void goToLastWrite(core, variable).catch(() => undefined),
    watch: createWatch(core),
  };
}

/** Whether the machine runs the text in the editor: that of a lesson may be the machine of another step. */
function isRunText({ lab, workshop }: DebuggerCore): boolean {
  const { ran, text } = workshop.state.get();
  const running = lab.state.get().scenario?.program?.text;
  return ran?.text === text && running !== undefined && withLineFeeds(running) === text;
}

function storeBreakpoints({ programs, state }: Workshop, list: readonly Breakpoint[]): void {
  programs.change(state.get().open ?? "", { breakpoints: [...list] });
}

/** Sets a breakpoint or removes it, and says so. */
function toggleBreakpoint(core: DebuggerCore, line: number): string {
  const { lab, workshop } = core;
  const list = breakpointsOf(workshop);
  const has = (line: number) => list.some((one) => one.line === line);
  if (has(line)) {
    storeBreakpoints(workshop, withToggled(list, line));
    return tr("The breakpoint in line {line} is removed.", { line });
  }
  const stop = isRunText(core) ? stopLine(lab.state.get().topology, line) : line;
  if (stop === null) return tr("No line from line {line} on has a statement.", { line });
  if (list.length >= BREAKPOINTS_MAX)
    return tr("A program has at most {most} breakpoints.", { most: BREAKPOINTS_MAX });
  if (!has(stop)) storeBreakpoints(workshop, withToggled(list, stop));
  return stop === line
    ? tr("A breakpoint is set in line {line}.", { line })
    : tr("Line {line} has no statement: the breakpoint is in line {stop}.", { line, stop });
}

/**
 * Tells the machine the breakpoints of the text that runs, after the compiler has read their conditions. Returns what waits until
 * the machine has them.
 */
function keepArmed(core: DebuggerCore): () => Promise<void> {
  const { lab, workshop, state } = core;
  /** The text that the conditions belong to. */
  let checkedText = "";
  const known = (condition: string) => state.get().conditions.get(condition);

  async function arm(): Promise<void> {
    const { ran, text } = workshop.state.get();
    const list = isRunText(core) ? breakpointsOf(workshop) : NO_BREAKPOINTS;
    if (text !== checkedText) {
      checkedText = text;
      state.set({ conditions: new Map(), locals: null, write: null });
    }
    const unknown = list.filter(({ condition }) => condition.trim() !== "" && !known(condition));
    for (const { condition } of unknown) {
      const question = { what: "check_condition", text, condition } as const;
      const answer = await lab.ask(question).catch(() => null);
      if (answer === null || checkedText !== text || workshop.state.get().ran !== ran) return;
      const conditions = new Map(state.get().conditions);
      state.set({ conditions: conditions.set(condition, readCondition(answer.text)) });
    }
    const boundary = boundaryOf(list, lab.state.get().topology, known);
    if (boundary !== lab.state.get().breakpoints) lab.state.set({ breakpoints: boundary });
  }

  let arming = Promise.resolve();
  const rearm = () => void (arming = arm());
  workshop.state.subscribe(rearm);
  workshop.programs.store.subscribe(rearm);
  let armedFor = machineOf(lab);
  lab.state.subscribe(() => {
    const now = machineOf(lab);
    if (now.topology === armedFor.topology && now.text === armedFor.text) return;
    armedFor = now;
    rearm();
  });
  return () => arming;
}

/** Nobody has pressed a key when playing stops at a breakpoint. */
function announceStops({ lab, playback }: DebuggerCore): void {
  let known = 0;
  lab.state.subscribe(() => {
    const { breakpointStops } = lab.state.get();
    if (breakpointStops !== known) playback.stopped();
    known = breakpointStops;
  });
}

/** The moments that a step leads to. */
async function boundaryFor(lab: Lab, kind: DebugStep): Promise<Boundary | null> {
  if (kind === "breakpoint") return lab.state.get().breakpoints;
  if (kind === "into") return "line";
  const { topology, phase } = lab.state.get();
  if (topology === null || phase !== "ready") return null;
  const head = lab.tick.get().head;
  const t = Math.min(head, Math.floor(toCycles(lab.clock.time, topology.clock_hz)));
  const question = { what: "debug_view", t, from: t, to: t, columns: 1, variables: [] } as const;
  const { contexts } = readDebugView((await lab.ask(question)).text);
  const running = contexts.find((one) => one.state === "running");
  if (running === undefined) return "line";
  const calls = running.lines.length - (kind === "out" ? 1 : 0);
  return `within ${running.context} ${calls}`;
}

async function goToLastWrite(core: DebuggerCore, variable: number): Promise<void> {
  const { lab, state, announcer, playback } = core;
  const t = Math.floor(lab.tick.get().t);
  const name = lab.state.get().topology?.variables?.[variable]?.name ?? "";
  const write = readLastWrite((await lab.ask({ what: "last_write", t, variable })).text);
  state.set({ write: write && { ...write, name } });
  if (write === null)
    return announcer.announce(tr("The trace has no earlier change of {name}.", { name }));
  if (lab.state.get().playing) lab.clock.pause();
  // The focus stays: the change before this one may be wanted next.
  if (write.line > 0) lab.showLine(write.line, false);
  const [before, after] = [formatNumber(write.before), formatNumber(write.after)];
  playback.goTo(write.at, tr("{name} changed from {before} to {after}.", { name, before, after }));
}

/** Reads what the trace, and where the machine is paused a replay, says about the shown moment. */
function createWatch(core: DebuggerCore): Debugger["watch"] {
  const { lab, state } = core;
  let isAsking = false;
  /** The run and the moment that locals were asked for last. */
  let localsOf = "";

  async function look(variables: readonly number[]): Promise<void> {
    const { t, range, frame } = lab.tick.get();
    if (isAsking || frame === null || !isRunText(core)) return;
    isAsking = true;
    const question = {
      what: "debug_view",
      t,
      ...range,
      columns: CHART_COLUMNS,
      variables,
    } as const;
    const answer = await lab.ask(question).catch(() => null);
    isAsking = false;
    if (answer === null) return;
    const { playing } = lab.state.get();
    // Another moment was shown meanwhile.
    if (!playing && lab.tick.get().t !== t) return look(variables);
    state.set({ view: readDebugView(answer.text) });
    if (playing) return void (localsOf = "");
    await lookAtLocals(t);
  }

  /** While the machine plays, they would change too fast to be read. */
  async function lookAtLocals(t: number): Promise<void> {
    const wanted = `${lab.state.get().runNumber} ${t}`;
    if (wanted === localsOf) return;
    localsOf = wanted;
    const answer = await lab.ask({ what: "locals", t }).catch(() => null);
    const locals = answer && readDebugLocals(answer.text);
    if (locals !== null && wanted === localsOf) state.set({ locals });
  }

  return (variables) => {
    void look(variables);
    // Not in the frame of the picture's other numbers.
    return lab.staggeredTicks[2].subscribe(() => void look(variables));
  };
}

function machineOf({ state }: Lab) {
  const { topology, scenario } = state.get();
  return { topology, text: scenario?.program?.text };
}

function readCondition(text: string): Condition {
  const answer: unknown = JSON.parse(text);
  return typeof answer === "string" ? { code: answer } : { problems: readProblems(text) };
}
