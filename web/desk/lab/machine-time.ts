// The clock in cycles of one machine. Views show cycles, so they seek, loop and zoom in cycles; what has no time in it
// (play, pause, speed) they call on the clock itself.
import type { Boundary } from "../../engine/protocol";
import type { TimeRange } from "../../frame/timescale";
import type { Clock } from "../clock/clock";
import { toCycles, toNanoseconds } from "../clock/nanoseconds";

export interface MachineTime {
  /** Goes to the next or previous boundary. Returns its time; null when none is recorded; undefined when an earlier
   * step is still under way or another machine has been opened. */
  step(boundary: Boundary, direction: 1 | -1): Promise<number | null | undefined>;
  seek(t: number): void;
  /** Pauses and shows a time that may be later than the head: then the machine first runs on to it. */
  goTo(t: number): void;
  /** Plays a range round and round; null ends the loop. */
  setLoop(loop: TimeRange | null): void;
  /** Marks the shown time as one end of a loop. With the second mark the loop begins to play. Returns the loop; null
   * after the first mark. */
  markLoop(end: "from" | "to"): TimeRange | null;
  /** Sets the timeline to a range that a person has chosen. The timeline then stops following the
   * shown time, so that the time under the pointer stays there. It still follows after a zoom
   * around the shown time. */
  setRange(range: TimeRange, isAroundShownTime?: boolean): void;
}

/** `machine`: its clock rate changes when another machine is opened. */
export function createMachineTime(clock: Clock, machine: { readonly hertz: number }): MachineTime {
  const nanoseconds = (t: number) => toNanoseconds(t, machine.hertz);
  const cycles = (t: number) => toCycles(t, machine.hertz);
  const inNanoseconds = ({ from, to }: TimeRange) => ({
    from: nanoseconds(from),
    to: nanoseconds(to),
  });
  return {
    async step(boundary, direction) {
      const found = await clock.step(boundary, direction).catch(() => undefined);
      return typeof found === "number" ? Math.floor(cycles(found)) : found;
    },
    seek: (t) => clock.seek(nanoseconds(Math.round(t))),
    goTo: (t) => clock.goTo(nanoseconds(Math.round(t))),
    setLoop: (loop) => clock.setLoop(loop && inNanoseconds(loop)),
    markLoop(end) {
      const loop = clock.markLoop(end);
      return loop && { from: cycles(loop.from), to: cycles(loop.to) };
    },
    setRange: (range, isAroundShownTime = false) =>
      clock.setRange(inNanoseconds(range), isAroundShownTime),
  };
}
