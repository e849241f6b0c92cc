// The page's side of the session worker. Commands return promises. Frames are a stream with at most one request in
// flight; a newer request replaces one that waits, and asks for its diagnosis. After a trap, every open command fails with
// a TrapError and a new worker is started; the store decides what to run in it.
import { localizeTopology, translateProblem } from "../i18n/model-texts";
import type { Catalogue, Scenario, Topology, Value } from "../generated/model";
import { CancelledError, type TrapError } from "./problems";
import type {
  Answer,
  FieldProblem,
  Question,
  RunOptions,
  RunTarget,
  TaskCommand,
  Told,
} from "./protocol";
import { REQUEST_LENGTH, type WorkerLike } from "./protocol";
import { EngineWorker, unexpected, type WithoutTask } from "./session-worker";

/** Which frame to make; times are in cycles. */
export interface FrameRequest {
  t: number;
  from: number;
  to: number;
  /** Columns of the timeline, in CSS pixels. */
  width: number;
  /** -1 for none. */
  selectedPacket: number;
  motionSpan: number;
  flags: number;
  /** The player's number for the shown time, to recognize frames that were requested before the time was set. */
  serial: number;
  runOptions: RunOptions;
}

export interface FrameAnswer {
  frame: Float64Array;
  diagnosis: string | null;
  atBound: boolean;
  /** Why the kernel has stopped for good. */
  fault: FieldProblem | null;
  /** The rules about time that the program has broken so far; null if no diagnosis was asked for. */
  told: readonly Told<FieldProblem>[] | null;
  request: FrameRequest;
  /** Wall milliseconds that the worker spent running the machine. */
  spent: number;
  /** The frame's time, if it is a moment at which playing stops. */
  stoppedAt: number | null;
  /** Wall milliseconds from the request to the answer. */
  roundTrip: number;
}

export interface Opened {
  topology: Topology;
  scenario: Scenario;
  head: number;
  atBound: boolean;
}

/** Work in progress that can be cancelled. */
export interface Task<T> {
  done: Promise<T>;
  cancel(): void;
}

export interface EngineDependencies {
  spawn(): WorkerLike;
  module(): Promise<WebAssembly.Module>;
  catalogue(): Promise<Catalogue>;
  /** The query of the page's address, for the worker's test hook. */
  query: string;
  /** Where engines leave a started worker that they do not need, for the next engine that needs one. */
  spare?: EngineWorker[];
  now(): number;
}

export interface Engine {
  /** Fetches the catalogue, which needs no simulator. */
  catalogue(): Promise<Catalogue>;
  start(): Promise<Catalogue>;
  open(
    scenario: string,
    until: RunTarget,
    traceMegabytes: number,
    onProgress?: (done: number) => void,
  ): Task<Opened>;
  /** Turns knobs at a cycle; at the head, if that is later. */
  intervene(
    changes: Record<string, Value>,
    at?: number,
  ): Promise<{ scenario: Scenario; head: number }>;
  ask(question: Question): Promise<{ text: string; head: number }>;
  requestFrame(request: FrameRequest): void;
  onFrame(listener: (answer: FrameAnswer) => void): void;
  /** Called after a trap, when the new worker is ready. */
  onTrap(listener: (trap: TrapError) => void): void;
  /** Gives the worker back, and forgets its machine. The next `open` takes another worker. */
  release(): void;
}

/** The scenario, how far to run it, the trace's size, and a listener for progress. */
type OpenArguments = Parameters<Engine["open"]>;

export function createEngine(dependencies: EngineDependencies): Engine {
  return new EngineClient(dependencies);
}

class EngineClient implements Engine {
  /** The worker of the shown machine; null before the start and while a new worker starts after a trap. */
  private worker: EngineWorker | null = null;
  /** A worker that starts without a machine. */
  private starting: Promise<EngineWorker> | null = null;
  private inFlight: { task: number; request: FrameRequest; sent: number } | null = null;
  private nextRequest: FrameRequest | null = null;
  private spareBuffer: Float64Array | null = null;
  private frameListeners = new Set<(answer: FrameAnswer) => void>();
  private trapListener: (trap: TrapError) => void = () => undefined;

  constructor(private readonly dependencies: EngineDependencies) {}

  catalogue(): Promise<Catalogue> {
    return this.dependencies.catalogue();
  }

  async start(): Promise<Catalogue> {
    const launching = this.launch(this.dependencies.query);
    const [worker, catalogue] = await Promise.all([launching, this.catalogue()]);
    this.activate(worker);
    return catalogue;
  }

  open(...openArguments: OpenArguments): Task<Opened> {
    if (this.worker === null) return this.openInNewWorker(openArguments);
    // The waiting request was meant for the old machine: it must not run the new one.
    const { nextRequest } = this;
    if (nextRequest !== null) this.nextRequest = withRunOptions(nextRequest, { until: 0 });
    return openIn(this.worker, openArguments);
  }

  /** After a trap no worker is there until a new one has started, or has failed to; after a release, there is none. */
  private openInNewWorker(openArguments: OpenArguments): Task<Opened> {
    const opening = this.launch("").then((worker) => {
      this.activate(worker);
      return openIn(worker, openArguments);
    });
    return {
      done: opening.then(({ done }) => done),
      cancel: () =>
        void opening.then(
          ({ cancel }) => cancel(),
          () => undefined,
        ),
    };
  }

