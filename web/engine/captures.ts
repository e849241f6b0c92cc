// The captures that were opened on this page, in memory only: every worker is given all of them, those
// that start later too, because a scenario names the one that it needs by its digest.
import type { WorkerLike } from "./client";
import type { Command } from "./protocol";

/** A capture file that was read: which packets came when is all that is kept of it. */
export interface OpenedCapture {
  file: string;
  packets: number;
  digest: string;
  /** Nanoseconds since the first packet, and bytes, of each packet in turn. */
  arrivals: Float64Array;
}

export interface Captures {
  has(digest: string): boolean;
  keep(capture: OpenedCapture): void;
  /** The same way to make workers, each of which is given every capture. */
  spawning(spawn: () => WorkerLike): () => WorkerLike;
}

export function createCaptures(): Captures {
  const kept = new Map<string, OpenedCapture>();
  const workers = new Set<WorkerLike>();
  const give = (worker: WorkerLike, { arrivals }: OpenedCapture) =>
    worker.postMessage({ kind: "capture", arrivals } satisfies Command);
  return {
    has: (digest) => kept.has(digest),
    keep(capture) {
      if (kept.has(capture.digest)) return;
      kept.set(capture.digest, capture);
      for (const worker of workers) give(worker, capture);
    },
    spawning: (spawn) => () => {
      const worker = spawn();
      workers.add(worker);
      const terminate = worker.terminate.bind(worker);
      worker.terminate = () => {
        workers.delete(worker);
        terminate();
      };
      for (const capture of kept.values()) give(worker, capture);
      return worker;
    },
  };
}
