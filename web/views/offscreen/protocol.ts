// What the page and the painting worker say to each other. Of a picture's parts only those are sent that
// are not the ones sent last; a frame is sent once for all pictures of it.
import type { PictureInput } from "./pictures";

/** Some parts of a picture; all of them with the first one. */
export type InputChanges = Partial<PictureInput>;

export type PaintCommand =
  /** A canvas to paint on from now on. */
  | { kind: "hang"; board: number; canvas: OffscreenCanvas }
  /** `frame`: null when it is the one that was sent last. `look`: told again when it is painted. */
  | { kind: "show"; board: number; changes: InputChanges; frame: Float64Array | null; look: number }
  | { kind: "takeDown"; board: number };

export type PaintAnswer =
  /** The worker runs; not able: its browser has no canvas or no fonts for workers. */
  | { kind: "ready"; able: boolean }
  /** The moments that stand on the boards now. */
  | { kind: "painted"; boards: { board: number; t: number; look: number }[] };

/** Those parts that are others than before. */
export function changedInputs(before: PictureInput | null, now: PictureInput): InputChanges {
  const known: Record<string, unknown> = { ...before };
  const changed = Object.entries(now).filter(([name, part]) => !Object.is(known[name], part));
  return Object.fromEntries(changed);
}
