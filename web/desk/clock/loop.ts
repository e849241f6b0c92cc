// A loop: a range of time that plays round and round. Pure functions of times in nanoseconds.
import { nanosecondsPerFrame, type Speed } from "../../model/playback";
import type { TimeRange } from "../../frame/timescale";
import { NANOSECONDS } from "./nanoseconds";

/** A round takes at least this much wall time. A shorter round would flash more than three times a second. */
export const ROUND_SECONDS_MIN = 0.5;

/** Returns the loop between two times in either order, or null if they are equal or not both known. */
export function loopBetween(a: number | null, b: number | null): TimeRange | null {
  if (a === null || b === null || a === b) return null;
  return { from: Math.min(a, b), to: Math.max(a, b) };
}

/** Returns the shown time after one animation frame: it goes on to the end of the loop, then back to its beginning. A time
 * before the loop plays into it. `end` is where the loop turns, at the latest the end of the run. */
export function advanceInLoop(
  t: number,
  { from, to }: TimeRange,
  wallMilliseconds: number,
  speed: Speed,
  end: number = to,
): number {
  const fastest = (to - from) / ROUND_SECONDS_MIN / NANOSECONDS;
  const last = Math.min(to, end);
  if (t >= last) return from;
  return Math.min(last, t + nanosecondsPerFrame(wallMilliseconds, Math.min(speed, fastest)));
}
