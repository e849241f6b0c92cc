// The workshop: a program in the editor, and the machine that runs it. Each change is stored, then checked, and a text without a
// problem runs at once, from the start. A program whose last run was stopped (a fault, or a loop without end) does not start by
// itself: a person starts it. Nothing here writes into a program what the person has not asked for.
//
//   editor -> edit -> stored -> checked -> run by the machine
//   link, file, shipped program, undo -> open -> editor
import { tr } from "../../i18n/i18n";
import { readProblems, type ProgramProblem } from "../../i18n/model-texts";
import type { KernelProgram, Scenario } from "../../generated/model";
import type { Notices } from "../../lib/notices";
import { createStore, waitForState, type ReadableStore } from "../../lib/store";
import type { Lab } from "../lab/lab";
import { fingerprint } from "../link/program-field";
import { knobPath, programKnobs } from "../../model/program-knobs";
import { PROGRAM_BYTES_MAX, type NewProgram, type Programs, type StoredProgram } from "./programs";
import { runMachine } from "./run-machine";

/** What a text is, as far as the page knows. */
export type Checked = "checking" | "wrong" | "right" | "failed";

export interface WorkshopState {
  /** The id of the open program; null before one is open. */
  open: string | null;
  /** What the editor shows. */
  text: string;
  checked: Checked;
  problems: readonly ProgramProblem[];
  /** What the machine runs, and since when in milliseconds since 1970; null before the first run. */
  ran: { text: string; at: number } | null;
  /** The link in the address could not be opened: nothing else is shown in its place. */
  isLinkRefused: boolean;
  /** Why the last run was stopped, and of which text it was. Until a person starts another one, none starts. */
  stop: { line: number; problem: string; text: string } | null;
}

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
}

export interface WorkshopDependencies {
  lab: Lab;
  programs: Programs;
  notices: Notices;
  /** The machine that a program is written for; null: any. */
  machineOf(program: StoredProgram): Promise<Scenario | null>;
  /** The desk is that of lessons: a machine with another program belongs to a step, and not to the learner. */
  isInLesson?: boolean;
  /** Wall time: milliseconds since 1970. */
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
}

/** A person who types is not interrupted at every key. */
const CHECK_MILLISECONDS = 120;
const CHECK_AGAIN_MILLISECONDS = 500;

const NOTHING_OPEN: WorkshopState = {
  open: null,
  text: "",
  checked: "checking",
  problems: [],
  ran: null,
  isLinkRefused: false,
  stop: null,
};

