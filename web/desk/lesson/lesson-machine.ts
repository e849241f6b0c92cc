// Prepares the desk of lessons for a step: opens the step's machine (step-machine.ts), applies the step's limits, and selects what
// the step points at. The lab's desk is shown again when the learner leaves the lesson. A step without a machine of its own uses
// the one before.
import { tr } from "../../i18n/i18n";
import type { Catalogue, Value } from "../../generated/model";
import type { Selection } from "../../frame/selection";
import {
  asksForProgram,
  findMachineStep,
  type Lesson,
  type Pointer,
  type Settings,
  type Step,
} from "../../lesson/lesson";
import { expandPaths } from "../../lesson/settings";
import type { Lab } from "../lab/lab";
import type { ShownMachine } from "../lab/machine";
import type { SavedMachines } from "./saved-machines";
import { DEFAULT_CHOICES } from "../../model/curve-choices";
import { valuesAtStart, type SettingValues } from "../../model/scenario/settings";
import type { ReadableStore } from "../../lib/store";
import { stepLimits, type NamedLoad } from "./step-limits";
import {
  catalogueWhenReady,
  createStepMachine,
  machineScenario,
  type KnobsOfGoal,
  type LessonMachineState,
} from "./step-machine";

export interface LessonMachine {
  readonly store: ReadableStore<LessonMachineState>;
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

export function createLessonMachine(
  { lab, show, leave }: LessonDesk,
  savedMachines: SavedMachines,
  knobsOfGoal: KnobsOfGoal = () => null,
): LessonMachine {
  let current: { lesson: Lesson; step: Step } | null = null;
  const stepMachine = createStepMachine(lab, savedMachines, knobsOfGoal, () => {
    if (current === null) return;
    applyViews(lab, current.step);
    if (lab.state.get().selection === null) spotlight(lab, current.step);
  });

  function limit(step: Step, done: boolean): void {
    const apply = (catalogue: Catalogue | null) =>
      lab.state.set({ limits: stepLimits(step, done, catalogue) });
    const { catalogue: known } = lab.state.get();
    apply(known);
    if (known === null)
      void catalogueWhenReady(lab).then((one) => current?.step === step && apply(one));
  }

  return {
    store: stepMachine.store,
    openStep(lesson, step, done) {
      const moved = current?.step !== step || current.lesson !== lesson;
      const before = current?.step ?? null;
      const isFirst = current === null;
      current = { lesson, step };
      if (isFirst) show();
      limit(step, done);
      if (moved && before?.curve && step.curve === null) lab.setCurves(DEFAULT_CHOICES);
      if (stepMachine.open(lesson, step) || !moved) return;
      applyViews(lab, step);
      spotlight(lab, step);
    },
    resetMachine() {
      if (current !== null) stepMachine.reset(current.lesson, current.step);
    },
    saveMachine: stepMachine.save,
    pointAt(at) {
      const selection = selectionOf(lab, at);
      if (selection !== null) lab.select(selection);
    },
    showLoad({ label, set }, all) {
      const paths = [...new Set(all.flatMap((one) => Object.keys(one.set)))];
      const changes = changesTo(lab, paths, (path) => set[path] ?? lab.baseValue(path));
      if (Object.keys(changes).length > 0) lab.change(changes, label);
    },
    applySolution(set) {
      const { catalogue } = lab.state.get();
      if (current === null || catalogue === null) return;
      const { lesson, step } = current;
      const { spec } = findMachineStep(lesson, lesson.steps.indexOf(step));
      const machine = machineScenario(lesson, catalogue, spec);
      const startValues = machine === undefined ? {} : valuesAtStart(catalogue, machine);
      const wanted: SettingValues = { ...startValues, ...set };
      const changes = changesTo(lab, expandPaths(step.free, catalogue), (path) => wanted[path]);
      lab.change(changes, tr("The lesson’s solution"));
    },
    closeLesson() {
      if (current === null) return;
      current = null;
      stepMachine.leave();
      leave();
    },
  };
}

/** The settings that have another value now. */
function changesTo(
  lab: Lab,
  paths: readonly string[],
  wanted: (path: string) => Value | undefined,
): SettingValues {
  const now = lab.values();
  const changes = paths.flatMap((path) => {
    const value = wanted(path);
    return value === undefined || value === now[path] ? [] : [[path, value] as const];
  });
  return Object.fromEntries(changes);
}

/** Applies the step's axes of the curve, and opens the code view if the step names it. Where a program is written, the costs of its
 * lines would take a quarter of the column: they are shown if the learner asks for them. */
function applyViews(lab: Lab, step: Step): void {
  const { curve, showsCode } = step;
  if (curve !== null) lab.setCurves({ axisPath: curve.axisPath, measure: curve.measure });
  if (showsCode || asksForProgram(step)) lab.showCode(showsCode);
}

function spotlight(lab: Lab, { spotlight: at }: Step): void {
  const item = at ? selectionOf(lab, at) : null;
  if (item !== null) lab.select({ ...item, isSpotlight: true });
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
