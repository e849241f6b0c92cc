// The worker's side of a sweep: one trial at a time (one rate, one seed), in slices of about 8 ms,
// so that a cancelled trial ends within one slice. Trials that come meanwhile wait for their turn.
import { breathe, SLICE_MILLISECONDS } from "./breathe";
import type { Simulator } from "./machine";
import { refusedProblems } from "./problems";
import type { TaskCommand } from "./protocol";
import type { Post } from "./session-host";

const STEPS_PER_LOOK = 20_000;

export class TrialHost {
  private cancelled = new Set<number>();
  /** Trials that run or wait. */
  private accepted = new Set<number>();
  private last: Promise<void> = Promise.resolve();
  private broken = false;

  constructor(
    private readonly simulator: Simulator,
    private readonly post: Post,
    private readonly now: () => number = () => performance.now(),
    private readonly letMessagesIn: () => Promise<void> = breathe,
  ) {}

  async handle(command: TaskCommand): Promise<void> {
    if (this.broken) return;
    if (command.kind === "cancel") {
      if (this.accepted.has(command.task)) this.cancelled.add(command.task);
      return;
    }
    if (command.kind !== "trial") return;
    const { task, scenario } = command;
    this.accepted.add(task);
    this.last = this.last.then(() => this.turn(task, scenario));
    await this.last;
  }

  private async turn(task: number, scenario: string): Promise<void> {
    try {
      if (this.broken) return;
      if (this.cancelled.has(task)) this.post({ kind: "cancelled", task });
      else await this.trial(task, scenario);
      // What was cancelled meanwhile is heard before the next one begins.
      await this.letMessagesIn();
    } catch (error) {
      this.fail(task, error);
    } finally {
      this.accepted.delete(task);
      this.cancelled.delete(task);
    }
  }

  private async trial(task: number, scenario: string): Promise<void> {
    const trial = this.simulator.trial(scenario);
    for (;;) {
      const begin = this.now();
      let finished: boolean;
      do finished = trial.advance(STEPS_PER_LOOK);
      while (!finished && this.now() - begin < SLICE_MILLISECONDS);
      if (finished) break;
      this.post({ kind: "progress", task, done: trial.progress });
      await this.letMessagesIn();
      if (this.cancelled.has(task)) {
        trial.free();
        return this.post({ kind: "cancelled", task });
      }
    }
    const report = trial.result();
    trial.free();
    this.post({ kind: "finished", task, report });
  }

  private fail(task: number, error: unknown): void {
    const problems = refusedProblems(error);
    if (problems !== null) return this.post({ kind: "refused", task, problems });
    this.broken = true;
    const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    this.post({ kind: "trapped", task, message, doing: "trial", head: 0 });
  }
}
