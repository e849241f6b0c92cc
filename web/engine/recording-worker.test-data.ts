// A worker that only records what it gets.
import type { Catalogue } from "../generated/model";
import type { WorkerLike, Answer, Command } from "./protocol";

export const CATALOGUE = { model: "m" } as Catalogue;

const EMPTY_TOPOLOGY = JSON.stringify({
  ...{ contexts: [], places: [], lines: [] },
  ...{ gates: [], steps: [], code: [] },
});

export class RecordingWorker implements WorkerLike {
  sent: Command[] = [];
  ended = false;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage(message: unknown): void {
    this.sent.push(message as Command);
    if ((message as Command).kind === "start") this.answer({ kind: "ready" });
  }
  terminate(): void {
    this.ended = true;
  }
  answer(answer: Answer): void {
    this.onmessage?.({ data: answer } as MessageEvent);
  }
  /** The number of the newest command of a kind. */
  task(kind: Command["kind"]): number {
    const last = this.sent.findLast((command) => command.kind === kind);
    return last !== undefined && "task" in last ? last.task : -1;
  }
  opened(): void {
    const task = this.task("open");
    this.answer({
      kind: "opened",
      task,
      topology: EMPTY_TOPOLOGY,
      scenario: "{}",
      head: 7,
      atBound: false,
    });
  }
  frames = () => this.sent.filter((command) => command.kind === "frame");
}
