// Runs trials for curves and goals on all cores but one, and judges programs there. Jobs wait in a priority queue, jobs of one owner can be
// cancelled together, and reports are cached by canonical scenario and model.
//
//   submit -> cached? answer : queue (goal, curve, judge, pinned, band; then first come) -> worker
//
// A worker has its next trials before it finishes the first one: a trial takes milliseconds, and the page's thread,
// which draws, may take ten times as long to handle an answer.
import { translateProblem } from "../i18n/model-texts";
import type { Report } from "../generated/model";
import { RefusedError, TrapError } from "./problems";
import type { Answer, Command, JudgeWork, WorkerLike } from "./protocol";

/** Lower numbers run first. `band`: the other seeds of a curve. */
export const Priority = { goal: 0, curve: 1, judge: 2, pinned: 3, band: 4 } as const;

export interface Job<Result = Report> {
  /** The canonical text of the scenario to run, with rate and seed; also the key of the cache. */
  scenario: string;
  priority: number;
  /** Jobs of one owner are cancelled together. */
  owner: string;
  onReport(report: Result): void;
  onFailure(error: Error): void;
}

/** A work of the judge. Its text is `scenario`. */
export interface JudgeJob<Result> extends Job<Result> {
  work: JudgeWork;
}

export interface PoolDependencies {
  spawn(): WorkerLike;
  module(): Promise<WebAssembly.Module>;
  /** The model's version; part of every cache key. */
  model: string;
  sizeMax: number;
}

interface QueuedJob extends Job<unknown> {
  work?: JudgeWork;
  /** Among jobs of one priority, the lowest number runs first. */
  order: number;
}

const CACHED_REPORTS_MAX = 20_000;
/** How many trials a worker has at a time: one runs, the others wait in the worker. The first two stages of a curve
 * (6 + 6 points) need no answer of the page's thread between them. */
export const TRIALS_PER_WORKER = 12;

export class Pool {
  private queue: QueuedJob[] = [];
  private workers: PoolWorker[] = [];
  private cache = new Map<string, Report>();
  private submitted = 0;
  private size: number;

  constructor(private readonly dependencies: PoolDependencies) {
    this.size = Math.max(1, dependencies.sizeMax);
  }

  /** The number of trials that wait or run. */
  get pendingCount(): number {
    return this.queue.length + this.workers.reduce((sum, { jobs }) => sum + jobs.length, 0);
  }

  submit(job: Job): void {
    const known = this.cache.get(this.key(job.scenario));
    if (known !== undefined) return job.onReport(known);
    this.enqueue(job);
  }

  /** The judge's works are not cached: most have seeds of their own. */
  judge<Result>(job: JudgeJob<Result>): void {
    this.enqueue(job);
  }

  private enqueue(job: Omit<QueuedJob, "order">): void {
    this.queue.push({ ...job, order: this.submitted++ });
    this.queue.sort((a, b) => a.priority - b.priority || a.order - b.order);
    this.dispatch();
  }

  /** Cancels every job of an owner, waiting or running. Later answers are ignored. */
  cancel(owner: string): void {
    this.queue = this.queue.filter((job) => job.owner !== owner);
    for (const worker of this.workers) worker.cancel(owner);
  }

  /** The number of workers at most, as it is now. */
  get workersMax(): number {
    return this.size;
  }

  /** Sets the number of workers, at most `sizeMax`. Trials of removed workers return to the queue. */
  resize(size: number): void {
    this.size = Math.max(1, Math.min(this.dependencies.sizeMax, size));
    for (const worker of this.workers.splice(this.size)) {
      for (const job of worker.jobs.reverse()) this.queue.unshift({ ...job, order: -1 });
      worker.close();
    }
    this.dispatch();
  }

  private dispatch(): void {
    for (let job = this.queue[0]; job !== undefined; job = this.queue[0]) {
      let worker = this.workers.find(({ assigned }) => assigned === 0);
      if (worker === undefined && this.workers.length < this.size) {
        worker = new PoolWorker(this.dependencies, (job, report) => this.settle(job, report));
        this.workers.push(worker);
      }
      worker ??= this.leastBusy();
      if (worker === undefined) return;
      this.queue.shift();
      worker.run(job);
    }
  }

