// The range that a person has just asked for. The timeline shows it at once, with the data of the last frame, until the
// frames have it.
import type { Frame } from "../../frame/frame";
import type { TimeRange } from "../../frame/timescale";

/** The timeline gives up a requested range if no frame has it after this time. */
const REQUEST_MILLISECONDS = 500;
/** The engine rounds to whole cycles, so ranges that differ by less are equal. */
const EQUAL_WITHIN_CYCLES = 2;

export class RequestedRange {
  private requested: { range: TimeRange; since: number } | null = null;

  /** Null when the frames decide. */
  get range(): TimeRange | null {
    return this.requested?.range ?? null;
  }

  request(range: TimeRange): void {
    this.requested = { range, since: performance.now() };
  }

  /** Ends the request at the first other range after a frame that had the requested range, or when the time is over. */
  settle(frame: Frame): void {
    const { requested } = this;
    if (requested === null) return;
    const near = (a: number, b: number) => Math.abs(a - Math.max(0, b)) <= EQUAL_WITHIN_CYCLES;
    if (near(frame.from, requested.range.from) && near(frame.to, requested.range.to)) {
      requested.since = Infinity;
    } else if (
      requested.since === Infinity ||
      performance.now() - requested.since > REQUEST_MILLISECONDS
    ) {
      this.requested = null;
    }
  }
}

/** The depth of calls of each lane so far: lanes only grow, so that they do not change height back and forth. Returns
 * `known` itself when no lane grows. */
export function grownCalls(known: readonly number[], seen: readonly number[]): readonly number[] {
  if (seen.every((depth, context) => depth <= (known[context] ?? 1))) return known;
  return seen.map((depth, context) => Math.max(depth, known[context] ?? 1));
}
