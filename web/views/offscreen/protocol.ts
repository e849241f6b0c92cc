// The messages between the page and the painting worker. A picture's inputs are sent only when they changed,
// and a frame is sent once, even if several pictures show it.
import type { InputChanges } from "./pictures";

export type PaintCommand =
  /** Gives the worker a canvas to paint on. */
  | { kind: "attach"; surface: number; canvas: OffscreenCanvas }
  | ShowCommand
  | { kind: "detach"; surface: number };

export interface ShowCommand {
  kind: "show";
  surface: number;
  changes: InputChanges;
  /** Null if it is the frame that was sent last. */
  frame: Float64Array | null;
  /** The worker repeats it in its answer. */
  revision: number;
}

export type PaintAnswer =
  /** The worker runs. `canPaint` is false if the browser has no canvas or no fonts in workers. */
  | { kind: "ready"; canPaint: boolean }
  /** The shown time of each surface that was painted. */
  | { kind: "painted"; surfaces: { surface: number; t: number; revision: number }[] };
