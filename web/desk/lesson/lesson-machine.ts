// Prepares the desk of lessons for a step: opens the step's machine, as the learner left it (saved-machines.ts) or as the step
// defines it, applies the step's limits, and selects what the step points at. The lab's desk is shown again when the learner
// leaves the lesson. A step without a machine of its own uses the one before.
import { tr } from "../../i18n/i18n";
import type { Catalogue, Scenario } from "../../generated/model";
import type { Selection } from "../../frame/selection";
import { findScenario } from "../../lesson/check/check";
import {
  asksForProgram,
  findMachineStep,
  tasksOf,
  type Goal,
  type Lesson,
  type MachineSpec,
  type Pointer,
  type Settings,
  type Step,
} from "../../lesson/lesson";
import { expandPaths, withSettings } from "../../lesson/settings";
import { NANOSECONDS } from "../clock/nanoseconds";
import type { Lab } from "../lab/lab";
import type { ShownMachine } from "../lab/machine";
import type { SavedMachines } from "./saved-machines";
import { DEFAULT_CHOICES } from "../../model/curve-choices";
import type { Limits } from "../../model/limits";
import { VIEWS } from "../../model/views";
import type { GoalProgram } from "../../lesson/progress";
import { ALL_PROGRAM_KNOBS } from "../../model/program-knobs";
import { LINK_SCHEMA } from "../link/link";
import { fingerprint as fingerprintOf } from "../link/program-field";
import { valuesAtStart } from "../../model/scenario/settings";
import { createStore, waitForState, type Store } from "../../lib/store";

/** The state in which the machine was opened. "own": as the step defines it. "left": as the learner left it. "changed": as
 * the step defines it, because the saved machine no longer fits. */
export type MachineOrigin = "own" | "left" | "changed";

export interface LessonMachineState {
  /** The step whose machine is open, as "lesson/step"; empty while it is being opened, and after a failure. */
  machine: string;
  origin: MachineOrigin;
}

/** Settings that a button gives to the machine: a cue of the step, or a load of its goal. */
export interface NamedLoad {
  label: string;
  set: Settings;
}

/** Returns the design with which the learner reached a goal or last tried to; null before the first try. */
export type KnobsOfGoal = (lesson: Lesson, goal: string) => OwnKnobs | null;

/** A learner's knobs, and the program that ran in the place of the kernel. */
export interface OwnKnobs {
  set: Settings;
  program?: GoalProgram | undefined;
}

export interface LessonMachine {
  readonly store: Store<LessonMachineState>;
  /** Opens a step. The first call of a lesson shows the lesson's desk. */
  openStep(lesson: Lesson, step: Step, done: boolean): void;
  /** Opens the machine as the step defines it. It can be undone. */
  resetMachine(): void;
  /** Saves the open machine in its current state. */
  saveMachine(): void;
  pointAt(at: Pointer): void;
  /** Gives the machine one of a step's loads. Other settings that the loads turn go back to the step's values. */
  showLoad(load: NamedLoad, all: readonly NamedLoad[]): void;
  /** Turns the step's knobs to their initial values, and those of the solution to the solution's values. */
  applySolution(set: Settings): void;
  /** Leaves the lesson: the lab's desk is shown again. */
  closeLesson(): void;
}

/** The desk of lessons, which a lesson shows while it is open. */
export interface LessonDesk {
  lab: Lab;
  show(): void;
  leave(): void;
}

/** The scenario of a step's machine; undefined when there is no scenario of that name. */
export function machineScenario(lesson: Lesson, catalogue: Catalogue, spec: MachineSpec) {
  const scenario = findScenario(lesson, catalogue, spec.scenario);
  return scenario && { ...withSettings(scenario, spec.set), model: catalogue.model };
}

/** The machine's line with the learner's own knobs, if it asks for them: they replace the line's values of all knobs that
 * were free for this goal. */
function machineWithOwnKnobs(
  lesson: Lesson,
  catalogue: Catalogue,
  spec: MachineSpec,
  of: KnobsOfGoal,
) {
  const own = spec.mine === "" ? null : of(lesson, spec.mine);
  const step = lesson.steps.find((one) => tasksOf(one).some(({ id }) => id === spec.mine));
  if (own === null || step === undefined) return machineScenario(lesson, catalogue, spec);
  const free = expandPaths(step.free, catalogue);
  const kept = Object.entries(spec.set).filter(([path]) => !free.includes(path));
  const set = { ...Object.fromEntries(kept), ...own.set };
  const machine = machineScenario(lesson, catalogue, { ...spec, set });
  if (machine === undefined || own.program === undefined) return machine;
  return { ...machine, program: { ...own.program, digest: fingerprintOf(own.program.text) } };
}

