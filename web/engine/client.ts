// The page's side of the session worker: questions as promises, frames as a stream with at most one
// request in flight (the newest replaces one that waits). A trap ends every open question with a
// TrapError and puts a fresh worker in place; what to run in it is the store's business. A machine of
// another family is opened by a worker beside the shown one, which stays until that machine stands.
import { familyFinder } from "./family";
import type { Catalogue, Scenario, Topology, Value } from "./model";
import { CancelledError, TrapError } from "./problems";
import type { Answer, Drive, Question, TaskCommand, Until } from "./protocol";
import { REQUEST_LENGTH } from "./protocol";
import { SessionWorker, unexpected, type WithoutTask } from "./session-worker";

export interface WorkerLike {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** What a frame shows; times are cycles. */
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
  /** The asker's own number: tells which requests were made before it moved elsewhere. */
  serial: number;
  drive: Drive;
}

export interface FrameAnswer {
  frame: Float64Array;
  diagnosis: string | null;
  atBound: boolean;
  request: FrameRequest;
  /** Wall milliseconds that the worker spent running the machine, and from request to answer. */
  spent: number;
  roundTrip: number;
}

export interface Opened {
  topology: Topology;
  scenario: Scenario;
  head: number;
  atBound: boolean;
}

/** Work under way that can be given up. */
export interface Task<T> {
  done: Promise<T>;
  cancel(): void;
}

export interface EngineDependencies {
  spawn(): WorkerLike;
  /** The simulator of a family of kernels; "" is the one that every page begins with. */
  module(family: string): Promise<WebAssembly.Module>;
  /** The page's query, for the worker's eyes only. */
  query: string;
  now(): number;
}

export interface Engine {
  start(): Promise<Catalogue>;
  open(
    scenario: string,
    until: Until,
    traceMegabytes: number,
    onProgress?: (done: number) => void,
  ): Task<Opened>;
  intervene(changes: Record<string, Value>): Promise<{ scenario: Scenario; head: number }>;
  ask(question: Question): Promise<{ text: string; head: number }>;
  requestFrame(request: FrameRequest): void;
  onFrame(listener: (answer: FrameAnswer) => void): void;
  /** Called when the worker broke, after its replacement is ready. */
  onTrap(listener: (trap: TrapError) => void): void;
}

/** What is opened, how far, with how much trace, and who is told of progress. */
type OpenArguments = Parameters<Engine["open"]>;

export function createEngine(parts: EngineDependencies): Engine {
  return new EngineClient(parts);
}

class EngineClient implements Engine {
  /** The worker of the shown machine; none before the start, and while a broken one is replaced. */
  private worker: SessionWorker | null = null;
  /** What it can run, and how to find out what a scenario needs. */
  private family = "";
  private familyOf: (scenario: string) => string = () => "";
  /** A machine that is being opened by a worker of its own, beside the shown one. */
  private opening: AbortController | null = null;
  private inFlight: { task: number; request: FrameRequest; sent: number } | null = null;
  private nextRequest: FrameRequest | null = null;
  private spareBuffer: Float64Array | null = null;
  private frameListeners = new Set<(answer: FrameAnswer) => void>();
  private trapListener: (trap: TrapError) => void = () => undefined;

  constructor(private readonly parts: EngineDependencies) {}

  async start(): Promise<Catalogue> {
    const { worker, told } = await this.launch(this.family, this.parts.query);
    const catalogue = JSON.parse(told) as Catalogue;
    this.familyOf = familyFinder(catalogue);
    this.activate(worker, catalogue.families[0]?.id ?? "");
    return catalogue;
  }

  open(...what: OpenArguments): Task<Opened> {
    this.opening?.abort(new CancelledError("Cancelled."));
    this.opening = null;
    const family = this.familyOf(what[0]) || this.family;
    if (this.worker === null || family !== this.family) return this.openInNewWorker(family, what);
    // A frame that waits may come after the machine that it was to run.
    const { nextRequest } = this;
    if (nextRequest !== null)
      this.nextRequest = { ...nextRequest, drive: { ...nextRequest.drive, until: 0 } };
    return openIn(this.worker, what);
  }

  /** The shown machine stays until the other one stands, so that nothing is lost when that fails. */
  private openInNewWorker(family: string, what: OpenArguments): Task<Opened> {
    const giving = new AbortController();
    const { signal } = giving;
    this.opening = giving;
    const standing = async () => {
      const { worker } = await this.launch(family, "", signal);
      const opened = await openIn(worker, what).done.catch((error: unknown) => {
        worker.end(new CancelledError("Its machine was not opened."));
        this.reportTrap(error);
        throw error;
      });
      signal.throwIfAborted();
      this.opening = null;
      this.activate(worker, family);
      return opened;
    };
    const done = Promise.race([rejectOnAbort(signal), standing()]);
    const cancel = () => {
      if (this.opening === giving) giving.abort(new CancelledError("Cancelled."));
    };
    return { done, cancel };
  }

