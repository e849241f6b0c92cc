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

export interface PoolDependencies {
  spawn(): WorkerLike;
  module(family: string): Promise<WebAssembly.Module>;
  /** The family of kernels that a scenario's text needs. */
  familyOf(scenario: string): string;
  /** The model's version; part of every cache key. */
  model: string;
  sizeMax: number;
}

const CACHED_REPORTS_MAX = 20_000;
/** Trials that a worker is given at a time: one runs, the others wait beside it. */
export const TRIALS_PER_WORKER = 5;

export class Pool {
  private queue: (Job & { order: number })[] = [];
  private workers: PoolWorker[] = [];
  private cache = new Map<string, Report>();
  private submitted = 0;
  private size: number;

  constructor(private readonly parts: PoolDependencies) {
    this.size = Math.max(1, parts.sizeMax);
  }

  /** How many trials wait or run. */
  get pendingCount(): number {
    return this.queue.length + this.workers.reduce((sum, { jobs }) => sum + jobs.length, 0);
  }

  submit(job: Job): void {
    const known = this.cache.get(this.key(job.scenario));
    if (known !== undefined) return job.onReport(known);
    this.queue.push({ ...job, order: this.submitted++ });
    this.queue.sort((a, b) => a.priority - b.priority || a.order - b.order);
    this.dispatch();
  }

  /** Drops every job of an owner: those that wait, and those that run. Later answers are ignored. */
  cancel(owner: string): void {
    this.queue = this.queue.filter((job) => job.owner !== owner);
    for (const bench of this.workers) bench.cancel(owner);
  }

  /** Fewer workers when frames come late, more again when they do not. */
  resize(size: number): void {
    this.size = Math.max(1, Math.min(this.parts.sizeMax, size));
    for (const bench of this.workers.splice(this.size)) {
      for (const job of bench.jobs.reverse()) this.queue.unshift({ ...job, order: -1 });
      bench.close();
    }
    this.dispatch();
  }

  private dispatch(): void {
    for (let job = this.queue[0]; job !== undefined; job = this.queue[0]) {
      const family = this.parts.familyOf(job.scenario);
      let bench = this.workers.find(({ assigned }) => assigned === 0);
      if (bench === undefined && this.workers.length < this.size) {
        bench = new PoolWorker(this.parts, (job, report) => this.settle(job, report));
        this.workers.push(bench);
      }
      bench ??= this.leastBusy(family);
      if (bench === undefined) return;
      this.queue.shift();
      bench.run(job, family);
    }
  }

  private leastBusy(family: string): PoolWorker | undefined {
    const able = this.workers.filter(
      (busy) => busy.active < TRIALS_PER_WORKER && busy.family === family,
    );
    return able.sort((a, b) => a.active - b.active)[0];
  }

  private settle(job: Job | null, outcome: Report | Error): void {
    if (job !== null) {
      if (outcome instanceof Error) job.onFailure(outcome);
      else {
        this.remember(job.scenario, outcome);
        job.onReport(outcome);
      }
    }
    this.dispatch();
  }

  private remember(scenario: string, report: Report): void {
    const oldest = this.cache.keys().next();
    if (this.cache.size >= CACHED_REPORTS_MAX && !oldest.done) this.cache.delete(oldest.value);
    this.cache.set(this.key(scenario), report);
  }

  private key(scenario: string): string {
    return `${this.parts.model}\n${scenario}`;
  }
}

/** A trial that a worker has, or will have once it stands; without a job when it was cancelled. */
interface AssignedTrial {
  task: number;
  job: Job | null;
  posted: boolean;
}

/** One worker and the trials given to it, in their order. */
class PoolWorker {
  private trials: AssignedTrial[] = [];
  private worker: WorkerLike | null = null;
  private launching: Promise<WorkerLike> | null = null;
  /** Counts launches and dismissals: a launch that waited through a dismissal is not wanted any more. */
  private launchCount = 0;
  private lastTask = 0;
  /** What its worker can run. */
  family = "";

  constructor(
    private readonly parts: PoolDependencies,
    private readonly settle: (job: Job | null, outcome: Report | Error) => void,
  ) {}

  /** How many trials it is not done with, cancelled ones included. */
  get assigned(): number {
    return this.trials.length;
  }

  /** The same without those: a cancelled one costs no more than the rest of its slice. */
  get active(): number {
    return this.jobs.length;
  }

  get jobs(): Job[] {
    return this.trials.flatMap(({ job }) => job ?? []);
  }

  /** A bench that has nothing to do may turn to another family. */
  run(job: Job, family: string): void {
    if (family !== this.family) this.endWorker();
    this.family = family;
    const given = { task: ++this.lastTask, job, posted: false };
    this.trials.push(given);
    this.post(given);
  }

  private post(given: AssignedTrial): void {
    const launching = (this.launching ??= this.launch(++this.launchCount));
    launching.then(
      (worker) => {
        if (!this.trials.includes(given) || given.job === null) return;
        given.posted = true;
        const { scenario } = given.job;
        worker.postMessage({ kind: "trial", task: given.task, scenario } satisfies Command);
      },
      (error: unknown) => {
        // What failed is tried again by the next trial.
        if (this.launching === launching) this.launching = null;
        if (!this.trials.includes(given)) return;
        this.finish(given, error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  cancel(owner: string): void {
    for (const given of this.trials.filter(({ job }) => job?.owner === owner)) {
      given.job = null;
      if (!given.posted || this.worker === null) this.remove(given);
      else this.worker.postMessage({ kind: "cancel", task: given.task } satisfies Command);
    }
  }

  close(): void {
    this.trials = [];
    this.endWorker();
  }

  private endWorker(): void {
    this.worker?.terminate();
    this.worker = null;
    this.launching = null;
    this.launchCount++;
  }

  private async launch(mine: number): Promise<WorkerLike> {
    const module = await this.parts.module(this.family);
    if (mine !== this.launchCount) throw new Error("This worker is not wanted any more.");
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
    const given = this.trials.find(({ task }) => task === answer.task);
    if (given === undefined) return;
    switch (answer.kind) {
      case "finished":
        return this.finish(given, JSON.parse(answer.report) as Report);
      case "refused":
        return this.finish(given, new RefusedError(answer.problems));
      case "trapped":
        return this.replace(new TrapError(answer.message, answer.command, answer.head), given);
      case "cancelled":
        return this.finish(given, new Error("cancelled"));
      default:
        return this.finish(given, new Error(`the worker answered "${answer.kind}" to a trial`));
    }
  }

  /** The trial that broke the worker fails; the one that waited beside it runs on the next worker. */
  private replace(trap: TrapError, broken = this.trials[0]): void {
    this.endWorker();
    this.trials = this.trials.filter((given) => given === broken || given.job !== null);
    for (const given of this.trials) {
      if (given === broken) continue;
      given.posted = false;
      this.post(given);
    }
    if (broken !== undefined) this.finish(broken, trap);
  }

  private finish(given: AssignedTrial, outcome: Report | Error): void {
    this.remove(given);
    this.settle(given.job, outcome);
  }

  private remove(given: AssignedTrial): void {
    this.trials = this.trials.filter((other) => other !== given);
  }
}
