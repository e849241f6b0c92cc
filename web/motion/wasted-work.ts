// The pile of CPU time thrown away: how long it is drawn. It grows with every wasted cycle since the
// start; when it would outgrow its ground, the ground's scale takes the next of 1, 2, 5, 10 ...
import { FallField, field, shareOfWindow, type Frame } from "../frame/frame";
import type { PileBox } from "../machine-layout/types";
import type { Point } from "../machine-layout/path";

const SMALLEST_SCALE_SECONDS = 1e-3;

export interface PileSize {
  /** Cycles that the whole ground stands for. */
  scaleCycles: number;
  /** How much of the ground is covered, 0..1. */
  covered: number;
}

export function pileSize(wastedCycles: number, clockHz: number): PileSize {
  const seconds = wastedCycles / clockHz;
  let scale = SMALLEST_SCALE_SECONDS;
  for (let step = 0; scale < seconds; step += 1) scale *= step % 3 === 1 ? 2.5 : 2;
  return { scaleCycles: scale * clockHz, covered: seconds / scale };
}

/** Right end of the pile and its height above the ground. */
export function pileOutline(pile: PileBox, size: PileSize): { end: number; top: number } {
  const length = pile.w * size.covered;
  return { end: pile.x + length, top: pile.ground - Math.min(pile.h, 6 + length * 0.5) };
}

/** Where a block that fell at `x` lands: on the pile, or at its growing end. */
export function landingPoint(pile: PileBox, size: PileSize, x: number): Point {
  const { end, top } = pileOutline(pile, size);
  const drift = x + 28;
  if (drift < end - 16) return { x: drift, y: top };
  return { x: Math.min(pile.x + pile.w - 8, Math.max(pile.x + 10, end)), y: pile.ground - 8 };
}

/**
 * Cycles wasted since the start, up to the shown moment: the counters, which are exact at whole
 * milliseconds, and what fell since, as long as all of that is still in sight.
 */
export function wastedSoFar(frame: Frame, motionSpan: number, clockHz: number): number {
  const counted = frame.total.wastedCycles;
  if (motionSpan < clockHz / 1000) return counted;
  let since = 0;
  for (let row = 0; row < frame.rows("falls"); row += 1) {
    const time = field(frame, "falls", row, FallField.time);
    if (time > frame.windowTo && time <= frame.t) {
      since += field(frame, "falls", row, FallField.wasted);
    }
  }
  return counted + since;
}

/** Share of the window's CPU time that went into packets lost later. */
export function wastedShare(frame: Frame): number {
  return shareOfWindow(frame, frame.window.wastedCycles);
}
