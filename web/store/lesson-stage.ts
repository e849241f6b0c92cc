// Sets the stage for a lesson's step: opens its machine, locks and conceals, points at something; and
// gives the lab back as it was when the lesson is left. Steps without a machine of their own go on with
// the one before.
import type { Catalogue } from "../engine/model";
import type { Selection } from "../frame/selection";
import { scenarioOf } from "../lesson/check";
import {
  machineStep,
  type Lesson,
  type MachineWish,
  type Pointer,
  type Settings,
  type Step,
} from "../lesson/model";
import { withSettings } from "../lesson/settings";
import type { Lab } from "./lab";
import { NO_LIMITS, VIEWS } from "./limits";
import { valuesAtStart } from "./settings";
import { createStore, type Store } from "./store";

export interface Stage {
  /** Which step's machine is open: "lesson/step"; empty while it is being opened, and when that failed. */
  readonly store: Store<{ machine: string }>;
  /** The lab is put aside for it, with its undo. */
  enter(lesson: Lesson, step: Step, done: boolean): void;
  /** The step's machine as it was when the step began. */
  reset(): void;
  pointAt(at: Pointer): void;
  /** Turns the step's knobs to where its machine began, and a solution's to theirs. */
  solve(set: Settings): void;
  /** Gives the lab back as it was; not when a link has taken it elsewhere already. */
  leave(restore: boolean): void;
}

/** The scenario of a step's machine, or undefined when there is none of that name. */
export function machineOf(lesson: Lesson, catalogue: Catalogue, wish: MachineWish) {
  const scenario = scenarioOf(lesson, catalogue, wish.scenario);
  return scenario && { ...withSettings(scenario, wish.set), model: catalogue.model };
}

export function createStage(lab: Lab): Stage {
  const store = createStore({ machine: "" });
  let present: { lesson: Lesson; step: Step } | null = null;
  let turn = 0;
  /** The machine that was asked for last. */
  let wanted = "";

  function open(lesson: Lesson, step: Step, wish: MachineWish): void {
    const mine = ++turn;
    wanted = keyOf(lesson, step);
    store.set({ machine: "" });
    whenReady(lab, (catalogue) => {
      if (mine !== turn) return;
      const scenario = machineOf(lesson, catalogue, wish);
      if (scenario === undefined) return;
      void lab.open(scenario, wish.run).then((stands) => {
        if (mine !== turn) return;
        // Refused or given up: whoever comes to the step again, or begins it anew, has it tried again.
        if (!stands) return void (wanted = "");
        show(wish);
        store.set({ machine: wanted });
        spotlight();
      });
    });
  }

  function show(wish: MachineWish): void {
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
    enter(lesson, step, done) {
      const first = present === null;
      const index = lesson.steps.indexOf(step);
      const { step: opener, wish } = machineStep(lesson, index);
      const moved = present?.step !== step || present.lesson !== lesson;
      present = { lesson, step };
      if (first) whenReady(lab, () => present !== null && lab.putAside());
      const concealed = concealedNow(step, done);
      lab.state.set({ limits: { free: step.free, concealed, cures: false } });
      if (wanted !== keyOf(lesson, opener)) open(lesson, opener, wish);
      else if (moved) spotlight();
    },
    reset() {
      if (present === null) return;
      const { lesson, step } = present;
      const { step: opener, wish } = machineStep(lesson, lesson.steps.indexOf(step));
      open(lesson, opener, wish);
    },
    pointAt,
    solve(set) {
      const { catalogue } = lab.state.get();
      if (present === null || catalogue === null) return;
      const { lesson, step } = present;
      const { wish } = machineStep(lesson, lesson.steps.indexOf(step));
      const machine = machineOf(lesson, catalogue, wish);
      const began = machine === undefined ? {} : valuesAtStart(catalogue, machine);
      const wanted = { ...began, ...set };
      const now = lab.values();
      const moves = step.free.flatMap((path) => {
        const value = wanted[path];
        return value === undefined || value === now[path] ? [] : [[path, value] as const];
      });
      lab.change(Object.fromEntries(moves), "The lesson’s solution");
    },
    leave(restore) {
      if (present === null) return;
      turn++;
      present = null;
      wanted = "";
      store.set({ machine: "" });
      lab.state.set({ limits: NO_LIMITS });
      if (restore) lab.takeBack();
    },
  };
}

/** What may not be seen: views that the step is not about, and what would tell the answer. */
export function concealedNow(step: Step, done: boolean) {
  const { views, values, untilDone } = step.concealed;
  const hidden = VIEWS.filter((view) => !step.shown.includes(view));
  return done && untilDone ? hidden : [...hidden, ...views, ...values];
}

function keyOf(lesson: Lesson, step: Step): string {
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
function whenReady(lab: Lab, run: (catalogue: Catalogue) => void): void {
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
