// Runs trials for curves and goals on all cores but one: a priority queue that the workers pull from,
// epochs that make older jobs stale at once, and a cache keyed by canonical scenario and model.
//
//   submit -> cached? answer : queue (goal, curve, pinned, band; then first come) -> worker
//
// A worker has its next trials before it is done with the first: a trial takes milliseconds, and the page's
// thread, which draws, may take ten times as long to look at an answer.
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
  module(family: string): Promise<WebAssembly.Module>;
  /** The family of kernels that a scenario's text needs. */
  familyOf(scenario: string): string;
  /** The model's version; part of every cache key. */
  model: string;
  size: number;
}

const CACHE_LIMIT = 20_000;
/** Trials that a worker is given at a time: one runs, the others wait beside it. */
export const DEPTH = 5;

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
    return this.queue.length + this.benches.reduce((sum, { jobs }) => sum + jobs.length, 0);
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
    for (const bench of this.benches) bench.cancel(owner);
  }

  /** Fewer workers when frames come late, more again when they do not. */
  resize(size: number): void {
    this.wanted = Math.max(1, Math.min(this.parts.size, size));
    for (const bench of this.benches.splice(this.wanted)) {
      for (const job of bench.jobs.reverse()) this.queue.unshift({ ...job, order: -1 });
      bench.close();
    }
    this.pull();
  }

  private pull(): void {
    for (let job = this.queue[0]; job !== undefined; job = this.queue[0]) {
      const family = this.parts.familyOf(job.scenario);
      let bench = this.benches.find(({ given }) => given === 0);
      if (bench === undefined && this.benches.length < this.wanted) {
        bench = new Bench(this.parts, (job, report) => this.settle(job, report));
        this.benches.push(bench);
      }
      bench ??= this.leastBusy(family);
      if (bench === undefined) return;
      this.queue.shift();
      bench.run(job, family);
    }
  }

  private leastBusy(family: string): Bench | undefined {
    const able = this.benches.filter((busy) => busy.wanted < DEPTH && busy.family === family);
    return able.sort((a, b) => a.wanted - b.wanted)[0];
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

/** A trial that a worker has, or will have once it stands; without a job when it was cancelled. */
interface Given {
  task: number;
  job: Job | null;
  posted: boolean;
}

/** One worker and the trials given to it, in their order. */
class Bench {
  private all: Given[] = [];
  private worker: WorkerLike | null = null;
  private launching: Promise<WorkerLike> | null = null;
  /** Counts launches and dismissals: a launch that waited through a dismissal is not wanted any more. */
  private launched = 0;
  private task = 0;
  /** What its worker can run. */
  family = "";

  constructor(
    private readonly parts: PoolParts,
    private readonly settle: (job: Job | null, outcome: Report | Error) => void,
  ) {}

  /** How many trials it is not done with, cancelled ones included. */
  get given(): number {
    return this.all.length;
  }

  /** The same without those: a cancelled one costs no more than the rest of its slice. */
  get wanted(): number {
    return this.jobs.length;
  }

  get jobs(): Job[] {
    return this.all.flatMap(({ job }) => job ?? []);
  }

  /** A bench that has nothing to do may turn to another family. */
  run(job: Job, family: string): void {
    if (family !== this.family) this.dismiss();
    this.family = family;
    const given = { task: ++this.task, job, posted: false };
    this.all.push(given);
    this.post(given);
  }

  private post(given: Given): void {
    const launching = (this.launching ??= this.launch(++this.launched));
    launching.then(
      (worker) => {
        if (!this.all.includes(given) || given.job === null) return;
        given.posted = true;
        const { scenario } = given.job;
        worker.postMessage({ kind: "trial", task: given.task, scenario } satisfies Command);
      },
      (error: unknown) => {
        // What failed is tried again by the next trial.
        if (this.launching === launching) this.launching = null;
        if (!this.all.includes(given)) return;
        this.end(given, error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  cancel(owner: string): void {
    for (const given of this.all.filter(({ job }) => job?.owner === owner)) {
      given.job = null;
      if (!given.posted || this.worker === null) this.drop(given);
      else this.worker.postMessage({ kind: "cancel", task: given.task } satisfies Command);
    }
  }

  close(): void {
    this.all = [];
    this.dismiss();
  }

  private dismiss(): void {
    this.worker?.terminate();
    this.worker = null;
    this.launching = null;
    this.launched++;
  }

  private async launch(mine: number): Promise<WorkerLike> {
    const module = await this.parts.module(this.family);
    if (mine !== this.launched) throw new Error("This worker is not wanted any more.");
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
    const given = this.all.find(({ task }) => task === answer.task);
    if (given === undefined) return;
    switch (answer.kind) {
      case "finished":
        return this.end(given, JSON.parse(answer.report) as Report);
      case "refused":
        return this.end(given, new RefusedError(answer.problems));
      case "trapped":
        return this.replace(new TrapError(answer.message, answer.doing, answer.head), given);
      case "cancelled":
        return this.end(given, new Error("cancelled"));
      default:
        return this.end(given, new Error(`the worker answered "${answer.kind}" to a trial`));
    }
  }

  /** The trial that broke the worker fails; the one that waited beside it runs on the next worker. */
  private replace(trap: TrapError, broken = this.all[0]): void {
    this.dismiss();
    this.all = this.all.filter((given) => given === broken || given.job !== null);
    for (const given of this.all) {
      if (given === broken) continue;
      given.posted = false;
      this.post(given);
    }
    if (broken !== undefined) this.end(broken, trap);
  }

  private end(given: Given, outcome: Report | Error): void {
    this.drop(given);
    this.settle(given.job, outcome);
  }

  private drop(given: Given): void {
    this.all = this.all.filter((other) => other !== given);
  }
}
