// The page's side of the session worker: questions as promises, frames as a stream with at most one
// request in flight (the newest replaces one that waits). A trap ends every open question with a
// TrapError and puts a fresh worker in place; what to run in it is the store's business.
import { familyFinder } from "./family";
import type { Catalogue, Scenario, Topology, Value } from "./model";
import { CancelledError, RefusedError, TrapError } from "./problems";
import type { Answer, Command, Drive, Question, TaskCommand, Until } from "./protocol";
import { REQUEST_LENGTH } from "./protocol";

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

export interface EngineParts {
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

interface Pending {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  onProgress?: (done: number) => void;
}

type WithoutTask<C> = C extends { task: number } ? Omit<C, "task"> : never;

export function createEngine(parts: EngineParts): Engine {
  return new EngineClient(parts);
}

class EngineClient implements Engine {
  private worker: WorkerLike | null = null;
  private ready: Pending | null = null;
  private pending = new Map<number, Pending>();
  private lastTask = 0;
  private flying: { task: number; request: FrameRequest; sent: number } | null = null;
  private waiting: FrameRequest | null = null;
  private spare: Float64Array | null = null;
  private frameListeners = new Set<(answer: FrameAnswer) => void>();
  private trapListener: (trap: TrapError) => void = () => undefined;
  private broken = false;
  /** What the worker can run, and how to find out what a scenario needs. */
  private family = "";
  private familyOf: (scenario: string) => string = () => "";
  /** While a worker of another family is being put in place. */
  private moving: Promise<void> | null = null;

  constructor(private readonly parts: EngineParts) {}

  async start(): Promise<Catalogue> {
    const catalogue = JSON.parse(await this.launch(this.parts.query)) as Catalogue;
    this.familyOf = familyFinder(catalogue);
    this.family = catalogue.families[0]?.id ?? "";
    return catalogue;
  }

  open(
    scenario: string,
    until: Until,
    traceMegabytes: number,
    onProgress?: (done: number) => void,
  ): Task<Opened> {
    const family = this.familyOf(scenario);
    if (family !== "" && family !== this.family) this.move(family);
    const open = () => this.openHere(scenario, until, traceMegabytes, onProgress);
    if (this.moving === null) return open();
    let opening: Task<Opened> | null = null;
    let given = true;
    const done = this.moving.then(() => {
      if (!given) throw new CancelledError("Cancelled.");
      opening = open();
      return opening.done;
    });
    const cancel = () => {
      given = false;
      opening?.cancel();
    };
    return { done, cancel };
  }

  private openHere(
    scenario: string,
    until: Until,
    traceMegabytes: number,
    onProgress?: (done: number) => void,
  ): Task<Opened> {
    const command = { kind: "open", scenario, until, traceMegabytes } as const;
    const { task, answer } = this.send(command, onProgress);
    const done = answer.then((opened) => {
      if (opened.kind !== "opened") throw unexpected(opened);
      return {
        topology: JSON.parse(opened.topology) as Topology,
        scenario: JSON.parse(opened.scenario) as Scenario,
        head: opened.head,
        atBound: opened.atBound,
      };
    });
    return { done, cancel: () => this.post({ kind: "cancel", task }) };
  }

  async intervene(changes: Record<string, Value>): Promise<{ scenario: Scenario; head: number }> {
    const command = { kind: "intervene", changes: JSON.stringify(changes) } as const;
    const answer = await this.send(command).answer;
    if (answer.kind !== "scenario") throw unexpected(answer);
    return { scenario: JSON.parse(answer.scenario) as Scenario, head: answer.head };
  }

  async ask(question: Question): Promise<{ text: string; head: number }> {
    const answer = await this.send({ kind: "ask", question }).answer;
    if (answer.kind !== "answer") throw unexpected(answer);
    return { text: answer.text, head: answer.head };
  }

