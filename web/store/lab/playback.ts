// Simulated time against wall time, as pure functions: the speeds, the log slider's positions, how
// far one animation frame moves the clock, and how wide the timeline is at a speed.

/** Simulated seconds per wall second; Infinity is as fast as possible. */
export type Speed = number;

export const WATCH_PACKETS: Speed = 0.002;
export const WATCH_RATES: Speed = 1;
export const SLOWEST: Speed = 1e-6;
export const FASTEST_NAMED: Speed = 100;

/** The slider: twenty positions a decade, then one more for "as fast as possible". */
const POSITIONS_PER_DECADE = 20;
export const SPEED_POSITIONS =
  Math.round(Math.log10(FASTEST_NAMED / SLOWEST)) * POSITIONS_PER_DECADE + 1;

export function speedAtPosition(position: number): Speed {
  if (position >= SPEED_POSITIONS) return Infinity;
  const exact = SLOWEST * 10 ** (position / POSITIONS_PER_DECADE);
  return Number(exact.toPrecision(2));
}

export function positionOfSpeed(speed: Speed): number {
  if (!Number.isFinite(speed)) return SPEED_POSITIONS;
  const position = Math.round(Math.log10(speed / SLOWEST) * POSITIONS_PER_DECADE);
  return Math.max(0, Math.min(SPEED_POSITIONS - 1, position));
}

/** "2 ms per second", "real time", "as fast as possible". */
export function formatSpeed(speed: Speed): string {
  if (!Number.isFinite(speed)) return "as fast as possible";
  if (speed === 1) return "real time";
  if (speed > 1) return `${formatThreeDigits(speed)} × real time`;
  if (speed >= 1e-3) return `${formatThreeDigits(speed * 1e3)} ms per second`;
  return `${formatThreeDigits(speed * 1e6)} µs per second`;
}

/** A stalled or hidden page must not jump: one animation frame counts for at most this much. */
export const LONGEST_FRAME_MILLISECONDS = 100;

/** Cycles by which the clock moves in one animation frame; not rounded, so that slow time adds up. */
export function cyclesPerFrame(wallMilliseconds: number, speed: Speed, clockHertz: number): number {
  const wall = Math.max(0, Math.min(LONGEST_FRAME_MILLISECONDS, wallMilliseconds)) / 1e3;
  return wall * speed * clockHertz;
}

/** While playing the machine runs this far ahead of the shown time: longer than the shortest packet is on
 * the wire (67.2 µs), so that its arrival is known while it is seen coming in. */
const LEAD_SECONDS = 80e-6;

export function leadCycles(clockHertz: number): number {
  return Math.round(LEAD_SECONDS * clockHertz);
}

/** The shown time may trail the head by this much and still be live: more than the lead, and longer than
 * any piece of work that the CPU does in one turn when it is stepped. */
const TRAIL_SECONDS = 100e-6;

export function isLive(t: number, head: number, clockHertz: number): boolean {
  return t >= head - TRAIL_SECONDS * clockHertz;
}

/** No time lies ahead of what is shown. */
export function hasEnded({ t, head, atBound }: { t: number; head: number; atBound: boolean }) {
  return atBound && t >= head;
}

/** Positions of the time's bar; fine steps are what the step buttons are for. */
export const TIME_POSITIONS = 2_000;

export function positionOfTime(t: number, head: number, clockHertz: number): number {
  if (isLive(t, head, clockHertz)) return TIME_POSITIONS;
  return Math.min(TIME_POSITIONS - 1, Math.round((TIME_POSITIONS * t) / head));
}

/** The time that the bar is put to. In a short run a position is less than what still counts as live: one step back
 * leaves the live edge all the same, and one step on is there. */
export function timeAtPosition(
  wanted: number,
  t: number,
  head: number,
  clockHertz: number,
): number {
  if (wanted >= TIME_POSITIONS) return Infinity;
  const exact = (wanted / TIME_POSITIONS) * head;
  if (!isLive(exact, head, clockHertz)) return exact;
  if (wanted > positionOfTime(t, head, clockHertz)) return Infinity;
  return Math.max(0, Math.ceil(head - TRAIL_SECONDS * clockHertz) - 1);
}

/** Far above real time only the per-millisecond bins are written. */
export function recordsSteps(speed: Speed): boolean {
  return speed <= 4;
}

/** Where in the timeline's width the shown time stands while it follows. */
const SHOWN_TIME_FRACTION = 0.9;
const NARROWEST_SECONDS = 20e-6;
const WIDEST_SECONDS = 10;

/** The width of a timeline that shows half a wall second at this speed, in simulated seconds. */
export function followWidthSeconds(speed: Speed): number {
  const wanted = Number.isFinite(speed) ? speed / 2 : WIDEST_SECONDS;
  return Math.max(NARROWEST_SECONDS, Math.min(WIDEST_SECONDS, wanted));
}

export function followRange(t: number, width: number): { from: number; to: number } {
  const from = Math.max(0, Math.round(t - width * SHOWN_TIME_FRACTION));
  return { from, to: from + Math.round(width) };
}

/** After a knob moved in slow motion: this much simulated time, in this much wall time. */
export const EFFECT_SECONDS = 0.05;
export const EFFECT_SPEED: Speed = EFFECT_SECONDS / 2;

/** After a change there is a verdict at every whole millisecond. */
export function ceilToMillisecond(t: number, clockHertz: number): number {
  const millisecond = clockHertz / 1e3;
  return Math.ceil(Math.ceil(t / millisecond) * millisecond);
}

/** How long a falling packet stays in sight, in wall seconds. */
const FALL_SECONDS = 0.6;

/** The simulated time in which a falling packet is seen, in cycles. */
export function motionSpan(pace: Speed, clockHertz: number): number {
  return Math.round(Math.min(pace, FASTEST_NAMED) * FALL_SECONDS * clockHertz);
}

/** Slow enough that a change's effect would take long to be seen. */
export function isSlowMotion(speed: Speed): boolean {
  return speed < EFFECT_SPEED;
}

function formatThreeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}
