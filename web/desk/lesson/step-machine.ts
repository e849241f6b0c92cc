// The machine of a lesson's step: its scenario, and its opening, as the learner left it (saved-machines.ts) or as the step defines
// it. It is saved when another one takes its place.
import type { Catalogue, Scenario } from "../../generated/model";
import { findScenario } from "../../lesson/check/check";
import {
  findMachineStep,
  tasksOf,
  type Lesson,
  type MachineSpec,
  type Settings,
  type Step,
} from "../../lesson/lesson";
import type { GoalProgram } from "../../lesson/progress";
import { expandPaths, withSettings } from "../../lesson/settings";
import { createStore, waitForState, type ReadableStore } from "../../lib/store";
import { NANOSECONDS } from "../clock/nanoseconds";
import type { Lab } from "../lab/lab";
import type { ShownMachine } from "../lab/machine";
import { LINK_SCHEMA } from "../link/link";
import { fingerprint as fingerprintOf } from "../link/program-field";
import type { SavedMachines } from "./saved-machines";

/** The state in which the machine was opened. "own": as the step defines it. "left": as the learner left it. "changed": as
 * the step defines it, because the saved machine no longer fits. */
export type MachineOrigin = "own" | "left" | "changed";

export interface LessonMachineState {
  /** The step whose machine is open, as "lesson/step"; empty while it is being opened, and after a failure. */
  machine: string;
  origin: MachineOrigin;
}

/** Returns the design with which the learner reached a goal or last tried to; null before the first try. */
export type KnobsOfGoal = (lesson: Lesson, goal: string) => OwnKnobs | null;

/** A learner's knobs, and the program that ran in the place of the kernel. */
export interface OwnKnobs {
  set: Settings;
  program?: GoalProgram | undefined;
}

export interface StepMachine {
  readonly store: ReadableStore<LessonMachineState>;
  /** Opens a step's machine, unless it was the last one that was asked for. Returns whether it does. */
  open(lesson: Lesson, step: Step): boolean;
  /** Opens it as the step defines it. It can be undone. */
  reset(lesson: Lesson, step: Step): void;
  /** Saves the open machine in its current state. */
  save(): void;
  /** Saves the open machine, and forgets it. */
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

const NO_MACHINE: LessonMachineState = { machine: "", origin: "own" };

type MachineStep = ReturnType<typeof findMachineStep>;

/** `onOpen` is called when a step's machine is shown. */
export function createStepMachine(
  lab: Lab,
  savedMachines: SavedMachines,
  knobsOfGoal: KnobsOfGoal,
  onOpen: () => void,
): StepMachine {
  const store = createStore<LessonMachineState>(NO_MACHINE);
  let latest = 0;
  /** The step whose machine was requested last. */
  let requested = "";
  /** The fingerprint of that machine. */
  let fingerprint = "";

  async function open(lesson: Lesson, { step, spec }: MachineStep, isReset = false): Promise<void> {
    const before = store.get();
    // A learner who leaves before the machine is open again has reset it too.
    if (isReset) savedMachines.remove((saved) => saved.step === requested);
    else saveLast();
    const ours = ++latest;
    const isLatest = () => ours === latest;
    requested = stepKey(lesson, step);
    store.set(NO_MACHINE);
    const catalogue = await catalogueWhenReady(lab);
    if (!isLatest()) return;
    const machine = machineWithOwnKnobs(lesson, catalogue, spec, knobsOfGoal);
    if (machine === undefined) return;
    fingerprint = machineFingerprint(lesson, step, machine);
    const last = isReset ? undefined : savedMachines.find(requested);
    const isLeft = last?.made === fingerprint;
    if (last !== undefined) store.set({ origin: isLeft ? "left" : "changed" });
    let isOpen = isLeft && (await lab.openMachineLink(machine, last.link));
    if (!isLatest()) return;
    if (!isOpen) {
      if (isLeft) store.set({ origin: "own" });
      isOpen = await openInitial(lab, machine, spec, isReset, isLatest);
    }
    if (!isLatest()) return;
    if (isOpen) {
      store.set({ machine: requested });
      onOpen();
    }
    // After a refusal or cancellation: returns to the state before, or lets the next visit try again.
    else if (before.machine === requested) store.set(before);
    else requested = "";
  }

  function save(): void {
    saveMachine(lab, savedMachines, store.get().machine, fingerprint);
  }

  /** Saves the machine now, and again after an undo that is still under way. */
  function saveLast(): void {
    save();
    const { machine: step } = store.get();
    const made = fingerprint;
    if (lab.state.get().replay !== null)
      lab.afterChanges(() => saveMachine(lab, savedMachines, step, made));
  }

  return {
    store,
    open(lesson, step) {
      const machineStep = findMachineStep(lesson, lesson.steps.indexOf(step));
      const isOther = requested !== stepKey(lesson, machineStep.step);
      if (isOther) void open(lesson, machineStep);
      return isOther;
    },
    reset: (lesson, step) =>
      void open(lesson, findMachineStep(lesson, lesson.steps.indexOf(step)), true),
    save,
    leave() {
      saveLast();
      latest++;
      requested = "";
      store.set(NO_MACHINE);
    },
  };
}

function stepKey(lesson: Lesson, step: Step): string {
  return `${lesson.id}/${step.id}`;
}

function saveMachine(lab: Lab, machines: SavedMachines, step: string, made: string): void {
  // A program is stored by itself (lesson-programs.ts), and may have changed when the learner comes back.
  const isProgram = lab.state.get().scenario?.program !== undefined;
  if (step !== "" && !isProgram) machines.add({ step, made, link: lab.machineLink() });
}

/** Opens a machine as the step defines it. Resolves with whether that worked. */
async function openInitial(
  lab: Lab,
  machine: Scenario,
  spec: MachineSpec,
  isReset: boolean,
  isLatest: () => boolean,
): Promise<boolean> {
  const isOpen = await lab.open(machine, spec.run, isReset ? "append" : "clear");
  if (!isOpen || !isLatest()) return isOpen;
  // What was selected in the step before belongs to its machine.
  if (!isReset) lab.select(null);
  applySpec(lab, spec);
  return true;
}

/** Time and speed that a step's machine begins with. */
function applySpec({ clock }: Lab, { speed, span, paused }: MachineSpec): void {
  if (speed !== null) clock.setSpeed(speed);
  clock.set({ viewWidth: (span ?? 0) * NANOSECONDS });
  if (paused) clock.pause();
  else clock.start();
}

/** Resolves when the lab has started. */
export async function catalogueWhenReady({ state }: ShownMachine): Promise<Catalogue> {
  const { catalogue } = await waitForState(state, ({ phase }) => phase === "ready");
  if (catalogue === null) throw new Error("a lab that is ready has a catalogue");
  return catalogue;
}
