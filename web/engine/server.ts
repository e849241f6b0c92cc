// Two functions that the servers of the shown machine and of trials share. The first one pauses long
// work between two slices, so that the worker can handle messages. It uses a MessageChannel and no
// timer: browsers delay timers to 4 ms, and to a second in hidden tabs. The second one makes the
// answer to a failed command.
import { parseRefusal } from "./problems";
import type { Answer } from "./protocol";

export type Post = (answer: Answer, transfer?: Transferable[]) => void;

/** The length of a slice, in milliseconds. */
export const SLICE_MILLISECONDS = 8;

const resolvers: (() => void)[] = [];
let channel: MessageChannel | null = null;

/** Resolves after the messages that have arrived so far have been handled. */
export function yieldToEventLoop(): Promise<void> {
  if (channel === null) {
    channel = new MessageChannel();
    channel.port1.onmessage = () => resolvers.shift()?.();
  }
  const { port2 } = channel;
  return new Promise((resolve) => {
    resolvers.push(resolve);
    port2.postMessage(null);
  });
}

/** The answer to a command that failed: a refusal, or else a trap. `headOf` may throw: a trapped instance may not even
 * return its head. */
export function failureAnswer(
  task: number,
  command: string,
  error: unknown,
  headOf: () => number,
): Extract<Answer, { kind: "refused" | "trapped" }> {
  const problems = parseRefusal(error);
  if (problems !== null) return { kind: "refused", task, problems };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  let head = 0;
  try {
    head = headOf();
  } catch {
    // The head stays 0.
  }
  return { kind: "trapped", task, message, command, head };
}
