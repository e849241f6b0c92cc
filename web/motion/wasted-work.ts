// The pile of CPU time thrown away: how long it is drawn. It grows with every wasted cycle since the
// start; when it would outgrow its ground, the ground's scale takes the next of 1, 2, 5, 10 ...
import { RecentDropField, readField, shareOfWindow, type Frame } from "../frame/frame";
import type { WastedWorkBox } from "../machine-layout/types";
import type { Point } from "../machine-layout/path";

const SMALLEST_SCALE_SECONDS = 1e-3;

export interface WastedWorkSize {
  /** Cycles that the whole ground stands for. */
  scaleCycles: number;
  /** How much of the ground is covered, 0..1. */
  covered: number;
}

export function wastedWorkSize(wastedCycles: number, clockHz: number): WastedWorkSize {
  const seconds = wastedCycles / clockHz;
  let scale = SMALLEST_SCALE_SECONDS;
  for (let step = 0; scale < seconds; step += 1) scale *= step % 3 === 1 ? 2.5 : 2;
  return { scaleCycles: scale * clockHz, covered: seconds / scale };
}

/** Right end of the pile and its height above the ground. */
export function wastedWorkOutline(
  strip: WastedWorkBox,
  size: WastedWorkSize,
): { end: number; top: number } {
  const length = strip.w * size.covered;
  return { end: strip.x + length, top: strip.baseline - Math.min(strip.h, 6 + length * 0.5) };
}

/** Where a block that fell at `x` lands: on the pile, or at its growing end. */
export function landingPoint(strip: WastedWorkBox, size: WastedWorkSize, x: number): Point {
  const { end, top } = wastedWorkOutline(strip, size);
  const drift = x + 28;
  if (drift < end - 16) return { x: drift, y: top };
  return { x: Math.min(strip.x + strip.w - 8, Math.max(strip.x + 10, end)), y: strip.baseline - 8 };
}

/**
 * Cycles wasted since the start, up to the shown moment: the counters, which are exact at whole
 * milliseconds, and what fell since, as long as all of that is still in sight.
 */
export function wastedSoFar(frame: Frame, motionSpan: number, clockHz: number): number {
  const counted = frame.total.wastedCycles;
  if (motionSpan < clockHz / 1000) return counted;
  let since = 0;
  for (let row = 0; row < frame.rowCount("recentDrops"); row += 1) {
    const time = readField(frame, "recentDrops", row, RecentDropField.time);
    if (time > frame.windowTo && time <= frame.t) {
      since += readField(frame, "recentDrops", row, RecentDropField.wasted);
    }
  }
  return counted + since;
}

/** Share of the window's CPU time that went into packets lost later. */
export function wastedShare(frame: Frame): number {
  return shareOfWindow(frame, frame.window.wastedCycles);
}
