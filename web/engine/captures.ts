// The captures that were opened on this page, in memory only. Every worker gets all of them, also workers that start
// later, because a scenario names the capture that it needs by its digest.
import type { WorkerLike, Command } from "./protocol";

/** A capture file that was read. Only the times and lengths of its packets are kept. */
export interface OpenedCapture {
  file: string;
  packets: number;
  digest: string;
  /** For each packet two numbers: nanoseconds since the first packet, and bytes. */
  arrivals: Float64Array;
}

export interface Captures {
  has(digest: string): boolean;
  add(capture: OpenedCapture): void;
  /** Wraps a function that starts workers: each worker then gets every capture. */
  withCaptures(spawn: () => WorkerLike): () => WorkerLike;
}

export function createCaptures(): Captures {
  const captures = new Map<string, OpenedCapture>();
  const workers = new Set<WorkerLike>();
  const send = (worker: WorkerLike, { arrivals }: OpenedCapture) =>
    worker.postMessage({ kind: "capture", arrivals } satisfies Command);
  return {
    has: (digest) => captures.has(digest),
    add(capture) {
      if (captures.has(capture.digest)) return;
      captures.set(capture.digest, capture);
      for (const worker of workers) send(worker, capture);
    },
    withCaptures: (spawn) => () => {
      const worker = spawn();
      workers.add(worker);
      const terminate = worker.terminate.bind(worker);
      worker.terminate = () => {
        workers.delete(worker);
        terminate();
      };
      for (const capture of captures.values()) send(worker, capture);
      return worker;
    },
  };
}
