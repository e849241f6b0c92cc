// The workshop: a program in the editor, and the machine that runs it. Each change is stored, then checked, and a text without a
// problem runs at once, from the start. Nothing here writes into a program what the person has not asked for.
//
//   editor -> edit -> stored -> checked -> run by the machine     (program-run)
//   link, file, shipped program, undo -> open -> editor           (program-opener)
import { createStore, waitForState, type ReadableStore } from "../../lib/store";
import { knobPath } from "../../model/program-knobs";
import { freeName, type NewProgram, type Programs, type StoredProgram } from "./programs";
import { createProgramOpener } from "./program-opener";
import { createProgramRun, type ProgramRun } from "./program-run";
import {
  NOTHING_OPEN,
  openProgram,
  type WorkshopCore,
  type WorkshopDependencies,
  type WorkshopState,
} from "./workshop-core";
import { changedElsewhere, opened, removed } from "./workshop-notices";

export interface Workshop {
  readonly state: ReadableStore<WorkshopState>;
  readonly programs: Programs;
  /** Opens the program of a link, the one that was open last, or `first`. */
  start(hash: string | null, first: () => Promise<NewProgram>): Promise<void>;
  /** The text of the editor has changed. */
  edit(text: string): void;
  open(id: string): void;
  /** Adds a program and opens it. The one before is kept. Null: there is no room. */
  create(program: NewProgram): StoredProgram | null;
  rename(file: string): void;
  remove(): void;
  /** Turns a knob of the program. */
  turn(knob: string, value: number): void;
  setStatement(cycles: number): void;
  /** Runs the text, if it is right, also after a run that was stopped. */
  run(): void;
  /** Leaves a run of the judge: runs the text on the program's machine, with packets that do not end. */
  leaveJudgedRun(): void;
}

export function createWorkshop(dependencies: WorkshopDependencies): Workshop {
  const state = createStore(NOTHING_OPEN);
  const core: WorkshopCore = { ...dependencies, state };
  const { lab, programs, notices } = core;
  const run = createProgramRun(core);
  const { show, add, openLink } = createProgramOpener(core, run);
  checkChangesFromElsewhere(core, run);

  return {
    state,
    programs,
    async start(hash, first) {
      await waitForState(lab.state, ({ phase }) => phase !== "starting");
      if (hash !== null) {
        if (!(await openLink(hash))) return state.set({ ...NOTHING_OPEN, isLinkRefused: true });
        // The link's program is open, or it was refused. Another one would not be what the link shows.
        if (lab.state.get().scenario?.program !== undefined) return;
      }
      if (state.get().open !== null) return;
      const program = programs.last() ?? add(await first());
      if (program !== null) show(program);
    },
    edit(text) {
      const { open, text: before } = state.get();
      if (open === null || text === before) return;
      run.textChanged();
      // First, because the store's listener compares with it.
      state.set({ text, checked: "checking" });
      const other = programs.write(open, text, before);
      if (other !== null) notices.show(changedElsewhere(other));
      run.checkSoon();
    },
    open(id) {
      const program = programs.find(id);
      if (program !== undefined) show(program);
    },
    create(program) {
      const before = openProgram(core);
      const added = add(program);
      if (added === null) return null;
      show(added);
      notices.show(opened(added, before));
      return added;
    },
    rename(file) {
      const { open } = state.get();
      if (open === null || file.trim() === "") return;
      // A list of programs tells them apart by their names.
      const others = programs.store.get().list.filter(({ id }) => id !== open);
      programs.change(open, { file: freeName(file.trim().slice(0, 190), others) });
    },
    remove() {
      const program = programs.remove(state.get().open ?? "");
      if (program === undefined) return;
      const next = programs.last();
      run.textChanged();
      state.set(NOTHING_OPEN);
      if (next !== undefined) show(next);
      const restore = () => {
        programs.restore(program);
        show(program);
      };
      notices.show(removed(program, restore));
    },
    turn(knob, value) {
      const stored = openProgram(core);
      if (stored === undefined) return;
      programs.change(stored.id, { knobs: { ...stored.knobs, [knob]: value } });
      lab.change({ [knobPath(knob)]: value }, knob);
    },
    setStatement(statement) {
      const stored = openProgram(core);
      if (stored === undefined) return;
      programs.change(stored.id, { statement });
      if (state.get().checked === "right") void run.start();
    },
    run() {
      programs.change(state.get().open ?? "", { stopped: null });
      void run.check(true);
    },
    leaveJudgedRun() {
      if (state.get().checked === "right") void run.startAfresh();
    },
  };
}

/** Another tab or another page may change the open program. While another page is shown, the check waits. */
function checkChangesFromElsewhere(core: WorkshopCore, run: ProgramRun): void {
  const { lab, programs, state } = core;
  let wasParked = false;
  lab.state.subscribe(() => {
    const { isParked } = lab.state.get();
    if (wasParked && !isParked && state.get().checked === "checking") void run.check();
    wasParked = isParked;
  });
  programs.store.subscribe(() => {
    const stored = openProgram(core);
    if (stored === undefined || stored.text === state.get().text) return;
    run.textChanged();
    state.set({ text: stored.text, checked: "checking", problems: [] });
    if (!lab.state.get().isParked) void run.check();
  });
}