  async intervene(
    changes: Record<string, Value>,
    at = 0,
  ): Promise<{ scenario: Scenario; head: number }> {
    const answer = await this.send({ kind: "intervene", changes: JSON.stringify(changes), at });
    if (answer.kind !== "scenario") throw unexpected(answer);
    return { scenario: JSON.parse(answer.scenario) as Scenario, head: answer.head };
  }

  async ask(question: Question): Promise<{ text: string; head: number }> {
    if (question.what === "check_program") await this.needWorker();
    const answer = await this.send({ kind: "ask", question });
    if (answer.kind !== "answer") throw unexpected(answer);
    return { text: answer.text, head: answer.head };
  }

  /** A program is checked before there is a machine. */
  private async needWorker(): Promise<void> {
    if (this.worker !== null) return;
    this.starting ??= this.launch("").finally(() => (this.starting = null));
    const worker = await this.starting;
    // Another call may have got it, or a machine may have been opened in another one.
    if (this.worker === null) this.activate(worker);
    else if (this.worker !== worker) worker.end(new CancelledError("Another machine was opened."));
  }

  requestFrame(request: FrameRequest): void {
    if (this.worker === null) return;
    if (this.inFlight !== null) {
      const isAsked = this.nextRequest?.runOptions.diagnose === true;
      this.nextRequest = isAsked ? withRunOptions(request, { diagnose: true }) : request;
      return;
    }
    const numbers = this.spareBuffer ?? new Float64Array(REQUEST_LENGTH);
    this.spareBuffer = null;
    const { t, from, to, width, selectedPacket, motionSpan, flags, runOptions } = request;
    numbers.set([t, from, to, width, selectedPacket, motionSpan, flags]);
    const task = this.worker.nextTask();
    this.inFlight = { task, request, sent: this.dependencies.now() };
    this.worker.post({ kind: "frame", task, request: numbers, runOptions }, [numbers.buffer]);
  }

  onFrame(listener: (answer: FrameAnswer) => void): void {
    this.frameListeners.add(listener);
  }

  onTrap(listener: (trap: TrapError) => void): void {
    this.trapListener = listener;
  }

  release(): void {
    const { worker, dependencies } = this;
    const { spare } = dependencies;
    if (worker?.isIdle === true && spare?.length === 0) {
      spare.push(worker.detached());
      this.worker = null;
    }
    this.deactivate(new CancelledError("The machine is not shown."));
  }

  /** Takes a spare worker or starts one. Its script and the simulator are fetched at the same time. */
  private async launch(query: string) {
    const spare = this.dependencies.spare?.pop();
    if (spare?.isIdle === true) return spare;
    const worker = new EngineWorker(this.dependencies.spawn());
    try {
      await worker.start(await this.dependencies.module(), query);
      return worker;
    } catch (error) {
      worker.end(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  /** Makes this worker's machine the shown one. */
  private activate(worker: EngineWorker): void {
    this.deactivate(new CancelledError("Another machine was opened."));
    worker.onAnswer = (answer) => this.receiveFrame(answer);
    worker.onTrap = (trap) => this.replace(trap);
    this.worker = worker;
  }

  private deactivate(reason: Error): void {
    this.worker?.end(reason);
    this.worker = null;
    this.inFlight = null;
    this.nextRequest = null;
  }

  private async send(command: WithoutTask<TaskCommand>): Promise<Answer> {
    if (this.worker === null) throw new CancelledError("The simulator is being replaced.");
    return this.worker.send(command).answer;
  }

  private receiveFrame(answer: Answer): void {
    const inFlight = this.inFlight;
    if (inFlight === null || !("task" in answer) || answer.task !== inFlight.task) return;
    this.inFlight = null;
    if (answer.kind === "frame") {
      this.spareBuffer = answer.request;
      const { frame, diagnosis, atBound, spent, stoppedAt } = answer;
      const fault = answer.fault && translateProblem(answer.fault);
      const told =
        answer.told?.map(({ at, problem }) => ({ at, problem: translateProblem(problem) })) ?? null;
      const roundTrip = this.dependencies.now() - inFlight.sent;
      const { request } = inFlight;
      for (const listener of this.frameListeners) {
        listener({ frame, diagnosis, atBound, fault, told, spent, stoppedAt, roundTrip, request });
      }
    }
    const next = this.nextRequest;
    this.nextRequest = null;
    if (next !== null) this.requestFrame(next);
  }

  /** Replaces the shown machine's worker after a trap, then calls the listener. */
  private replace(trap: TrapError): void {
    this.deactivate(trap);
    this.launch("").then(
      (worker) => {
        // Another machine has been opened meanwhile: there is nothing to recover.
        if (this.worker !== null) return worker.end(trap);
        this.activate(worker);
        this.trapListener(trap);
      },
      () => this.trapListener(trap),
    );
  }
}

function withRunOptions(request: FrameRequest, changes: Partial<RunOptions>): FrameRequest {
  return { ...request, runOptions: { ...request.runOptions, ...changes } };
}

function openIn(
  worker: EngineWorker,
  [scenario, until, traceMegabytes, onProgress]: OpenArguments,
) {
  const command = { kind: "open", scenario, until, traceMegabytes } as const;
  const { task, answer } = worker.send(command, onProgress);
  const done = answer.then((opened): Opened => {
    if (opened.kind !== "opened") throw unexpected(opened);
    return {
      topology: localizeTopology(JSON.parse(opened.topology) as Topology),
      scenario: JSON.parse(opened.scenario) as Scenario,
      head: opened.head,
      atBound: opened.atBound,
    };
  });
  return { done, cancel: () => worker.post({ kind: "cancel", task }) };
}