/** Identifies what a saved link depends on: the machine, the model, and which knobs the learner may turn. */
function machineFingerprint(lesson: Lesson, machineStep: Step, machine: Scenario): string {
  const { settings, seed, interventions, capture, model } = machine;
  const steps = lesson.steps.filter((_, at) => findMachineStep(lesson, at).step === machineStep);
  const free = steps.flatMap((step) => step.free);
  return JSON.stringify([LINK_SCHEMA, model, seed, settings, interventions, capture?.digest, free]);
}

export function createLessonMachine(
  { lab, show, leave }: LessonDesk,
  savedMachines: SavedMachines,
  knobsOfGoal: KnobsOfGoal = () => null,
): LessonMachine {
  const store = createStore<LessonMachineState>({ machine: "", origin: "own" });
  let current: { lesson: Lesson; step: Step } | null = null;
  let latest = 0;
  /** The step whose machine was requested last. */
  let requested = "";
  /** The fingerprint of that machine. */
  let fingerprint = "";

  function open(lesson: Lesson, machineStep: Step, spec: MachineSpec, isReset = false): void {
    const before = store.get();
    // A learner who leaves before the machine is open again has reset it too.
    if (isReset) savedMachines.remove(({ step }) => step === requested);
    else leaveMachine();
    const ours = ++latest;
    requested = stepKey(lesson, machineStep);
    store.set({ machine: "", origin: "own" });
    void catalogueWhenReady(lab).then((catalogue) => {
      if (ours !== latest) return;
      const machine = machineWithOwnKnobs(lesson, catalogue, spec, knobsOfGoal);
      if (machine === undefined) return;
      fingerprint = machineFingerprint(lesson, machineStep, machine);
      const last = isReset ? undefined : savedMachines.find(requested);
      if (last !== undefined) store.set({ origin: last.made === fingerprint ? "left" : "changed" });
      void openSavedOrInitial(machine, spec, isReset).then((isOpen) => {
        if (ours !== latest) return;
        if (!isOpen) return revertState(before);
        store.set({ machine: requested });
        applyViews();
        if (lab.state.get().selection === null) spotlight();
      });
    });
  }

  /** Opens the machine as it was saved, else as the step defines it. Resolves with whether that worked. */
  async function openSavedOrInitial(
    machine: Scenario,
    spec: MachineSpec,
    isReset: boolean,
  ): Promise<boolean> {
    const ours = latest;
    const last = savedMachines.find(requested);
    if (last !== undefined && store.get().origin === "left") {
      if (await lab.openMachineLink(machine, last.link)) return true;
      if (ours !== latest) return false;
      store.set({ origin: "own" });
    }
    const isOpen = await lab.open(machine, spec.run, isReset ? "append" : "clear");
    if (!isOpen || ours !== latest) return isOpen;
    // What was selected in the step before belongs to its machine.
    if (!isReset) lab.select(null);
    applySpec(spec);
    return true;
  }

  /** After a refusal or cancellation: returns to the state before, or lets the next visit try again. */
  function revertState(before: LessonMachineState): void {
    if (before.machine === requested) store.set(before);
    else requested = "";
  }

  function saveMachine(): void {
    const { machine: step } = store.get();
    // A program is stored by itself (lesson-programs.ts), and may have changed when the learner comes back.
    if (lab.state.get().scenario?.program !== undefined) return;
    if (step !== "") savedMachines.add({ step, made: fingerprint, link: lab.machineLink() });
  }

  /** Saves the machine now, and again after an undo that is still under way. */
  function leaveMachine(): void {
    saveMachine();
    const { machine: step } = store.get();
    const made = fingerprint;
    if (step === "" || lab.state.get().replay === null) return;
    if (lab.state.get().scenario?.program !== undefined) return;
    lab.afterChanges(() => savedMachines.add({ step, made, link: lab.machineLink() }));
  }

  function applySpec(spec: MachineSpec): void {
    if (spec.speed !== null) lab.clock.setSpeed(spec.speed);
    lab.clock.set({ viewWidth: (spec.span ?? 0) * NANOSECONDS });
    if (spec.paused) lab.clock.pause();
    else lab.clock.play();
  }

  /** Applies the step's axes of the curve, and opens the code view if the step names it. */
  function applyViews(): void {
    if (current === null) return;
    const { curve, showsCode } = current.step;
    if (curve !== null) lab.setCurves({ axisPath: curve.axisPath, measure: curve.measure });
    if (showsCode) lab.showCode(true);
  }

  function spotlight(): void {
    const at = current?.step.spotlight;
    const item = at ? selectionOf(lab, at) : null;
    if (item !== null) lab.select({ ...item, isSpotlight: true });
  }

  function pointAt(at: Pointer): void {
    const selection = selectionOf(lab, at);
    if (selection !== null) lab.select(selection);
  }

  return {
    store,
    openStep(lesson, step, done) {
      const first = current === null;
      const index = lesson.steps.indexOf(step);
      const { step: machineStep, spec } = findMachineStep(lesson, index);
      const moved = current?.step !== step || current.lesson !== lesson;
      const before = current?.step ?? null;
      current = { lesson, step };
      if (first) show();
      const limit = (catalogue: Catalogue | null) =>
        lab.state.set({ limits: stepLimits(step, done, catalogue) });
      const { catalogue: known } = lab.state.get();
      limit(known);
      if (known === null)
        void catalogueWhenReady(lab).then((one) => current?.step === step && limit(one));
      if (moved && before?.curve && step.curve === null) lab.setCurves(DEFAULT_CHOICES);
      if (requested !== stepKey(lesson, machineStep)) open(lesson, machineStep, spec);
      else if (moved) {
        applyViews();
        spotlight();
      }
    },
    resetMachine() {
      if (current === null) return;
      const { lesson, step } = current;
      const { step: machineStep, spec } = findMachineStep(lesson, lesson.steps.indexOf(step));
      open(lesson, machineStep, spec, true);
    },
    saveMachine,
    pointAt,
    showLoad({ label, set }, all) {
      const paths = [...new Set(all.flatMap((one) => Object.keys(one.set)))];
      const now = lab.values();
      const changes = paths.flatMap((path) => {
        const value = set[path] ?? lab.baseValue(path);
        return value === undefined || value === now[path] ? [] : [[path, value] as const];
      });
      if (changes.length > 0) lab.change(Object.fromEntries(changes), label);
    },
    applySolution(set) {
      const { catalogue } = lab.state.get();
      if (current === null || catalogue === null) return;
      const { lesson, step } = current;
      const { spec } = findMachineStep(lesson, lesson.steps.indexOf(step));
      const machine = machineScenario(lesson, catalogue, spec);
      const startValues = machine === undefined ? {} : valuesAtStart(catalogue, machine);
      const requested = { ...startValues, ...set };
      const now = lab.values();
      const changes = expandPaths(step.free, catalogue).flatMap((path) => {
        const value = requested[path];
        return value === undefined || value === now[path] ? [] : [[path, value] as const];
      });
      lab.change(Object.fromEntries(changes), tr("The lesson’s solution"));
    },
    closeLesson() {
      if (current === null) return;
      leaveMachine();
      latest++;
      current = null;
      requested = "";
      store.set({ machine: "", origin: "own" });
      leave();
    },
  };
}