  async intervene(changes: Record<string, Value>): Promise<{ scenario: Scenario; head: number }> {
    const answer = await this.send({ kind: "intervene", changes: JSON.stringify(changes) });
    if (answer.kind !== "scenario") throw unexpected(answer);
    return { scenario: JSON.parse(answer.scenario) as Scenario, head: answer.head };
  }

  async ask(question: Question): Promise<{ text: string; head: number }> {
    const answer = await this.send({ kind: "ask", question });
    if (answer.kind !== "answer") throw unexpected(answer);
    return { text: answer.text, head: answer.head };
  }

  requestFrame(request: FrameRequest): void {
    if (this.worker === null) return;
    if (this.inFlight !== null) {
      this.nextRequest = request;
      return;
    }
    const numbers = this.spareBuffer ?? new Float64Array(REQUEST_LENGTH);
    this.spareBuffer = null;
    const { t, from, to, width, selectedPacket, motionSpan, flags, drive } = request;
    numbers.set([t, from, to, width, selectedPacket, motionSpan, flags]);
    const task = this.worker.nextTask();
    this.inFlight = { task, request, sent: this.parts.now() };
    this.worker.post({ kind: "frame", task, request: numbers, drive }, [numbers.buffer]);
  }

  onFrame(listener: (answer: FrameAnswer) => void): void {
    this.frameListeners.add(listener);
  }

  onTrap(listener: (trap: TrapError) => void): void {
    this.trapListener = listener;
  }

  /** A started worker of a family and what it told; `signal` ends it, also before it was made. */
  private async launch(family: string, query: string, signal?: AbortSignal) {
    const module = await this.parts.module(family);
    signal?.throwIfAborted();
    const worker = new SessionWorker(this.parts.spawn());
    signal?.addEventListener("abort", () => worker.end(signal.reason as Error));
    return { worker, told: await worker.start(module, query) };
  }

  /** From now on this worker's machine is the shown one. */
  private activate(worker: SessionWorker, family: string): void {
    this.deactivate(new CancelledError("Another machine was opened."));
    worker.onAnswer = (answer) => this.receiveFrame(answer);
    worker.onTrap = (trap) => this.replace(trap);
    this.worker = worker;
    this.family = family;
  }

  private deactivate(why: Error): void {
    this.worker?.end(why);
    this.worker = null;
    this.inFlight = null;
    this.nextRequest = null;
  }

  private async send(command: WithoutTask<TaskCommand>): Promise<Answer> {
    if (this.worker === null) throw new CancelledError("The simulator is being replaced.");
    return this.worker.send(command).answer;
  }

  private receiveFrame(answer: Answer): void {
    const flying = this.inFlight;
    if (flying === null || !("task" in answer) || answer.task !== flying.task) return;
    this.inFlight = null;
    if (answer.kind === "frame") {
      this.spareBuffer = answer.request;
      const { frame, diagnosis, atBound, spent } = answer;
      const roundTrip = this.parts.now() - flying.sent;
      const { request } = flying;
      for (const listener of this.frameListeners) {
        listener({ frame, diagnosis, atBound, spent, roundTrip, request });
      }
    }
    const next = this.nextRequest;
    this.nextRequest = null;
    if (next !== null) this.requestFrame(next);
  }

  /** The shown machine's worker broke: puts a new one in place, then tells. */
  private replace(trap: TrapError): void {
    this.deactivate(trap);
    this.launch(this.family, "").then(
      ({ worker }) => {
        // Another machine stands by now: nothing is to be put together again.
        if (this.worker !== null) return worker.end(trap);
        this.activate(worker, this.family);
        this.trapListener(trap);
      },
      () => this.trapListener(trap),
    );
  }

  /** A machine broke beside the shown one: told once whoever asked for it has heard. */
  private reportTrap(error: unknown): void {
    if (error instanceof TrapError) setTimeout(() => this.trapListener(error));
  }
}

function openIn(worker: SessionWorker, [scenario, until, traceMegabytes, tell]: OpenArguments) {
  const command = { kind: "open", scenario, until, traceMegabytes } as const;
  const { task, answer } = worker.send(command, tell);
  const done = answer.then((opened): Opened => {
    if (opened.kind !== "opened") throw unexpected(opened);
    return {
      topology: JSON.parse(opened.topology) as Topology,
      scenario: JSON.parse(opened.scenario) as Scenario,
      head: opened.head,
      atBound: opened.atBound,
    };
  });
  return { done, cancel: () => worker.post({ kind: "cancel", task }) };
}

/** Rejects when the signal comes. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error));
  });
}