export function createWorkshop(dependencies: WorkshopDependencies): Workshop {
  const { lab, programs, notices, machineOf, isInLesson = false, now, schedule } = dependencies;
  const state = createStore(NOTHING_OPEN);
  /** Raised by every text. Answers about an earlier text are ignored. */
  let version = 0;
  /** A link brings a program of its own, which takes the place of no other. */
  let isLinkOpening = false;
  /** The program that was given to the machine last: another one in its scenario comes from undo or from a link. */
  let running: KernelProgram | null = null;
  /** Runs that are being made: until they are, the machine has a program of before, which nobody asked for. */
  let runsUnderWay = 0;

  const openProgram = () => programs.find(state.get().open ?? "");

  function show(program: StoredProgram): void {
    version++;
    const { id, text, stopped } = program;
    programs.change(id, { opened: now() });
    const stop = stopped && { ...stopped, text };
    state.set({ ...NOTHING_OPEN, open: id, text, stop, ran: state.get().ran });
    void check();
  }

  /** Whether the machine has the program that was given to it last: a lesson shows other machines too. */
  const isOnMachine = () => {
    const program = lab.state.get().scenario?.program;
    return program !== undefined && sameRun(program, running);
  };

  /** The values of the knobs as the person has left them in this program's run. */
  function knobsOfRun(): Record<string, number> {
    const { topology, scenario } = lab.state.get();
    if (topology?.knobs === undefined || scenario?.program?.file !== openProgram()?.file) return {};
    const values = lab.values();
    const turned = topology.knobs.map(({ name }) => [name, values[knobPath(name)]] as const);
    return Object.fromEntries(
      turned.filter((one): one is [string, number] => typeof one[1] === "number"),
    );
  }

  /** Checks the text; runs it if it is right, and if its last run was not stopped. `isAsked`: a person has asked for a run. */
  async function check(isAsked = false): Promise<void> {
    const ours = version;
    const { text } = state.get();
    const answer = await lab.ask({ what: "check_program", text }).catch(() => null);
    if (ours !== version) return;
    // The simulator is being replaced after a crash.
    if (answer === null) return later(CHECK_AGAIN_MILLISECONDS, isAsked);
    const problems = readProblems(answer.text);
    state.set({ problems, checked: problems.length > 0 ? "wrong" : "right" });
    if (problems.length === 0 && (isAsked || state.get().stop === null)) await run(isAsked);
  }

  /** Checks the text after a while, unless another one has come. */
  function later(milliseconds: number, isAsked = false): void {
    const ours = version;
    schedule(() => ours === version && void check(isAsked), milliseconds);
  }

  async function run(isAsked: boolean): Promise<void> {
    const ours = version;
    const stored = openProgram();
    const { catalogue, scenario } = lab.state.get();
    // The step opens the machine of a lesson.
    const isEarly = isInLesson && scenario === null;
    if (stored === undefined || catalogue === null || isEarly) return;
    const { file, text, statement } = stored;
    const knobs = fittingKnobs(text, { ...stored.knobs, ...knobsOfRun() });
    const program = { file, text, statement, knobs, digest: fingerprint(text) };
    if (!isAsked && sameRun(program, running) && (runsUnderWay > 0 || isOnMachine())) return;
    const before = { running, ran: state.get().ran };
    running = program;
    runsUnderWay++;
    // A frame of the machine before says nothing about this run.
    state.set({ stop: null, ran: null });
    const isShown = await machineOf(stored)
      .then((machine) => runMachine(lab, catalogue, program, machine))
      .finally(() => runsUnderWay--);
    // A later run is told by itself.
    if (running !== program) return;
    if (!isShown) {
      running = before.running;
      return state.set({ ran: before.ran, ...(ours === version ? { checked: "failed" } : {}) });
    }
    state.set({ ran: { text, at: now() } });
    if (isAsked) lab.clock.play();
  }

  /** Shows the program of the machine, if it came by undo. */
  function follow(): void {
    const { scenario, replay } = lab.state.get();
    const program = scenario?.program;
    if (program === undefined || replay !== null || isLinkOpening || runsUnderWay > 0) return;
    if (isInLesson && program.file !== openProgram()?.file) return;
    if (!sameRun(program, running)) adopt(program, true);
  }

  /** Shows the program of the machine. `byUndo`: it may be an earlier text of the program that is open. */
  function adopt(program: KernelProgram, byUndo: boolean): void {
    running = program;
    const { statement, knobs, file } = program;
    const text = withLineFeeds(program.text);
    const known = programs.store.get().list.find((one) => one.text === text);
    const open = openProgram();
    const isUndo = byUndo && known === undefined && open?.file === file;
    const shown = known ?? (isUndo ? open : add({ file, text, statement, knobs }));
    if (shown === null) return;
    version++;
    const before = state.get().text;
    const fresh = { ...NOTHING_OPEN, checked: "right" } as const;
    state.set({ ...fresh, open: shown.id, text, ran: { text, at: now() } });
    if (isUndo) programs.write(shown.id, text, before);
    programs.change(shown.id, { statement, knobs, stopped: null, opened: now() });
  }

  function add(program: NewProgram): StoredProgram | null {
    if (new TextEncoder().encode(program.text).length > PROGRAM_BYTES_MAX) {
      const kilobytes = PROGRAM_BYTES_MAX / 1024;
      refuse(tr("“{file}” is too long", { file: program.file }), [
        tr("A program has at most {kilobytes} kB. The open program has not changed.", {
          kilobytes,
        }),
      ]);
      return null;
    }
    const added = programs.add({ ...program, text: withLineFeeds(program.text) });
    if (added === null)
      refuse(tr("This browser has no room for another program"), [
        tr("Save some of your programs as files, and remove them here. Nothing was removed."),
      ]);
    return added;
  }

  function refuse(title: string, text: readonly string[]): void {
    notices.show({ key: "program", tone: "bad", title, text, actions: [] });
  }

  /** The kernel of the run has stopped: it does not start again by itself. */
  function noteStop(): void {
    const { fault } = lab.tick.get();
    const { open, ran, stop: known } = state.get();
    if (fault === null || known !== null || open === null || ran === null || !isOnMachine()) return;
    // "kernel.c:9:"
    const line = Number(/:(\d+):$/.exec(fault.field)?.[1] ?? 0);
    const { problem } = fault;
    state.set({ stop: { line, problem, text: ran.text } });
    programs.change(open, { stopped: { line, problem } });
  }

  /** What was changed elsewhere while another page was shown is checked now. */
  let wasParked = false;
  const checkAfterPark = () => {
    const { isParked } = lab.state.get();
    if (wasParked && !isParked && state.get().checked === "checking") void check();
    wasParked = isParked;
  };

  lab.state.subscribe(follow);
  lab.state.subscribe(checkAfterPark);
  lab.tick.subscribe(noteStop);
  // Another tab, or another page, has changed the program that is open here.
  programs.store.subscribe(() => {
    const stored = openProgram();
    if (stored === undefined || stored.text === state.get().text) return;
    version++;
    state.set({ text: stored.text, checked: "checking", problems: [] });
    if (!lab.state.get().isParked) void check();
  });

  return {
    state,
    programs,
    async start(hash, first) {
      await waitForState(lab.state, ({ phase }) => phase !== "starting");
      if (hash !== null) {
        isLinkOpening = true;
        const isOpen = await lab.openLink(hash);
        isLinkOpening = false;
        if (!isOpen) return state.set({ ...NOTHING_OPEN, isLinkRefused: true });
        const { program } = lab.state.get().scenario ?? {};
        if (program !== undefined) return adopt(program, false);
      }
      if (state.get().open !== null) return;
      const program = programs.last() ?? add(await first());
      if (program !== null) show(program);
    },
    edit(text) {
      const { open, text: before } = state.get();
      if (open === null || text === before) return;
      version++;
      // First, because the store's listener compares with it.
      state.set({ text, checked: "checking" });
      const other = programs.write(open, text, before);
      if (other !== null) reportOther(notices, other);
      later(CHECK_MILLISECONDS);
    },
    open(id) {
      const program = programs.find(id);
      if (program !== undefined) show(program);
    },
    create(program) {
      const before = openProgram();
      const added = add(program);
      if (added === null) return null;
      show(added);
      notices.show({
        key: "program",
        tone: "done",
        title: tr("“{file}” is open", { file: added.file }),
        text:
          before === undefined
            ? []
            : [tr("“{before}” is kept: choose it under “Your programs”.", { before: before.file })],
        actions: [],
      });
      return added;
    },
    rename(file) {
      const { open } = state.get();
      if (open !== null && file.trim() !== "")
        programs.change(open, { file: file.trim().slice(0, 200) });
    },
    remove() {
      const removed = programs.remove(state.get().open ?? "");
      if (removed === undefined) return;
      const next = programs.last();
      version++;
      state.set(NOTHING_OPEN);
      if (next !== undefined) show(next);
      const restore = () => {
        programs.restore(removed);
        show(removed);
      };
      notices.show({
        key: "program",
        tone: "done",
        title: tr("“{file}” is removed", { file: removed.file }),
        text: [],
        actions: [{ label: tr("Bring it back"), run: restore }],
      });
    },
    turn(knob, value) {
      const stored = openProgram();
      if (stored === undefined) return;
      programs.change(stored.id, { knobs: { ...stored.knobs, [knob]: value } });
      lab.change({ [knobPath(knob)]: value }, knob);
    },
    setStatement(statement) {
      const stored = openProgram();
      if (stored === undefined) return;
      programs.change(stored.id, { statement });
      if (state.get().checked === "right") void run(false);
    },
    run() {
      programs.change(state.get().open ?? "", { stopped: null });
      void check(true);
    },
  };
}

/** The values that the knobs of a text can have: others would be refused. */
function fittingKnobs(text: string, knobs: Record<string, number>): Record<string, number> {
  const values = programKnobs(text).flatMap(({ name, least, most }) => {
    const value = knobs[name];
    return value === undefined || value < least || value > most ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

/** Lines as the editor has them. */
const withLineFeeds = (text: string) => text.replace(/\r\n?/g, "\n");

function sameRun(one: KernelProgram, other: KernelProgram | null): boolean {
  const key = ({ text, statement, knobs }: KernelProgram) =>
    JSON.stringify([text, statement, Object.entries(knobs).sort()]);
  return other !== null && key(one) === key(other);
}

function reportOther(notices: Notices, { file }: StoredProgram): void {
  notices.show({
    key: "program",
    tone: "news",
    title: tr("Another tab has changed this program"),
    text: [tr("Its version is kept as “{file}”. Yours goes on here.", { file })],
    actions: [],
  });
}
