// The page's handle of one session worker: starts it once, then sends commands and returns promises until the worker
// traps or is ended. Open promises are then rejected with the reason, and later answers are ignored.
import { translateProblem } from "../i18n/model-texts";
import type { WorkerLike, Answer, Command, TaskCommand } from "./protocol";
import { CancelledError, RefusedError, TrapError } from "./problems";

interface Pending {
  resolve(answer: Answer): void;
  reject(error: Error): void;
  onProgress?: (done: number) => void;
}

export type WithoutTask<C> = C extends { task: number } ? Omit<C, "task"> : never;

export class EngineWorker {
  private ready: Pending | null = null;
  private pending = new Map<number, Pending>();
  private lastTask = 0;
  private started = false;
  /** Why the worker was ended; null while it lives. */
  private ended: Error | null = null;
  /** Called for answers that no promise waits for: frames. */
  onAnswer: (answer: Answer) => void = () => undefined;
  /** Called after a trap of a started worker. The worker has been ended. */
  onTrap: (trap: TrapError) => void = () => undefined;

  constructor(private readonly worker: WorkerLike) {
    worker.onmessage = (event: MessageEvent<Answer>) => this.receive(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.trap(new TrapError(event.message || "The worker could not be loaded.", "start", 0));
    };
  }

  /** Starts the simulator in the worker. The worker's script is loaded meanwhile. */
  async start(module: WebAssembly.Module, query: string): Promise<void> {
    if (this.ended !== null) throw this.ended;
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.ready = { resolve, reject };
      this.post({ kind: "start", role: "session", module, query });
    });
    if (answer.kind !== "ready") throw unexpected(answer);
    this.started = true;
  }

  /** Started, alive, and no promise waits for it. */
  get isIdle(): boolean {
    return this.started && this.ended === null && this.pending.size === 0;
  }

  /** The same worker for another owner: late answers are ignored. */
  detached(): this {
    this.onAnswer = () => undefined;
    this.onTrap = () => undefined;
    return this;
  }

  send(command: WithoutTask<TaskCommand>, onProgress?: (done: number) => void) {
    const task = this.nextTask();
    const answer = new Promise<Answer>((resolve, reject) => {
      if (this.ended !== null)
        return reject(new CancelledError("The simulator is being replaced."));
      this.pending.set(task, { resolve, reject, onProgress });
      this.post({ ...command, task });
    });
    return { task, answer };
  }

  /** The next task number, for a command that the caller posts itself. */
  nextTask(): number {
    return ++this.lastTask;
  }

  post(command: Command, transfer: Transferable[] = []): void {
    this.worker.postMessage(command, transfer);
  }

  /** Ends the worker and rejects all open promises. */
  end(reason: Error): void {
    if (this.ended !== null) return;
    this.ended = reason;
    this.worker.terminate();
    this.ready?.reject(reason);
    const open = [...this.pending.values()];
    this.pending.clear();
    for (const pending of open) pending.reject(reason);
  }

  private trap(trap: TrapError): void {
    if (this.ended !== null) return;
    // A worker that never started has no machine to recover: this is an ordinary error.
    if (!this.started) return this.end(new Error(trap.message));
    this.end(trap);
    this.onTrap(trap);
  }

  private receive(answer: Answer): void {
    if (this.ended !== null) return;
    if (answer.kind === "ready") {
      this.ready?.resolve(answer);
      this.ready = null;
      return;
    }
    if (answer.kind === "trapped") {
      return this.trap(new TrapError(answer.message, answer.command, answer.head));
    }
    const pending = this.pending.get(answer.task);
    if (pending === undefined) return this.onAnswer(answer);
    if (answer.kind === "progress") return pending.onProgress?.(answer.done);
    this.pending.delete(answer.task);
    if (answer.kind === "refused")
      pending.reject(new RefusedError(answer.problems.map(translateProblem)));
    else if (answer.kind === "cancelled") pending.reject(new CancelledError("Cancelled."));
    else pending.resolve(answer);
  }
}

export function unexpected(answer: Answer): Error {
  return new Error(`the worker sent the answer "${answer.kind}", which does not fit the command`);
}
