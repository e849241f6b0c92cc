// The unit of a desk's clock: simulated nanoseconds. Machines with other clock rates count other cycles in the same time, so
// each run converts at its own door.

/** Nanoseconds in a second: the clock's own rate. */
export const NANOSECONDS = 1e9;

/** The conversion there and back is exact to this part of a cycle. */
const EXACT_CYCLES = 1e-3;

export function toNanoseconds(cycles: number, hertz: number): number {
  return (cycles * NANOSECONDS) / hertz;
}

/** The time of a whole cycle is that cycle again. */
export function toCycles(nanoseconds: number, hertz: number): number {
  const cycles = (nanoseconds * hertz) / NANOSECONDS;
  const whole = Math.round(cycles);
  return Math.abs(cycles - whole) < EXACT_CYCLES ? whole : cycles;
}
