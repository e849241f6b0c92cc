// Simulated time and wall time, as pure functions: speeds, the positions of the logarithmic speed slider, how far one
// animation frame moves the clock, and how wide the timeline is at a speed.
import { tr } from "../i18n/i18n";

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
  if (!Number.isFinite(speed)) return tr("as fast as possible");
  if (speed === 1) return tr("real time");
  if (speed > 1) return tr("{speed} × real time", { speed: formatThreeDigits(speed) });
  if (speed >= 1e-3)
    return tr("{threeDigits} ms per second", { threeDigits: formatThreeDigits(speed * 1e3) });
  return tr("{threeDigits} µs per second", { threeDigits: formatThreeDigits(speed * 1e6) });
}

/** One animation frame counts for at most this much, so that a page that was stalled or hidden does not jump. */
export const LONGEST_FRAME_MILLISECONDS = 100;

/** Simulated nanoseconds by which the clock moves in one animation frame. Not rounded, because in slow motion fractions must add
 * up. */
export function nanosecondsPerFrame(wallMilliseconds: number, speed: Speed): number {
  return Math.max(0, Math.min(LONGEST_FRAME_MILLISECONDS, wallMilliseconds)) * 1e6 * speed;
}

/** How far the machine runs ahead of the shown time while playing. Longer than the wire time of the shortest packet
 * (67.2 µs), so that the page knows when a packet will arrive while it shows the packet on the wire. */
const LEAD_SECONDS = 80e-6;

export function leadCycles(clockHertz: number): number {
  return Math.round(LEAD_SECONDS * clockHertz);
}

/** How far the shown time may trail the head and still count as live: more than the lead, and longer than any single
 * step of the CPU. */
const TRAIL_SECONDS = 100e-6;

export function isLive(t: number, head: number, clockHertz: number): boolean {
  return t >= head - TRAIL_SECONDS * clockHertz;
}

/** Whether the end of a run is shown. */
export function hasEnded({ t, head, atBound }: { t: number; head: number; atBound: boolean }) {
  return atBound && t >= head;
}

/** Positions of the time bar. The step buttons make finer steps. */
export const TIME_POSITIONS = 2_000;

export function positionOfTime(t: number, head: number, clockHertz: number): number {
  if (isLive(t, head, clockHertz)) return TIME_POSITIONS;
  return Math.min(TIME_POSITIONS - 1, Math.round((TIME_POSITIONS * t) / head));
}

/** The time at a position of the time bar. In a short run one position can be shorter than the range that counts as
 * live: then one step back still leaves the live edge, and one step forward returns to it. */
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

/** Whether steps are recorded at a speed. Far above real time, only the counters of each millisecond are recorded. */
export function recordsSteps(speed: Speed): boolean {
  return speed <= 4;
}

/** The position of the shown time in the timeline's width while the timeline follows. */
const SHOWN_TIME_FRACTION = 0.9;
const NARROWEST_SECONDS = 20e-6;
const WIDEST_SECONDS = 10;

/** The width of a timeline that shows one wall second at a speed, in simulated seconds: a page stays for most of a second. */
export function followWidthSeconds(speed: Speed): number {
  const wanted = Number.isFinite(speed) ? speed : WIDEST_SECONDS;
  return Math.max(NARROWEST_SECONDS, Math.min(WIDEST_SECONDS, wanted));
}

export function followRange(t: number, width: number): { from: number; to: number } {
  const from = Math.max(0, Math.round(t - width * SHOWN_TIME_FRACTION));
  return { from, to: from + Math.round(width) };
}

/** While the machine plays, the timeline turns its pages at most this often: it must not flash (WCAG 2.3.1). */
const PAGE_SECONDS = 0.4;

/**
 * The range of a timeline that follows a playing machine, in cycles. It stands still, and the shown time moves through it,
 * as in an oscilloscope: a picture that scrolls by twice a second cannot be read, and it flashes. The next page
 * begins with the end of the one before. At a width that the machine plays in less than PAGE_SECONDS, pages are left out.
 */
export function pageRange(
  t: number,
  width: number,
  speed: Speed,
  clockHertz: number,
): { from: number; to: number } {
  const overlap = width * (1 - SHOWN_TIME_FRACTION);
  const slowest = PAGE_SECONDS * Math.min(speed, FASTEST_NAMED) * clockHertz;
  const stride = Math.max(width - overlap, slowest);
  const from = Math.max(0, Math.round(Math.floor(t / stride) * stride - overlap));
  return { from, to: from + Math.round(width) };
}

/** The range while a loop that fits plays round and round: it stands still, with the loop in its middle. */
export function loopRange(
  loop: { from: number; to: number },
  width: number,
): { from: number; to: number } {
  const from = Math.max(0, Math.round((loop.from + loop.to - width) / 2));
  return { from, to: from + Math.round(width) };
}

/** A skip to a knob's effect covers this much simulated time. */
export const EFFECT_SECONDS = 0.05;
/** The speed of a skip, which takes two wall seconds. */
export const EFFECT_SPEED: Speed = EFFECT_SECONDS / 2;

/** Rounds nanoseconds up to a whole millisecond: after a change the diagnosis is renewed at each of them. A time that was
 * converted from cycles may be a trace too late. */
export function ceilToMillisecond(t: number): number {
  return Math.ceil(t / 1e6 - 1e-8) * 1e6;
}

/** How long a falling packet stays visible, in wall seconds. */
const FALL_SECONDS = 0.6;

/** The simulated time in which a falling packet is visible, in cycles. */
export function motionSpan(speed: Speed, clockHertz: number): number {
  return Math.round(Math.min(speed, FASTEST_NAMED) * FALL_SECONDS * clockHertz);
}

/** Whether a speed is so slow that the effect of a change would take long to appear. */
export function isSlowMotion(speed: Speed): boolean {
  return speed < EFFECT_SPEED;
}

function formatThreeDigits(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Text, numbers and diagnoses change five times a second, so that people can read them. */
export const PUBLISH_MILLISECONDS = 200;

/** The time between two groups of views. The browser lays out and paints a group after the group has rendered, and
 * should have nothing else to do meanwhile. */
export const STAGGER_MILLISECONDS = 30;

/** The views of two machines render in turn, so that no animation frame has to render both. `own` and `other` are the
 * times when their views last rendered. After two periods without rendering, a machine no longer waits for the other one,
 * whose views may be paused or slow. */
export function isOwnTurn(wallNow: number, own: number, other: number): boolean {
  if (other <= own) return wallNow - own >= PUBLISH_MILLISECONDS;
  return wallNow - other >= STAGGER_MILLISECONDS / 2 || wallNow - own >= 2 * PUBLISH_MILLISECONDS;
}