  private leastBusy(): PoolWorker | undefined {
    const candidates = this.workers.filter(({ active }) => active < TRIALS_PER_WORKER);
    return candidates.sort((a, b) => a.active - b.active)[0];
  }

  private settle(job: QueuedJob | null, outcome: unknown): void {
    if (job !== null) {
      if (outcome instanceof Error) job.onFailure(outcome);
      else {
        if (job.work === undefined) this.remember(job.scenario, outcome as Report);
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
    return `${this.dependencies.model}\n${scenario}`;
  }
}

/** A trial that is assigned to a worker. `job` is null after a cancellation; `posted` tells whether the worker has it. */
interface AssignedTrial {
  task: number;
  job: QueuedJob | null;
  posted: boolean;
}

/** One worker and its trials, in order. Starts the worker when it is needed, and replaces it after a trap. */
class PoolWorker {
  private trials: AssignedTrial[] = [];
  private worker: WorkerLike | null = null;
  private launching: Promise<WorkerLike> | null = null;
  /** Counts launches and ends of workers. If a worker is ended during its launch, the launch has no
   * effect. */
  private launchCount = 0;
  private lastTask = 0;

  constructor(
    private readonly dependencies: PoolDependencies,
    private readonly settle: (job: QueuedJob | null, outcome: unknown) => void,
  ) {}

  /** The number of unfinished trials, including cancelled ones. */
  get assigned(): number {
    return this.trials.length;
  }

  /** The number of unfinished trials without the cancelled ones. A cancelled trial stays unfinished
   * until its current slice of work ends. */
  get active(): number {
    return this.jobs.length;
  }

  get jobs(): QueuedJob[] {
    return this.trials.flatMap(({ job }) => job ?? []);
  }

  run(job: QueuedJob): void {
    const trial = { task: ++this.lastTask, job, posted: false };
    this.trials.push(trial);
    this.post(trial);
  }

  private post(trial: AssignedTrial): void {
    const launching = (this.launching ??= this.launch(++this.launchCount));
    launching.then(
      (worker) => {
        if (!this.trials.includes(trial) || trial.job === null) return;
        trial.posted = true;
        const { work, scenario, priority } = trial.job;
        const { task } = trial;
        const command = { kind: "trial", task, scenario, priority } as const;
        worker.postMessage((work ? { ...command, work } : command) satisfies Command);
      },
      (error: unknown) => {
        // The next trial tries to start the worker again.
        if (this.launching === launching) this.launching = null;
        if (!this.trials.includes(trial)) return;
        this.finish(trial, error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  cancel(owner: string): void {
    for (const trial of this.trials.filter(({ job }) => job?.owner === owner)) {
      trial.job = null;
      if (!trial.posted || this.worker === null) this.remove(trial);
      else this.worker.postMessage({ kind: "cancel", task: trial.task } satisfies Command);
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

  private async launch(launchNumber: number): Promise<WorkerLike> {
    const module = await this.dependencies.module();
    if (launchNumber !== this.launchCount) throw new Error("This worker is no longer needed.");
    const worker = this.dependencies.spawn();
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
    if (answer.kind === "ready") return;
    const trial = this.trials.find(({ task }) => task === answer.task);
    if (trial === undefined) return;
    switch (answer.kind) {
      case "finished":
        return this.finish(trial, JSON.parse(answer.report));
      case "refused":
        return this.finish(trial, new RefusedError(answer.problems.map(translateProblem)));
      case "trapped":
        return this.replace(new TrapError(answer.message, answer.command, answer.head), trial);
      case "cancelled":
        return this.finish(trial, new Error("cancelled"));
      default:
        return this.finish(trial, new Error(`the worker answered "${answer.kind}" to a trial`));
    }
  }

  /** After a trap the running trial fails, and the waiting ones run on the next worker. */
  private replace(trap: TrapError, broken = this.trials[0]): void {
    this.endWorker();
    this.trials = this.trials.filter((trial) => trial === broken || trial.job !== null);
    for (const trial of this.trials) {
      if (trial === broken) continue;
      trial.posted = false;
      this.post(trial);
    }
    if (broken !== undefined) this.finish(broken, trap);
  }

  private finish(trial: AssignedTrial, outcome: unknown): void {
    this.remove(trial);
    this.settle(trial.job, outcome);
  }

  private remove(trial: AssignedTrial): void {
    this.trials = this.trials.filter((other) => other !== trial);
  }
}
