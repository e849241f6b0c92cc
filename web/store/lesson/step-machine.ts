// Sets the stage for a lesson's step: opens its machine, as it was left there (lesson-machines.ts) or as the
// step gives it, locks and conceals, points at something; and gives the lab back as it was when the lesson is
// left. Steps without a machine of their own go on with the one before.
import type { Catalogue, Scenario } from "../../engine/model";
import type { Selection } from "../../frame/selection";
import { findScenario } from "../../lesson/check";
import {
  findMachineStep,
  type Lesson,
  type MachineSpec,
  type Pointer,
  type Settings,
  type Step,
} from "../../lesson/model";
import { withSettings } from "../../lesson/settings";
import type { Lab } from "../lab/lab";
import type { SavedMachines } from "./saved-lists";
import { NO_LIMITS, VIEWS } from "../lab/limits";
import { LINK_SCHEMA } from "../link/link";
import { valuesAtStart } from "../scenario/settings";
import { createStore, type Store } from "../store";

/** Whether a step's machine is its own; as the learner left it; or its own because what was left was another's. */
export type MachineOrigin = "own" | "left" | "changed";

export interface StepMachineState {
  /** Which step's machine is open: "lesson/step"; empty while it is being opened, and when that failed. */
  machine: string;
  origin: MachineOrigin;
}

export interface StepMachine {
  readonly store: Store<StepMachineState>;
  /** The lab is put aside for it, with its undo. */
  openStep(lesson: Lesson, step: Step, done: boolean): void;
  /** The step's machine as the step gives it; undo goes back. */
  resetMachine(): void;
  /** Keeps the machine that is open as it stands. */
  saveMachine(): void;
  pointAt(at: Pointer): void;
  /** Turns the step's knobs to where its machine began, and a solution's to theirs. */
  applySolution(set: Settings): void;
  /** Gives the lab back as it was; not when a link has taken it elsewhere already. */
  closeLesson(restore: boolean): void;
}

/** The scenario of a step's machine, or undefined when there is none of that name. */
export function machineScenario(lesson: Lesson, catalogue: Catalogue, wish: MachineSpec) {
  const scenario = findScenario(lesson, catalogue, wish.scenario);
  return scenario && { ...withSettings(scenario, wish.set), model: catalogue.model };
}

/** What a step's link is good for: the machine, its model, and which of its knobs may be turned. */
function machineFingerprint(lesson: Lesson, opener: Step, machine: Scenario): string {
  const { settings, seed, interventions, capture, model } = machine;
  const onIt = lesson.steps.filter((_, at) => findMachineStep(lesson, at).step === opener);
  const free = onIt.flatMap((step) => step.free);
  return JSON.stringify([LINK_SCHEMA, model, seed, settings, interventions, capture?.digest, free]);
}

