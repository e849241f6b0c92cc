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
  add(capture: OpenedCapture): void;
  /** The same way to make workers, each of which is given every capture. */
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