/** The limits of a step. Without a catalogue, before the lab has started, a group of paths unlocks nothing. */
function stepLimits(step: Step, done: boolean, catalogue: Catalogue | null): Limits {
  const { free, curve } = step;
  const named = catalogue === null ? free : expandPaths(free, catalogue);
  const ofLoads = loadsOf(step).flatMap(({ set }) => Object.keys(set));
  return {
    unlocked: [...named, ...ofLoads, ...(asksForProgram(step) ? [ALL_PROGRAM_KNOBS] : [])],
    concealed: revealing(step, done),
    hidden: hiddenViews(step),
    curve,
    offersCures: false,
  };
}

/** What a step has buttons or keys for: its cues, and the loads of its goals. */
function loadsOf(step: Step): NamedLoad[] {
  const ofGoals = tasksOf(step).flatMap((task) => (task.kind === "goal" ? namedLoads(task) : []));
  return [...step.cues, ...ofGoals];
}

export function namedLoads({ loads }: Goal): NamedLoad[] {
  return loads.map(({ name, set }) => ({ label: name, set }));
}

/** Returns the concealed views and values: the views that the step hides, and those that would give away the answer. */
export function concealedIn(step: Step, done: boolean) {
  return [...hiddenViews(step), ...revealing(step, done)];
}

function hiddenViews({ shown }: Step) {
  return VIEWS.filter((view) => !shown.includes(view));
}

/** The views and values that would give away the answer. */
function revealing({ concealed: { views, values, untilDone } }: Step, done: boolean) {
  return done && untilDone ? [] : [...views, ...values];
}

function stepKey(lesson: Lesson, step: Step): string {
  return `${lesson.id}/${step.id}`;
}

function selectionOf(lab: ShownMachine, { kind, id }: Pointer): Selection {
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

/** Resolves when the lab has started. */
async function catalogueWhenReady({ state }: ShownMachine): Promise<Catalogue> {
  const { catalogue } = await waitForState(state, ({ phase }) => phase === "ready");
  if (catalogue === null) throw new Error("a lab that is ready has a catalogue");
  return catalogue;
}
