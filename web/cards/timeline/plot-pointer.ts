// The pointer and the wheel on the timeline's plot: seeking, moving, zooming, measuring, and the tooltip. The hooks listen to
// events; gestures.ts computes the ranges.
import { useEffect, useRef, useState, type PointerEvent } from "react";
import type { FrameSource } from "../../frame/frame-source";
import { xToTime, zoomAround, type TimeRange, type TimeScale } from "../../frame/timescale";
import { isZoomWheel, panPixels, pinchRange, wheelRange } from "../../pictures/timeline/gestures";
import { timeScale, type Measure, type TimelineScene } from "../../pictures/timeline/draw/scene";

/** The item under the pointer. */
export interface PlotTarget {
  text: string;
  select(): void;
  highlight(): void;
}

/** What the pointer and the wheel act on. */
export interface PlotActions {
  canvas: HTMLCanvasElement | null;
  clockHertz: number;
  /** The frames of the machine whose clock the plot has. */
  frames: FrameSource;
  /** The range follows the shown time. */
  following?: boolean;
  /** The axis and the range; null before the first frame. */
  scene(): Pick<TimelineScene, "layout" | "range"> | null;
  onSeek(t: number): void;
  targetAt(x: number, y: number): PlotTarget | null;
  clearHighlight(): void;
  showRange(range: TimeRange, aboutShown?: boolean): void;
  measuring: boolean;
  onMeasure(measure: Measure | null): void;
}

/** A press that moves by less is a click. */
const CLICK_PIXELS = 4;

type Drag =
  | { kind: "press"; x: number; y: number; scale: TimeScale }
  | { kind: "pan"; x: number; scale: TimeScale }
  | { kind: "seek" }
  | { kind: "measure"; from: number };

/** Returns the listeners of the canvas, and the tooltip; null while there is none. */
export function usePointer(plot: PlotActions) {
  const { clockHertz, scene, onSeek, targetAt, onMeasure } = plot;
  const drag = useRef<Drag | null>(null);
  const fingers = useRef(new Map<number, number>());
  const [tip, setTip] = useState<{ x: number; y: number; text: string } | null>(null);
  const down = (event: PointerEvent) => {
    const now = scaleOf(plot);
    if (now === null || event.button !== 0) return;
    const { x, y } = place(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, x);
    if (fingers.current.size > 1) return;
    if (plot.measuring || event.shiftKey) {
      const from = xToTime(now, x);
      drag.current = { kind: "measure", from };
      onMeasure({ a: from, b: from });
    } else if (y < (scene()?.layout.axis.h ?? 0)) {
      drag.current = { kind: "seek" };
      onSeek(xToTime(now, x));
    } else drag.current = { kind: "press", x, y, scale: now };
  };
  const pinch = (event: PointerEvent, x: number): boolean => {
    const now = scaleOf(plot);
    const before = twoOf(fingers.current);
    fingers.current.set(event.pointerId, x);
    const after = twoOf(fingers.current);
    if (before === null || after === null || now === null) return false;
    drag.current = null;
    zoomTo(plot, now.range, pinchRange(now, before, after, clockHertz));
    return true;
  };
  const move = (event: PointerEvent) => {
    const now = scaleOf(plot);
    if (now === null) return;
    const { x, y } = place(event);
    if (fingers.current.size > 1 && pinch(event, x)) return;
    const current = drag.current;
    if (current === null) return hover(event, x, y);
    setTip(null);
    if (current.kind === "seek") onSeek(xToTime(now, x));
    else if (current.kind === "measure") onMeasure({ a: current.from, b: xToTime(now, x) });
    else if (current.kind === "pan") {
      const head = plot.frames.current?.head ?? 0;
      plot.showRange(panPixels(current.scale, current.x - x, head));
    } else if (Math.abs(x - current.x) > CLICK_PIXELS) {
      drag.current = { kind: "pan", x: current.x, scale: current.scale };
    }
  };
  const hover = (event: PointerEvent, x: number, y: number) => {
    if (event.pointerType === "touch") return;
    const now = scene();
    if (now === null || y < now.layout.axis.h) return leave();
    const target = targetAt(x, y);
    if (target === null) return leave();
    setTip({ x, y, text: target.text });
    target.highlight();
  };
  const up = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    const current = drag.current;
    drag.current = null;
    if (current?.kind === "press") targetAt(current.x, current.y)?.select();
  };
  const leave = () => {
    setTip(null);
    plot.clearHighlight();
  };
  const listeners = {
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: up,
    onPointerLeave: leave,
  };
  return { listeners, tip };
}

/** Where the pointer is on its element. */
function place(event: PointerEvent): { x: number; y: number } {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** The positions of the first two fingers; null while there are fewer. */
function twoOf(fingers: ReadonlyMap<number, number>): [number, number] | null {
  const [first, second] = fingers.values();
  return first === undefined || second === undefined ? null : [first, second];
}

const HINT_MILLISECONDS = 1600;

/**
 * Listens to the wheel outside React, whose wheel listeners are passive and cannot stop the page from scrolling. Returns
 * true for a moment after a wheel that scrolled the page: then the picture says which key zooms.
 */
export function useWheel(plot: PlotActions): boolean {
  const [hint, setHint] = useState(0);
  useEffect(() => {
    if (hint === 0) return;
    const timer = setTimeout(() => setHint(0), HINT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [hint]);
  const latest = useRef(plot);
  useEffect(() => {
    latest.current = plot;
  });
  const { canvas } = plot;
  useEffect(() => {
    if (canvas === null) return;
    const turn = (event: WheelEvent) => {
      const now = latest.current;
      const current = scaleOf(now);
      if (current === null) return;
      const x = event.clientX - canvas.getBoundingClientRect().left;
      const held = Math.max(current.x, Math.min(current.x + current.width, x));
      const zooms = isZoomWheel(event);
      // Else the browser would zoom the whole page.
      if (zooms) event.preventDefault();
      const head = now.frames.current?.head ?? 0;
      const range = wheelRange(event, held, current, now.clockHertz, head);
      if (range === null) {
        if (!zooms) setHint((turns) => turns + 1);
        return;
      }
      event.preventDefault();
      if (zooms && !event.shiftKey) zoomTo(now, current.range, range);
      else now.showRange(range);
    };
    canvas.addEventListener("wheel", turn, { passive: false });
    return () => canvas.removeEventListener("wheel", turn);
  }, [canvas]);
  return hint > 0;
}

function scaleOf({ scene }: PlotActions): TimeScale | null {
  const now = scene();
  return now === null ? null : timeScale(now);
}

/** While the range follows the shown time, a zoom is around the shown time, so that it still follows. */
function zoomTo(plot: PlotActions, before: TimeRange, range: TimeRange) {
  if (!plot.following) return plot.showRange(range);
  const factor = (range.to - range.from) / (before.to - before.from);
  const shown = plot.frames.current?.t ?? before.to;
  plot.showRange(zoomAround(before, shown, factor, plot.clockHertz), true);
}
