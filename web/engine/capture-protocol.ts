// What the page and the worker that reads one capture file tell each other.
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
