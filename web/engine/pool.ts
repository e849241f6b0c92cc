// Runs trials for curves and goals on all cores but one: a priority queue that the workers pull from,
// epochs that make older jobs stale at once, and a cache keyed by canonical scenario and model.
//
//   submit -> cached? answer : queue (goal, curve, pinned, band; then first come) -> idle worker
import type { Report } from "./model";
import { RefusedError, TrapError } from "./problems";
import type { Answer, Command } from "./protocol";
import type { WorkerLike } from "./client";

/** Lower runs first. */
export const Priority = { goal: 0, curve: 1, pinned: 2, band: 3 } as const;

export interface Job {
  /** Canonical scenario text, with its rate and seed: what is run and what the cache is keyed by. */
  scenario: string;
  priority: number;
  /** Who asked; jobs of one owner are cancelled together. */
  owner: string;
  onReport(report: Report): void;
  onFailure(error: Error): void;
}

export interface PoolParts {
  spawn(): WorkerLike;
  module(): Promise<WebAssembly.Module>;
  /** The model's version; part of every cache key. */
  model: string;
  size: number;
}

const CACHE_LIMIT = 20_000;

export class Pool {
  private queue: (Job & { order: number })[] = [];
  private benches: Bench[] = [];
  private cache = new Map<string, Report>();
  private submitted = 0;
  private wanted: number;

  constructor(private readonly parts: PoolParts) {
    this.wanted = Math.max(1, parts.size);
  }

  /** How many trials wait or run. */
  get load(): number {
    return this.queue.length + this.benches.filter((bench) => bench.job !== null).length;
  }

  submit(job: Job): void {
    const known = this.cache.get(this.key(job.scenario));
    if (known !== undefined) return job.onReport(known);
    this.queue.push({ ...job, order: this.submitted++ });
    this.queue.sort((a, b) => a.priority - b.priority || a.order - b.order);
    this.pull();
  }

  /** Drops every job of an owner: those that wait, and those that run. Later answers are ignored. */
  cancel(owner: string): void {
    this.queue = this.queue.filter((job) => job.owner !== owner);
    for (const bench of this.benches) if (bench.job?.owner === owner) bench.cancel();
  }

  /** Fewer workers when frames come late, more again when they do not. */
  resize(size: number): void {
    this.wanted = Math.max(1, Math.min(this.parts.size, size));
    for (const bench of this.benches.splice(this.wanted)) {
      if (bench.job !== null) this.queue.unshift({ ...bench.job, order: -1 });
      bench.close();
    }
    this.pull();
  }

  private pull(): void {
    while (this.queue.length > 0) {
      let bench = this.benches.find((candidate) => candidate.free);
      if (bench === undefined && this.benches.length < this.wanted) {
        bench = new Bench(this.parts, (job, report) => this.settle(job, report));
        this.benches.push(bench);
      }
      if (bench === undefined) return;
      const job = this.queue.shift();
      if (job !== undefined) bench.run(job);
    }
  }

  private settle(job: Job | null, outcome: Report | Error): void {
    if (job !== null) {
      if (outcome instanceof Error) job.onFailure(outcome);
      else {
        this.remember(job.scenario, outcome);
        job.onReport(outcome);
      }
    }
    this.pull();
  }

  private remember(scenario: string, report: Report): void {
    const oldest = this.cache.keys().next();
    if (this.cache.size >= CACHE_LIMIT && !oldest.done) this.cache.delete(oldest.value);
    this.cache.set(this.key(scenario), report);
  }

  private key(scenario: string): string {
    return `${this.parts.model}\n${scenario}`;
  }
}

/** One worker and the trial on it. */
class Bench {
  job: Job | null = null;
  private worker: WorkerLike | null = null;
  private launching: Promise<WorkerLike> | null = null;
  private task = 0;
  private posted = false;
  private cancelling = false;

  constructor(
    private readonly parts: PoolParts,
    private readonly settle: (job: Job | null, outcome: Report | Error) => void,
  ) {}

  get free(): boolean {
    return this.job === null && !this.cancelling;
  }

  run(job: Job): void {
    this.job = job;
    this.posted = false;
    const task = ++this.task;
    this.launching ??= this.launch();
    this.launching.then(
      (worker) => {
        if (this.task !== task || this.job === null) return;
        this.posted = true;
        worker.postMessage({ kind: "trial", task, scenario: job.scenario } satisfies Command);
      },
      (error: unknown) => this.end(error instanceof Error ? error : new Error(String(error))),
    );
  }

  cancel(): void {
    this.job = null;
    if (!this.posted || this.worker === null) return;
    this.cancelling = true;
    this.worker.postMessage({ kind: "cancel", task: this.task } satisfies Command);
  }

  close(): void {
    this.task++;
    this.job = null;
    this.dismiss();
  }

  private dismiss(): void {
    this.worker?.terminate();
    this.worker = null;
    this.launching = null;
  }

  private async launch(): Promise<WorkerLike> {
    const module = await this.parts.module();
    const worker = this.parts.spawn();
    worker.onmessage = (event: MessageEvent<Answer>) => this.receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.replace(new TrapError(event.message, "trial", 0));
    };
    worker.postMessage({ kind: "start", role: "trial", module, query: "" } satisfies Command);
    this.worker = worker;
    return worker;
  }

  private receive(answer: Answer): void {
    if (answer.kind === "ready" || answer.kind === "progress") return;
    if (answer.task !== this.task) return;
    switch (answer.kind) {
      case "finished":
        return this.end(JSON.parse(answer.report) as Report);
      case "refused":
        return this.end(new RefusedError(answer.problems));
      case "trapped":
        return this.replace(new TrapError(answer.message, answer.doing, answer.head));
      case "cancelled":
        return this.end(new Error("cancelled"));
      default:
        return this.end(new Error(`the worker answered "${answer.kind}" to a trial`));
    }
  }

  private replace(trap: TrapError): void {
    this.dismiss();
    this.end(trap);
  }

  private end(outcome: Report | Error): void {
    const { job } = this;
    this.job = null;
    this.cancelling = false;
    this.settle(job, outcome);
  }
}
