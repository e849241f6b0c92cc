// Reads the Float64Array that the engine answers with. The readers of its header and rows are generated from the table in
// core/src/frame/layout.rs; they copy nothing and create no object for a packet. Rows are addressed by number; times are
// cycles.
import { Frame, FRAME_HEADER_LENGTH, FRAME_VERSION } from "../generated/layout";

export { ContextState, EventKind, PacketOutcome } from "../generated/layout";
export type { Frame };

export class FrameError extends Error {
  override name = "FrameError";
}

/** Wraps the engine's array. Throws a FrameError if it is not a frame of this version. */
export function readFrame(data: Float64Array): Frame {
  if (data.length < FRAME_HEADER_LENGTH) {
    throw new FrameError(
      `a frame has at least ${FRAME_HEADER_LENGTH} numbers, this has ${data.length}`,
    );
  }
  if (data[0] !== FRAME_VERSION) {
    throw new FrameError(
      `the frame has version ${data[0]}; this page reads version ${FRAME_VERSION}`,
    );
  }
  return new Frame(data);
}

/** Cycles as a share of the window's CPU time, all CPUs together. */
export function shareOfWindow(frame: Frame, cycles: number): number {
  const available = frame.window.elapsedCycles * frame.cpus.length;
  return available > 0 ? cycles / available : 0;
}

/**
 * The packets in a place, oldest first. A frame lists at most the newest 1,024 packets of a place; `unlisted` counts
 * the older ones.
 */
export function packetsAt(
  frame: Frame,
  place: number,
): { packets: Float64Array; unlisted: number } {
  const { places, contents } = frame;
  const first = places.contents(place);
  const count = places.count(place);
  const isLast = place + 1 >= places.length;
  const end = isLast ? contents.offset + contents.length : places.contents(place + 1);
  const listed = Math.max(0, Math.min(count, end - first));
  return { packets: frame.data.subarray(first, first + listed), unlisted: count - listed };
}

/** Whether the window begins at the last change. It begins when the counters are recorded, within a millisecond of it. */
export function startsAtChange(
  { lastIntervention, windowFrom }: Pick<Frame, "lastIntervention" | "windowFrom">,
  clockHertz: number,
): boolean {
  return lastIntervention > 0 && Math.abs(windowFrom - lastIntervention) <= clockHertz / 1e3;
}