export function createStepMachine(lab: Lab, left: SavedMachines): StepMachine {
  const store = createStore<StepMachineState>({ machine: "", origin: "own" });
  let present: { lesson: Lesson; step: Step } | null = null;
  let turn = 0;
  /** The machine that was asked for last. */
  let wanted = "";
  /** What the step makes of it (lesson-machines.ts). */
  let made = "";

  function open(lesson: Lesson, opener: Step, wish: MachineSpec, again = false): void {
    keep();
    const mine = ++turn;
    const before = store.get();
    wanted = stepKey(lesson, opener);
    store.set({ machine: "", origin: "own" });
    onceReady(lab, (catalogue) => {
      const machine = mine === turn ? machineScenario(lesson, catalogue, wish) : undefined;
      if (machine === undefined) return;
      made = machineFingerprint(lesson, opener, machine);
      const last = again ? undefined : left.find(wanted);
      if (last !== undefined) store.set({ origin: last.made === made ? "left" : "changed" });
      void openSavedOrInitial(machine, wish, again).then((stands) => {
        if (mine !== turn) return;
        if (!stands) return revertState(before);
        store.set({ machine: wanted });
        if (lab.state.get().selection === null) spotlight();
      });
    });
  }

  /** Whether it stands: as it was left, else as the step gives it. */
  async function openSavedOrInitial(
    machine: Scenario,
    wish: MachineSpec,
    again: boolean,
  ): Promise<boolean> {
    const mine = turn;
    const last = left.find(wanted);
    if (last !== undefined && store.get().origin === "left") {
      if (await lab.openMachineLink(machine, last.link)) return true;
      if (mine !== turn) return false;
      store.set({ origin: "own" });
    }
    const stands = await lab.open(machine, wish.run, again ? "back" : "anew");
    if (stands && mine === turn) show(wish);
    return stands;
  }

  /** Refused or given up: the step's machine is as it was, or whoever comes to the step again has it tried again. */
  function revertState(before: StepMachineState): void {
    if (before.machine === wanted) store.set(before);
    else wanted = "";
  }

  function keep(): void {
    const { machine: step } = store.get();
    if (step !== "") left.add({ step, made, link: lab.machineLink() });
  }

  function show(wish: MachineSpec): void {
    if (wish.speed !== null) lab.setSpeed(wish.speed);
    const hertz = lab.state.get().topology?.clock_hz ?? 0;
    lab.state.set({ viewWidth: Math.round((wish.span ?? 0) * hertz) });
    if (wish.paused) lab.pause();
    else lab.play();
  }

  function spotlight(): void {
    const at = present?.step.spotlight;
    if (at) pointAt(at);
  }

  function pointAt(at: Pointer): void {
    const selection = selectionOf(lab, at);
    if (selection !== null) lab.select(selection);
  }

  return {
    store,
    openStep(lesson, step, done) {
      const first = present === null;
      const index = lesson.steps.indexOf(step);
      const { step: opener, wish } = findMachineStep(lesson, index);
      const moved = present?.step !== step || present.lesson !== lesson;
      present = { lesson, step };
      if (first) onceReady(lab, () => present !== null && lab.suspendSession());
      const concealed = concealedIn(step, done);
      lab.state.set({ limits: { unlocked: step.free, concealed, offersCures: false } });
      if (wanted !== stepKey(lesson, opener)) open(lesson, opener, wish);
      else if (moved) spotlight();
    },
    resetMachine() {
      if (present === null) return;
      const { lesson, step } = present;
      const { step: opener, wish } = findMachineStep(lesson, lesson.steps.indexOf(step));
      open(lesson, opener, wish, true);
    },
    saveMachine: keep,
    pointAt,
    applySolution(set) {
      const { catalogue } = lab.state.get();
      if (present === null || catalogue === null) return;
      const { lesson, step } = present;
      const { wish } = findMachineStep(lesson, lesson.steps.indexOf(step));
      const machine = machineScenario(lesson, catalogue, wish);
      const began = machine === undefined ? {} : valuesAtStart(catalogue, machine);
      const wanted = { ...began, ...set };
      const now = lab.values();
      const moves = step.free.flatMap((path) => {
        const value = wanted[path];
        return value === undefined || value === now[path] ? [] : [[path, value] as const];
      });
      lab.change(Object.fromEntries(moves), "The lesson’s solution");
    },
    closeLesson(restore) {
      if (present === null) return;
      keep();
      turn++;
      present = null;
      wanted = "";
      store.set({ machine: "", origin: "own" });
      lab.state.set({ limits: NO_LIMITS });
      if (restore) lab.restoreSession();
    },
  };
}

/** What may not be seen: views that the step is not about, and what would tell the answer. */
export function concealedIn(step: Step, done: boolean) {
  const { views, values, untilDone } = step.concealed;
  const hidden = VIEWS.filter((view) => !step.shown.includes(view));
  return done && untilDone ? hidden : [...hidden, ...views, ...values];
}

function stepKey(lesson: Lesson, step: Step): string {
  return `${lesson.id}/${step.id}`;
}

function selectionOf(lab: Lab, { kind, id }: Pointer): Selection {
  const { topology } = lab.state.get();
  if (topology === null) return null;
  const find = (rows: readonly { id: string }[]) => rows.findIndex((row) => row.id === id);
  switch (kind) {
    case "view":
      return null;
    case "place": {
      const place = find(topology.places);
      return place < 0 ? null : { kind, place };
    }
    case "context": {
      const context = find(topology.contexts);
      return context < 0 ? null : { kind, context };
    }
    case "line": {
      const line = find(topology.lines);
      return line < 0 ? null : { kind, line };
    }
  }
}

/** Runs at once when the lab has started, else as soon as it has. */
function onceReady(lab: Lab, run: (catalogue: Catalogue) => void): void {
  const started = () => {
    const { phase, catalogue } = lab.state.get();
    return phase === "ready" ? catalogue : null;
  };
  const now = started();
  if (now !== null) return run(now);
  let done = false;
  const stop = lab.state.subscribe(() => {
    const catalogue = started();
    // What is run sets the state, which tells everybody again, also who has been told in this very round.
    if (catalogue === null || done) return;
    done = true;
    stop();
    run(catalogue);
  });
}
