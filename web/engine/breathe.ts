// Lets waiting messages in between two slices of work. A MessageChannel, not a timer: timers are
// held back to 4 ms and, in hidden tabs, to a second.

/** How long a slice of work may be before a worker looks at its messages, in milliseconds. */
export const SLICE_MILLISECONDS = 8;

const resolvers: (() => void)[] = [];
let channel: MessageChannel | null = null;

/** Resolves after the messages that have arrived by now were handled. */
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