  requestFrame(request: FrameRequest): void {
    if (this.broken) return;
    if (this.flying !== null) {
      this.waiting = request;
      return;
    }
    const numbers = this.spare ?? new Float64Array(REQUEST_LENGTH);
    this.spare = null;
    const { t, from, to, width, selectedPacket, motionSpan, flags, drive } = request;
    numbers.set([t, from, to, width, selectedPacket, motionSpan, flags]);
    const task = ++this.lastTask;
    this.flying = { task, request, sent: this.parts.now() };
    this.post({ kind: "frame", task, request: numbers, drive }, [numbers.buffer]);
  }

  onFrame(listener: (answer: FrameAnswer) => void): void {
    this.frameListeners.add(listener);
  }

  onTrap(listener: (trap: TrapError) => void): void {
    this.trapListener = listener;
  }

  private async launch(query: string): Promise<string> {
    const module = await this.parts.module(this.family);
    const worker = this.parts.spawn();
    this.worker = worker;
    worker.onmessage = (event: MessageEvent<Answer>) => this.receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.replace(new TrapError(event.message || "The worker could not be loaded.", "start", 0));
    };
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.ready = { resolve, reject };
      this.post({ kind: "start", role: "session", module, query });
    });
    this.ready = null;
    if (answer.kind !== "ready") throw unexpected(answer);
    return answer.catalogue;
  }

  private send(command: WithoutTask<TaskCommand>, onProgress?: (done: number) => void) {
    const task = ++this.lastTask;
    const answer = new Promise<Answer>((resolve, reject) => {
      if (this.broken) return reject(new CancelledError("The simulator is being replaced."));
      this.pending.set(task, { resolve, reject, onProgress });
      this.post({ ...command, task });
    });
    return { task, answer };
  }

  private post(command: Command, transfer: Transferable[] = []): void {
    this.worker?.postMessage(command, transfer);
  }

  private receive(answer: Answer): void {
    if (answer.kind === "ready") return this.ready?.resolve(answer);
    if (answer.kind === "trapped") {
      return this.replace(new TrapError(answer.message, answer.doing, answer.head));
    }
    if (answer.task === this.flying?.task) return this.receiveFrame(answer);
    const pending = this.pending.get(answer.task);
    if (pending === undefined) return;
    if (answer.kind === "progress") return pending.onProgress?.(answer.done);
    this.pending.delete(answer.task);
    if (answer.kind === "refused") pending.reject(new RefusedError(answer.problems));
    else if (answer.kind === "cancelled") pending.reject(new CancelledError("Cancelled."));
    else pending.resolve(answer);
  }

  private receiveFrame(answer: Answer): void {
    const flying = this.flying;
    this.flying = null;
    if (answer.kind === "frame" && flying !== null) {
      this.spare = answer.request;
      const { frame, diagnosis, atBound, spent } = answer;
      const roundTrip = this.parts.now() - flying.sent;
      const { request } = flying;
      for (const listener of this.frameListeners) {
        listener({ frame, diagnosis, atBound, spent, roundTrip, request });
      }
    }
    const next = this.waiting;
    this.waiting = null;
    if (next !== null) this.requestFrame(next);
  }

  /** Puts a worker in place that can run another family of kernels. */
  private move(family: string): void {
    this.dismiss(new CancelledError("Another machine is being opened."));
    this.family = family;
    const moving = this.launch("").then(
      () => {
        this.broken = false;
      },
      (error: unknown) => {
        this.family = ""; // to be tried again
        throw error;
      },
    );
    this.moving = moving.finally(() => {
      this.moving = null;
    });
  }

  /** Ends the worker and everything that was asked. */
  private dismiss(why: Error): void {
    this.worker?.terminate();
    this.worker = null;
    this.broken = true;
    this.flying = null;
    this.waiting = null;
    const open = [...this.pending.values()];
    this.pending.clear();
    for (const pending of open) pending.reject(why);
  }

  /** Ends everything that was asked, puts a new worker in place, then tells. */
  private replace(trap: TrapError): void {
    this.dismiss(trap);
    if (this.ready !== null) return this.ready.reject(trap);
    this.launch("").then(
      () => {
        this.broken = false;
        this.trapListener(trap);
      },
      () => this.trapListener(trap),
    );
  }
}

function unexpected(answer: Answer): Error {
  return new Error(`the worker answered "${answer.kind}" where something else was asked`);
}
