// How a worker is made: one line that Vite must see as written, apart from everything that is tested.
import type { WorkerLike } from "./client";

export function spawnWorker(): WorkerLike {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}
