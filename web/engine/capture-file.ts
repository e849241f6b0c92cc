// Opens a capture file from the disk: the reader is fetched when the first one is opened, runs in a
// worker for that file, and ends with it.
import type { OpenedCapture } from "./captures";
import { compileCaptureReader } from "./module";
import { RefusedError } from "./problems";
import type { FieldProblem } from "./protocol";

export interface ReadCaptureCommand {
  module: WebAssembly.Module;
  file: Blob;
  /** Only so many packets, from the first; 0 is all. */
  packetsMax: number;
}

export type CaptureAnswer =
  | { kind: "read"; digest: string; arrivals: Float64Array }
  | { kind: "refused"; problems: FieldProblem[] }
  | { kind: "failed"; message: string };

export interface ReaderDependencies {
  module(): Promise<WebAssembly.Module>;
  spawn(): Worker;
}

const browser: ReaderDependencies = {
  module: compileCaptureReader,
  spawn: () => new Worker(new URL("./capture-worker.ts", import.meta.url), { type: "module" }),
};

/** Times and lengths of its packets; `first` is only so many of them, 0 is all. The signal gives it up. */
export async function openCaptureFile(
  file: File,
  first: number,
  signal: AbortSignal,
  parts: ReaderDependencies = browser,
): Promise<OpenedCapture> {
  const module = await parts.module();
  signal.throwIfAborted();
  const worker = parts.spawn();
  try {
    const answer = await new Promise<CaptureAnswer>((resolve, reject) => {
      worker.onmessage = (event: MessageEvent<CaptureAnswer>) => resolve(event.data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || "The worker that reads files could not be loaded."));
      };
      signal.addEventListener("abort", () => reject(signal.reason as Error));
      worker.postMessage({ module, file, packetsMax: first } satisfies ReadCaptureCommand);
    });
    if (answer.kind === "refused") throw new RefusedError(answer.problems);
    if (answer.kind === "failed") throw new Error(answer.message);
    const { digest, arrivals } = answer;
    return { file: file.name, packets: arrivals.length / 2, digest, arrivals };
  } finally {
    worker.terminate();
  }
}
