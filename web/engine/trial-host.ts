// The worker's side of a sweep: one trial at a time (one rate, one seed), in slices of about 8 ms,
// so that a cancelled trial ends within one slice.
import { breathe, SLICE_MILLISECONDS } from "./breathe";
import type { Simulator } from "./machine";
import { refusedProblems } from "./problems";
import type { TaskCommand } from "./protocol";
import type { Post } from "./session-host";

const STEPS_PER_LOOK = 20_000;

export class TrialHost {
  private cancelled = new Set<number>();
  private running = new Set<number>();
  private broken = false;

  constructor(
    private readonly simulator: Simulator,
    private readonly post: Post,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async handle(command: TaskCommand): Promise<void> {
    if (this.broken) return;
    if (command.kind === "cancel") {
      if (this.running.has(command.task)) this.cancelled.add(command.task);
      return;
    }
    if (command.kind !== "trial") return;
    this.running.add(command.task);
    try {
      await this.trial(command.task, command.scenario);
    } catch (error) {
      this.fail(command.task, error);
    } finally {
      this.running.delete(command.task);
      this.cancelled.delete(command.task);
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
      await breathe();
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
