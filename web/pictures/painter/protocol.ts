// The messages between the page and the painting worker. A picture's inputs are sent only when they changed,
// and a frame is sent once, even if several pictures show it.
import type { Frame } from "../../frame/frame";
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
  /** The frames that the picture shows: one of each machine. */
  frames: SentFrame[];
  /** The worker repeats it in its answer. */
  revision: number;
}

export interface SentFrame {
  number: number;
  /** Null if the frame was sent before and the worker still has it. */
  data: Float64Array | null;
}

/** The worker keeps this many frames: two of each machine of a comparison. */
const FRAMES_KEPT = 4;

/** The newest frames by number. The page and the worker both keep this list, so that the page knows what the worker has. */
export class RecentFrames {
  private readonly frames = new Map<number, Frame>();

  get(number: number): Frame | undefined {
    return this.frames.get(number);
  }

  add(number: number, frame: Frame): void {
    this.frames.set(number, frame);
    const [oldest] = this.frames.keys();
    if (this.frames.size > FRAMES_KEPT && oldest !== undefined) this.frames.delete(oldest);
  }

  /** The number of a frame; undefined if it is not among the newest. */
  numberOf(frame: Frame): number | undefined {
    return [...this.frames].find(([, one]) => one === frame)?.[0];
  }
}

export type PaintAnswer =
  /** The worker runs. `canPaint` is false if the browser has no canvas or no fonts in workers. */
  | { kind: "ready"; canPaint: boolean }
  /** The shown time of each surface that was painted. */
  | { kind: "painted"; surfaces: { surface: number; t: number; revision: number }[] };
