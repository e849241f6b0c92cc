// The worker's side of the pool: runs one trial (one rate, one seed) at a time, in slices of about 8 ms, so that a
// cancelled trial ends within one slice. The others wait: the most urgent is next, then the one that came first. A more urgent
// one runs between two slices.
import { failureAnswer, SLICE_MILLISECONDS, yieldToEventLoop, type Post } from "./server";
import type { Simulator, TrialMachine } from "./machine";
import type { TaskCommand } from "./protocol";

type TrialCommand = Extract<TaskCommand, { kind: "trial" }>;

const STEPS_PER_CLOCK_CHECK = 20_000;

export class TrialServer {
  private cancelled = new Set<number>();
  /** Trials that run or wait. */
  private accepted = new Set<number>();
  private waiting: TrialCommand[] = [];
  private queueTail: Promise<void> = Promise.resolve();
  private hasTrapped = false;

  constructor(
    private readonly simulator: Simulator,
    private readonly post: Post,
    private readonly now: () => number = () => performance.now(),
    private readonly yieldNow: () => Promise<void> = yieldToEventLoop,
  ) {}

  async handle(command: TaskCommand): Promise<void> {
    if (this.hasTrapped) return;
    if (command.kind === "cancel") {
      if (this.accepted.has(command.task)) this.cancelled.add(command.task);
      return;
    }
    if (command.kind !== "trial") return;
    this.accepted.add(command.task);
    this.waiting.push(command);
    this.waiting.sort((a, b) => a.priority - b.priority);
    this.queueTail = this.queueTail.then(() => this.runNext());
    await this.queueTail;
  }

  private async runNext(): Promise<void> {
    const next = this.waiting.shift();
    if (next === undefined) return;
    const { task } = next;
    try {
      if (this.hasTrapped) return;
      if (this.cancelled.has(task)) this.post({ kind: "cancelled", task });
      else await this.trial(next);
      // Lets cancellations arrive before the next trial begins.
      await this.yieldNow();
    } catch (error) {
      this.fail(task, error);
    } finally {
      this.accepted.delete(task);
      this.cancelled.delete(task);
    }
  }

  private async trial(command: TrialCommand): Promise<void> {
    const { task } = command;
    const trial = await this.prepare(command);
    for (;;) {
      const startedAt = this.now();
      let finished: boolean;
      do finished = trial.advance(STEPS_PER_CLOCK_CHECK);
      while (!finished && this.now() - startedAt < SLICE_MILLISECONDS);
      if (finished) break;
      await this.yieldNow();
      // A judge's load takes seconds. A curve that a person draws meanwhile does not wait for it.
      while ((this.waiting[0]?.priority ?? Infinity) < command.priority) await this.runNext();
      if (this.hasTrapped) return;
      if (this.cancelled.has(task)) {
        trial.free();
        return this.post({ kind: "cancelled", task });
      }
    }
    const report = trial.result();
    trial.free();
    this.post({ kind: "finished", task, report });
  }

  private async prepare({ work, scenario }: TrialCommand): Promise<TrialMachine> {
    if (work !== undefined) return this.simulator.judge(work, scenario);
    const preparing = this.simulator.prepare(scenario);
    if (preparing !== null) await preparing;
    return this.simulator.trial(scenario);
  }

  private fail(task: number, error: unknown): void {
    const answer = failureAnswer(task, "trial", error, () => 0);
    this.hasTrapped = answer.kind === "trapped";
    this.post(answer);
  }
}
