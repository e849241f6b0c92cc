// The worker's side of the shown machine: runs it, makes frames, and rebuilds it from a scenario in slices that can be
// cancelled. Knows neither wasm nor DOM; worker.ts connects both.
//
// While a new machine is being built, the old one goes on answering. It stays if the rebuild is cancelled or refused, so
// that nothing is lost before the new machine is ready.
import { failureAnswer, SLICE_MILLISECONDS, yieldToEventLoop, type Post } from "./server";
import type { ScenarioError } from "../generated/model";
import type { Machine, Simulator } from "./machine";
import { REQUEST_LENGTH } from "./protocol";
import type {
  Boundary,
  Command,
  RunOptions,
  Question,
  TaskCommand,
  Told,
  RunTarget,
} from "./protocol";

/** Steps between two checks of the wall clock: about a millisecond of work. */
const STEPS_PER_CLOCK_CHECK = 4_000;
/** A machine that is being rebuilt records only its last simulated seconds. */
const RECORDED_SECONDS = 20;
/** How far a step forward runs to find the next boundary, in simulated seconds. */
const BOUNDARY_SECONDS = 2;
const PROGRESS_MILLISECONDS = 50;
/** The position of the moment up to which is counted, in a request. */
const COUNTED = REQUEST_LENGTH - 1;

export class SessionServer {
  private machine: Machine | null = null;
  private clockHertz = 1e6;
  private cancelled = new Set<number>();
  private opening: number | null = null;
  private hasTrapped = false;
  /** The moment of the last diagnosis, up to which frames count; null before the machine's first one. */
  private countedUntil: number | null = null;
  /** Raised by each question for local variables. */
  private localsAsked = 0;

