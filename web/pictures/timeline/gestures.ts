// Wheel, pinch, drag and keys as changes of the visible range. Pure: numbers in, a range out. The time under the
// pointer stays under the pointer. A wheel without keys scrolls the page.
import {
  isNarrowest,
  isWidest,
  panBy,
  xToTime,
  zoomAround,
  type TimeRange,
  type TimeScale,
} from "../../frame/timescale";

const LINE_PIXELS = 16;
const PAGE_PIXELS = 400;
const ZOOM_POWER = 0.01;
/** A pinch sends small deltas and a wheel large ones: the limit makes them feel alike. */
const MAX_ZOOM_PIXELS = 40;

export interface WheelInput {
  deltaX: number;
  deltaY: number;
  /** 0 pixels, 1 lines (Firefox), 2 pages. */
  deltaMode: number;
  /** Browsers send a pinch on a touch pad as a wheel event with the control key. */
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

/** Whether a held key makes the wheel a zoom. */
export const isZoomWheel = (turn: WheelInput): boolean => turn.ctrlKey || turn.metaKey;

/** The new range. Null if the page should scroll, or if the range is at its limit. */
export function wheelRange(
  turn: WheelInput,
  px: number,
  scale: TimeScale,
  clockHz: number,
  head: number,
): TimeRange | null {
  const unit = turn.deltaMode === 1 ? LINE_PIXELS : turn.deltaMode === 2 ? PAGE_PIXELS : 1;
  const dx = turn.deltaX * unit;
  const dy = turn.deltaY * unit;
  const sideways = turn.shiftKey ? dx || dy : Math.abs(dx) > 2 * Math.abs(dy) ? dx : 0;
  if (sideways !== 0) return panPixels(scale, sideways, head);
  if (!isZoomWheel(turn)) return null;
  const closer = dy < 0;
  if (closer ? isNarrowest(scale.range, clockHz) : isWidest(scale.range, clockHz)) return null;
  const held = Math.max(-MAX_ZOOM_PIXELS, Math.min(MAX_ZOOM_PIXELS, dy));
  return zoomAround(scale.range, xToTime(scale, px), Math.exp(held * ZOOM_POWER), clockHz);
}

/** Moves the range to the right by `pixels`. */
export function panPixels(scale: TimeScale, pixels: number, head: number): TimeRange {
  const { range, width } = scale;
  return panBy(range, (pixels / width) * (range.to - range.from), head);
}

/** Zooms with two fingers: both times stay under their fingers. */
export function pinchRange(
  scale: TimeScale,
  before: readonly [number, number],
  after: readonly [number, number],
  clockHz: number,
): TimeRange {
  const apart = Math.max(8, Math.abs(after[1] - after[0]));
  const factor = Math.max(8, Math.abs(before[1] - before[0])) / apart;
  const held = (before[0] + before[1]) / 2;
  const t = xToTime(scale, held);
  const zoomed = zoomAround(scale.range, t, factor, clockHz);
  const moved = (after[0] + after[1]) / 2 - held;
  const shift = (moved / scale.width) * (zoomed.to - zoomed.from);
  return { from: zoomed.from - shift, to: zoomed.to - shift };
}

const KEY_PAN = 0.1;
const KEY_ZOOM = 0.7;

export const isZoomKey = (key: string): boolean => "+=-_".includes(key);

/** The new range after a key; null if the timeline does not use the key. */
export function keyRange(
  key: string,
  range: TimeRange,
  about: number,
  clockHz: number,
  head: number,
): TimeRange | null {
  const width = range.to - range.from;
  switch (key) {
    case "ArrowLeft":
      return panBy(range, -width * KEY_PAN, head);
    case "ArrowRight":
      return panBy(range, width * KEY_PAN, head);
    case "PageUp":
      return panBy(range, -width, head);
    case "PageDown":
      return panBy(range, width, head);
    case "+":
    case "=":
      return zoomAround(range, about, KEY_ZOOM, clockHz);
    case "-":
    case "_":
      return zoomAround(range, about, 1 / KEY_ZOOM, clockHz);
    case "Home":
      return { from: 0, to: width };
    case "End":
      return { from: head - width * 0.9, to: head + width * 0.1 };
    default:
      return null;
  }
}

/** The whole run, at most its last ten seconds. */
export function wholeRange(head: number, clockHz: number): TimeRange {
  const most = 10 * clockHz;
  const length = Math.min(most, Math.max(head * 1.02, 1e-3 * clockHz));
  const from = Math.max(0, head - length * 0.98);
  return { from, to: from + length };
}
