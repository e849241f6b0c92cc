// The size of the hatched area for wasted work: CPU time spent on packets that were dropped. It grows with every
// wasted cycle since the start. Before it would exceed the full width, the scale changes to the next of 1, 2, 5, 10 ... ms.
import { shareOfWindow, type Frame } from "../../../frame/frame";
import type { WastedWorkBox } from "../layout/types";
import type { Point } from "../layout/path";

const SMALLEST_SCALE_SECONDS = 1e-3;

export interface WastedWorkSize {
  /** Cycles that the full width stands for. */
  scaleCycles: number;
  /** The covered share of the full width, 0..1. */
  covered: number;
}

/** `scaleSeconds`: the full width stands for at least this much CPU time. Two machines side by side have one scale. */
export function wastedWorkSize(
  wastedCycles: number,
  clockHz: number,
  scaleSeconds = 0,
): WastedWorkSize {
  const seconds = wastedCycles / clockHz;
  const least = Math.max(seconds, scaleSeconds);
  let scale = SMALLEST_SCALE_SECONDS;
  // The tolerance is for `scaleSeconds`: it was computed as one of these scales, on another machine, and rounded.
  for (let step = 0; scale * (1 + 1e-9) < least; step += 1) scale *= step % 3 === 1 ? 2.5 : 2;
  return { scaleCycles: scale * clockHz, covered: seconds / scale };
}

/** The right end of the area and its top. */
export function wastedWorkOutline(
  strip: WastedWorkBox,
  size: WastedWorkSize,
): { end: number; top: number } {
  const length = strip.w * size.covered;
  return { end: strip.x + length, top: strip.baseline - Math.min(strip.h, 6 + length * 0.5) };
}

/** The point where a block that fell at `x` lands: on top of the area, or at its growing end. */
export function landingPoint(strip: WastedWorkBox, size: WastedWorkSize, x: number): Point {
  const { end, top } = wastedWorkOutline(strip, size);
  const drift = x + 28;
  if (drift < end - 16) return { x: drift, y: top };
  return { x: Math.min(strip.x + strip.w - 8, Math.max(strip.x + 10, end)), y: strip.baseline - 8 };
}

/**
 * Cycles wasted from the start to the shown time. The counters give the value at the end of the window. If the motion
 * span covers a millisecond, adds the recent drops since then.
 */
export function wastedSoFar(frame: Frame, motionSpan: number, clockHz: number): number {
  const counted = frame.total.wastedCycles;
  if (motionSpan < clockHz / 1000) return counted;
  let since = 0;
  for (let row = 0; row < frame.recentDrops.length; row += 1) {
    const time = frame.recentDrops.time(row);
    if (time > frame.windowTo && time <= frame.t) {
      since += frame.recentDrops.wasted(row);
    }
  }
  return counted + since;
}

/** The share of the window's CPU time that was spent on packets dropped later. */
export function wastedShare(frame: Frame): number {
  return shareOfWindow(frame, frame.window.wastedCycles);
}
