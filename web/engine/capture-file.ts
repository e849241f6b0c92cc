// Opens a capture file. The page fetches the reader for the first file. Each file is read by a worker of its own.
import { translateProblem } from "../i18n/model-texts";
import type { OpenedCapture } from "./captures";
import workerAddress from "./capture-worker.ts?worker&url";
import { compileCaptureReader } from "./module";
import { RefusedError } from "./problems";
import type { CaptureAnswer, ReadCaptureCommand } from "./protocol";
import { startWorker } from "./start-worker";

export interface ReaderDependencies {
  module(): Promise<WebAssembly.Module>;
  spawn(): Worker;
}

const browserDependencies: ReaderDependencies = {
  module: compileCaptureReader,
  spawn: () => startWorker(workerAddress),
};

/** Reads the times and lengths of a file's first packets; `packetsMax` 0 means all. The signal cancels. */
export async function openCaptureFile(
  file: File,
  packetsMax: number,
  signal: AbortSignal,
  dependencies: ReaderDependencies = browserDependencies,
): Promise<OpenedCapture> {
  const module = await dependencies.module();
  signal.throwIfAborted();
  const worker = dependencies.spawn();
  try {
    const answer = await new Promise<CaptureAnswer>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<CaptureAnswer>) => resolve(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(
          new Error(event.message || "The worker that reads capture files could not be loaded."),
        );
      };
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      worker.postMessage({ module, file, packetsMax } satisfies ReadCaptureCommand);
    });
    if (answer.kind === "refused") throw new RefusedError(answer.problems.map(translateProblem));
    if (answer.kind === "failed") throw new Error(answer.message);
    const { digest, arrivals } = answer;
    return { file: file.name, packets: arrivals.length / 2, digest, arrivals };
  } finally {
    worker.terminate();
  }
}