  constructor(
    private readonly simulator: Simulator,
    private readonly post: Post,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async handle(command: TaskCommand): Promise<void> {
    if (this.hasTrapped) return;
    try {
      await this.dispatch(command);
    } catch (error) {
      this.fail(command, error);
    }
  }

  private async dispatch(command: TaskCommand): Promise<void> {
    switch (command.kind) {
      case "open":
        return this.open(command);
      case "frame":
        return this.frame(command);
      case "intervene":
        return this.intervene(command);
      case "ask":
        return await this.ask(command);
      case "cancel":
        if (command.task === this.opening) this.cancelled.add(command.task);
        return;
      case "trial":
        throw new Error("a trial was sent to the session's worker");
    }
  }

  private async open(command: Extract<Command, { kind: "open" }>): Promise<void> {
    const { task } = command;
    if (this.opening !== null) this.cancelled.add(this.opening);
    this.opening = task;
    const preparing = this.simulator.prepare(command.scenario);
    if (preparing !== null) {
      await preparing;
      if (this.cancelled.delete(task)) return this.post({ kind: "cancelled", task });
    }
    const next = this.simulator.open(command.scenario, command.traceMegabytes);
    try {
      const topology = next.topology();
      const hertz = (JSON.parse(topology) as { clock_hz: number }).clock_hz;
      const until = cyclesOf(command.until, hertz);
      const finished = await this.runTo(next, task, until, hertz);
      if (!finished) {
        next.free();
        this.post({ kind: "cancelled", task });
        return;
      }
      this.machine?.free();
      this.machine = next;
      this.countedUntil = null;
      this.clockHertz = hertz;
      const scenario = next.scenario();
      const { head, at_bound: atBound } = next;
      this.post({ kind: "opened", task, topology, scenario, head, atBound });
    } finally {
      this.cancelled.delete(task);
      if (this.opening === task) this.opening = null;
    }
  }

  /** Runs a new machine to `until`. Returns false when it was cancelled. */
  private async runTo(
    machine: Machine,
    task: number,
    until: number,
    hertz: number,
  ): Promise<boolean> {
    const recordedFrom = until - RECORDED_SECONDS * hertz;
    let reportedAt = this.now();
    let tracing = recordedFrom <= 0;
    machine.tracing = tracing;
    while (machine.head < until && !machine.at_bound) {
      const startedAt = this.now();
      do {
        machine.advance(tracing ? until : recordedFrom, STEPS_PER_CLOCK_CHECK);
        if (!tracing && machine.head >= recordedFrom) machine.tracing = tracing = true;
      } while (
        machine.head < until &&
        !machine.at_bound &&
        this.now() - startedAt < SLICE_MILLISECONDS
      );
      if (this.now() - reportedAt > PROGRESS_MILLISECONDS) {
        reportedAt = this.now();
        this.post({ kind: "progress", task, done: machine.head / until });
      }
      await yieldToEventLoop();
      if (this.cancelled.has(task)) return false;
    }
    machine.tracing = true;
    return true;
  }

  private frame(command: Extract<Command, { kind: "frame" }>): void {
    const { machine } = this;
    if (machine === null) return this.post({ kind: "cancelled", task: command.task });
    const { task, request, runOptions } = command;
    const startedAt = this.now();
    this.run(machine, runOptions);
    const spent = this.now() - startedAt;
    const wanted = Math.min(request[0] ?? 0, machine.head);
    const stoppedAt = firstStop(machine, runOptions.stop, wanted);
    const t = stoppedAt ?? wanted;
    request[0] = t;
    if (runOptions.diagnose) this.countedUntil = t;
    request[COUNTED] = this.countedUntil ?? t;
    const frame = machine.frame(request);
    const diagnosis = runOptions.diagnose ? machine.diagnosis(t) : null;
    const { at_bound: atBound } = machine;
    const fault = atBound ? (JSON.parse(machine.fault) as ScenarioError | null) : null;
    const told = runOptions.diagnose ? (JSON.parse(machine.told) as Told<ScenarioError>[]) : null;
    const answer = { frame, request, diagnosis, atBound, fault, told, spent, stoppedAt };
    this.post({ kind: "frame", task, ...answer }, [frame.buffer, request.buffer]);
  }

  private run(machine: Machine, runOptions: RunOptions): void {
    if (machine.head >= runOptions.until || machine.at_bound) return;
    machine.tracing = runOptions.tracing;
    const deadline = this.now() + runOptions.budget;
    do machine.advance(runOptions.until, STEPS_PER_CLOCK_CHECK);
    while (machine.head < runOptions.until && !machine.at_bound && this.now() < deadline);
  }

  private intervene(command: Extract<Command, { kind: "intervene" }>): void {
    const machine = this.requireMachine();
    machine.intervene(command.changes, command.at);
    const scenario = machine.scenario();
    this.post({ kind: "scenario", task: command.task, scenario, head: machine.head });
  }

  private async ask(command: Extract<Command, { kind: "ask" }>): Promise<void> {
    const { question } = command;
    const text = await this.answer(question);
    this.post({ kind: "answer", task: command.task, text, head: this.machine?.head ?? 0 });
  }

  private async answer(question: Question): Promise<string> {
    switch (question.what) {
      case "neighbour":
        return String(await this.neighbour(question.t, question.boundary, question.direction));
      case "validate":
        return this.simulator.validate(question.scenario);
      case "check_program":
        return this.simulator.checkProgram(question.text);
      case "check_condition":
        return this.simulator.checkCondition(question.text, question.condition);
      case "debug_view":
        return textOf(this.requireMachine().debug_view(debugRequest(question)));
      case "locals":
        return textOf(await this.locals(question.t));
      case "last_write":
        return textOf(this.requireMachine().last_write(question.t, question.variable));
      case "packet_loss":
        return textOf(this.requireMachine().packet_loss(question.packet));
      case "packet":
        return this.requireMachine().packet(question.packet);
      case "report":
        return this.requireMachine().report(question.from, question.to);
      case "chrome_trace":
        return this.requireMachine().chrome_trace(question.from, question.to);
      case "capture":
        return this.requireMachine().capture();
      case "trace_hash":
        return this.requireMachine().trace_hash();
    }
  }

  /** The next or previous boundary of t; NaN when there is none. If the trace has none after t, the machine runs on until
   * there is one, in slices. The search ends when another machine is opened. */
  private async neighbour(t: number, boundary: Boundary, direction: 1 | -1): Promise<number> {
    const machine = this.requireMachine();
    const found = machine.neighbour(t, boundary, direction);
    if (!Number.isNaN(found) || direction === -1) return found;
    const limit = Math.max(t, machine.head) + BOUNDARY_SECONDS * this.clockHertz;
    while (this.machine === machine && machine.head < limit && !machine.at_bound) {
      machine.tracing = true;
      const startedAt = this.now();
      do {
        const ahead = machine.advance_to(boundary, limit, STEPS_PER_CLOCK_CHECK);
        if (!Number.isNaN(ahead)) return ahead;
      } while (
        machine.head < limit &&
        !machine.at_bound &&
        this.now() - startedAt < SLICE_MILLISECONDS
      );
      await yieldToEventLoop();
    }
    return NaN;
  }

  /** The local variables at t, for which the run is replayed in slices. None if another moment is asked for, or another machine is
   * opened. */
  private async locals(t: number): Promise<Float64Array> {
    const machine = this.requireMachine();
    const ours = ++this.localsAsked;
    while (this.machine === machine && this.localsAsked === ours) {
      const startedAt = this.now();
      do {
        const found = machine.locals(t, STEPS_PER_CLOCK_CHECK);
        if (found !== undefined) return found;
      } while (this.now() - startedAt < SLICE_MILLISECONDS);
      await yieldToEventLoop();
    }
    return new Float64Array();
  }

  private requireMachine(): Machine {
    if (this.machine === null) throw new Error("no machine is open");
    return this.machine;
  }

  private fail(command: TaskCommand, error: unknown): void {
    const head = () => this.machine?.head ?? 0;
    const answer = failureAnswer(command.task, command.kind, error, head);
    this.hasTrapped = answer.kind === "trapped";
    this.post(answer);
  }
}

/** The first moment at which playing stops, up to `until`; null: none. */
function firstStop(machine: Machine, stop: RunOptions["stop"], until: number): number | null {
  if (stop === undefined || stop.from >= until) return null;
  const found = machine.next_until(stop.from, until, stop.at);
  return Number.isNaN(found) ? null : found;
}

const textOf = (numbers: Float64Array) => JSON.stringify([...numbers]);

function debugRequest(question: Extract<Question, { what: "debug_view" }>): Float64Array {
  const { t, from, to, columns, variables } = question;
  return Float64Array.of(t, from, to, columns, ...variables);
}

function cyclesOf(until: RunTarget, hertz: number): number {
  return "cycles" in until ? until.cycles : Math.round((until.milliseconds / 1e3) * hertz);
}
