// The run of the open program: its text is checked, and a text without a problem is given to the machine, from the start. A
// program whose last run was stopped (a fault, or a loop without end) does not start by itself: a person starts it.
import { readProblems } from "../../i18n/model-texts";
import type { KernelProgram } from "../../generated/model";
import type { FieldProblem } from "../../engine/protocol";
import type { Lab } from "../lab/lab";
import { fingerprint } from "../link/program-field";
import { knobPath, programKnobs } from "../../model/program-knobs";
import type { StoredProgram } from "./programs";
import { runMachine } from "./run-machine";
import { openProgram, type WorkshopCore } from "./workshop-core";

export interface ProgramRun {
  /** The editor shows another text: answers about the one before are ignored. */
  textChanged(): void;
  /** Checks the text; runs it if it is right, and if its last run was not stopped. `isAsked`: a person has asked for a run. */
  check(isAsked?: boolean): Promise<void>;
  /** Checks the text soon, unless another one has come: a person who types is not interrupted at every key. */
  checkSoon(): void;
  /** Runs a text that is right, unless the machine has it. */
  start(): Promise<void>;
  /** Runs a text that is right on the machine that it is written for. */
  startAfresh(): Promise<void>;
  /** Whether the machine got a program from elsewhere, by undo or by a link. */
  isFromElsewhere(program: KernelProgram): boolean;
  /** The program that the machine has is the open one. */
  takeOver(program: KernelProgram): void;
}

const CHECK_MILLISECONDS = 120;
const CHECK_AGAIN_MILLISECONDS = 500;

export function createProgramRun(core: WorkshopCore): ProgramRun {
  const { lab, state, machineOf, isInLesson = false, now, schedule } = core;
  /** Raised by every text. Answers about an earlier text are ignored. */
  let version = 0;
  /** The program that was given to the machine last. */
  let running: KernelProgram | null = null;
  /** Runs that are being made: until they are, the machine has a program of before, which nobody asked for. */
  let runsUnderWay = 0;

  async function check(isAsked = false): Promise<void> {
    const ours = version;
    const { text } = state.get();
    const answer = await lab.ask({ what: "check_program", text }).catch(() => null);
    if (ours !== version) return;
    // The simulator is being replaced after a crash.
    if (answer === null) return checkAfter(CHECK_AGAIN_MILLISECONDS, isAsked);
    const problems = readProblems(answer.text);
    state.set({ problems, checked: problems.length > 0 ? "wrong" : "right" });
    if (problems.length === 0 && (isAsked || state.get().stop === null)) await start(isAsked);
  }

  function checkAfter(milliseconds: number, isAsked = false): void {
    const ours = version;
    schedule(() => ours === version && void check(isAsked), milliseconds);
  }

  async function start(isAsked: boolean, isAfresh = false): Promise<void> {
    const ours = version;
    const stored = openProgram(core);
    const { catalogue, scenario } = lab.state.get();
    // The step opens the machine of a lesson.
    const isEarly = isInLesson && scenario === null;
    if (stored === undefined || catalogue === null || isEarly) return;
    const program = programToRun(stored, lab);
    if (!isAsked && sameRun(program, running) && (runsUnderWay > 0 || isOnMachine())) return;
    const before = { running, ran: state.get().ran };
    running = program;
    runsUnderWay++;
    // A frame of the machine before says nothing about this run.
    state.set({ stop: null, told: [], ran: null });
    const isShown = await machineOf(stored)
      .then((machine) => runMachine(lab, catalogue, program, machine, isAfresh))
      .finally(() => runsUnderWay--);
    // A later run is told by itself.
    if (running !== program) return;
    if (!isShown) {
      running = before.running;
      return state.set({ ran: before.ran, ...(ours === version ? { checked: "failed" } : {}) });
    }
    state.set({ ran: { text: program.text, program: stored.id, at: now() } });
    if (isAsked) lab.clock.play();
  }

  /** Whether the machine has the program that was given to it last: a lesson shows other machines too. */
  function isOnMachine(): boolean {
    const program = lab.state.get().scenario?.program;
    return program !== undefined && sameRun(program, running);
  }

  noteFaults(core, isOnMachine);

  return {
    textChanged: () => void version++,
    check,
    checkSoon: () => checkAfter(CHECK_MILLISECONDS),
    start: () => start(false),
    startAfresh: () => start(true, true),
    isFromElsewhere: (program) => runsUnderWay === 0 && !sameRun(program, running),
    takeOver: (program) => void (running = program),
  };
}

/** Notes what a frame says about the run of the open program. */
function noteFaults({ lab, programs, state }: WorkshopCore, isOnMachine: () => boolean): void {
  /** The kernel of the run has stopped: it does not start again by itself. */
  function noteStop(): void {
    const { fault } = lab.tick.get();
    const { open, ran, stop } = state.get();
    if (fault === null || stop !== null || open === null || ran === null || !isOnMachine()) return;
    const stopped = { line: lineOf(fault), problem: fault.problem };
    state.set({ stop: { ...stopped, text: ran.text } });
    programs.change(open, { stopped });
  }

  /** The kernel of the run has broken rules about time, and goes on. */
  function noteTold(): void {
    const { told } = lab.tick.get();
    const { ran, told: known } = state.get();
    if (told.length === known.length || ran === null || !isOnMachine()) return;
    const rule = ({ at, problem }: (typeof told)[number]) => ({
      line: lineOf(problem),
      problem: problem.problem,
      at,
    });
    state.set({ told: told.map(rule) });
  }
  lab.tick.subscribe(noteStop);
  lab.tick.subscribe(noteTold);
}

/** The program as the machine runs it, with the values of its knobs as the person has left them. */
function programToRun(stored: StoredProgram, lab: Lab): KernelProgram {
  const { file, text, statement } = stored;
  const knobs = fittingKnobs(text, { ...stored.knobs, ...turnedKnobs(file, lab) });
  return { file, text, statement, knobs, digest: fingerprint(text) };
}

/** The values of the knobs in a program's run; none if the machine runs another one. */
function turnedKnobs(file: string, lab: Lab): Record<string, number> {
  const { topology, scenario } = lab.state.get();
  if (topology?.knobs === undefined || scenario?.program?.file !== file) return {};
  const values = lab.values();
  const turned = topology.knobs.map(({ name }) => [name, values[knobPath(name)]] as const);
  return Object.fromEntries(
    turned.filter((one): one is [string, number] => typeof one[1] === "number"),
  );
}

/** The values that the knobs of a text can have: others would be refused. */
function fittingKnobs(text: string, knobs: Record<string, number>): Record<string, number> {
  const values = programKnobs(text).flatMap(({ name, least, most }) => {
    const value = knobs[name];
    return value === undefined || value < least || value > most ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

/** The line in "kernel.c:9:". */
function lineOf({ field }: FieldProblem): number {
  return Number(/:(\d+):$/.exec(field)?.[1] ?? 0);
}

function sameRun(one: KernelProgram, other: KernelProgram | null): boolean {
  const key = ({ text, statement, knobs }: KernelProgram) =>
    JSON.stringify([text, statement, Object.entries(knobs).sort()]);
  return other !== null && key(one) === key(other);
}
