// The interactive part of the timeline: canvas, pointer, wheel, keys, and the tooltip. It listens to events;
// gestures.ts computes the ranges.
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type RefCallback,
} from "react";
import { msg, tr } from "../../i18n/i18n";
import type { FrameSource } from "../../frame/frame-source";
import { xToTime, zoomAround, type TimeRange, type TimeScale } from "../../frame/timescale";
import { isZoomKey, isZoomWheel, keyRange, panPixels, pinchRange, wheelRange } from "./gestures";
import { timeScale, type Measure, type TimelineScene } from "./scene";
import { describeMeasure, describeRange } from "./descriptions";

/** The item under the pointer. */
export interface PlotTarget {
  text: string;
  select(): void;
  highlight(): void;
}

export interface PlotProps {
  /** The element around the canvases. */
  holder?: RefCallback<HTMLElement>;
  /** The canvas's name for a screen reader, without the keys. */
  name: string;
  clockHertz: number;
  /** The frames of the machine whose clock the plot has. */
  frames: FrameSource;
  /** The range follows the shown time. */
  following?: boolean;
  onSeek(t: number): void;
  targetAt(x: number, y: number): PlotTarget | null;
  clearHighlight(): void;
  /** The visible range in words. */
  describe(): string;
  onAnnounce?(text: string): void;
  canvas: HTMLCanvasElement | null;
  /** The lower canvas, which the page paints (see offscreen). */
  setPageCanvas(canvas: HTMLCanvasElement | null): void;
  setWorkerCanvas(canvas: HTMLCanvasElement | null): void;
  /** The axis and the range; null before the first frame. */
  scene(): Pick<TimelineScene, "layout" | "range"> | null;
  width: number;
  height: number;
  showRange(range: TimeRange, aboutShown?: boolean): void;
  /** Null before the first frame. */
  shownRange(): TimeRange | null;
  measuring: boolean;
  measure: Measure | null;
  onMeasure(measure: Measure | null): void;
}

/** A press that moves by less is a click. */
const CLICK_PIXELS = 4;

type Drag =
  | { kind: "press"; x: number; y: number; scale: TimeScale }
  | { kind: "pan"; x: number; scale: TimeScale }
  | { kind: "seek" }
  | { kind: "measure"; from: number };

export function Plot(props: PlotProps) {
  const { clockHertz, scene, width, height, onSeek, targetAt } = props;
  const drag = useRef<Drag | null>(null);
  const fingers = useRef(new Map<number, number>());
  const [tip, setTip] = useState<{ x: number; y: number; text: string } | null>(null);
  const scale = (): TimeScale | null => {
    const now = scene();
    return now === null ? null : timeScale(now);
  };
  const hint = useWheel(props, scale);
  const say = useDebouncedAnnouncement(props.onAnnounce);
  const place = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const down = (event: PointerEvent) => {
    const now = scale();
    if (now === null || event.button !== 0) return;
    const { x, y } = place(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, x);
    if (fingers.current.size > 1) return;
    if (props.measuring || event.shiftKey) {
      const from = xToTime(now, x);
      drag.current = { kind: "measure", from };
      props.onMeasure({ a: from, b: from });
    } else if (y < (scene()?.layout.axis.h ?? 0)) {
      drag.current = { kind: "seek" };
      onSeek(xToTime(now, x));
    } else drag.current = { kind: "press", x, y, scale: now };
  };
  const pinch = (event: PointerEvent, x: number): boolean => {
    const now = scale();
    const held = [...fingers.current.entries()];
    const [first, second] = held;
    if (first === undefined || second === undefined || now === null) return false;
    const before: [number, number] = [first[1], second[1]];
    const after: [number, number] = [
      first[0] === event.pointerId ? x : first[1],
      second[0] === event.pointerId ? x : second[1],
    ];
    fingers.current.set(event.pointerId, x);
    drag.current = null;
    zoomTo(props, now.range, pinchRange(now, before, after, clockHertz));
    return true;
  };
  const move = (event: PointerEvent) => {
    const now = scale();
    if (now === null) return;
    const { x, y } = place(event);
    if (fingers.current.size > 1 && pinch(event, x)) return;
    const current = drag.current;
    if (current === null) return hover(event, x, y);
    setTip(null);
    if (current.kind === "seek") onSeek(xToTime(now, x));
    else if (current.kind === "measure") props.onMeasure({ a: current.from, b: xToTime(now, x) });
    else if (current.kind === "pan") {
      const head = props.frames.current?.head ?? 0;
      props.showRange(panPixels(current.scale, current.x - x, head));
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
    props.clearHighlight();
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const range = props.shownRange();
    const frame = props.frames.current;
    if (range === null || frame === null) return;
    const inSight = frame.t >= range.from && frame.t <= range.to;
    const about = inSight ? frame.t : (range.from + range.to) / 2;
    const next = keyRange(event.key, range, about, clockHertz, frame.head);
    if (next !== null) {
      const aboutShown = inSight || props.following === true;
      props.showRange(next, aboutShown && isZoomKey(event.key));
      say(() => describeRange(next, clockHertz));
    } else if (event.key === "Enter") {
      say(props.describe);
    } else if (event.key === "m") {
      const measure = nextMeasure(props.measure, frame.t);
      props.onMeasure(measure);
      say(() => describeMeasure(measure, clockHertz));
    } else if (event.key === "Escape" && props.measure !== null) {
      props.onMeasure(null);
      say(() => describeMeasure(null, clockHertz));
    } else return;
    event.preventDefault();
  };
  const words = tip?.text ?? "";
  return (
    <div ref={props.holder} className="timeline-plot" style={{ height }}>
      <canvas
        ref={props.setPageCanvas}
        className="timeline-under"
        aria-hidden="true"
        style={{ width, height }}
      />
      <canvas
        ref={props.setWorkerCanvas}
        data-picture=""
        className={props.measuring ? "timeline-measuring" : undefined}
        style={{ width, height }}
        tabIndex={0}
        role="application"
        aria-label={tr(
          "{name}. Arrow keys move it, plus and minus zoom, M measures from the playhead.",
          { name: props.name },
        )}
        aria-description={tr(KEY_HELP)}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
        onPointerLeave={leave}
        onKeyDown={key}
      />
      {hint ? (
        <p className="timeline-hint" role="presentation">
          {tr("{zoomKeyName} + wheel zooms", { zoomKeyName: zoomKeyName() })}
        </p>
      ) : null}
      {words === "" || tip === null ? null : (
        <div
          className="timeline-tip"
          role="presentation"
          style={{
            left: tip.x > width / 2 ? undefined : tip.x + 14,
            right: tip.x > width / 2 ? width - tip.x + 14 : undefined,
            top: tip.y + 16,
          }}
        >
          {words}
        </div>
      )}
    </div>
  );
}

const KEY_HELP =
  msg(`Home and End go to the run’s beginning and to its end, Enter says what is shown, Esc
    ends a measurement. The table under it has every procedure in rows.`);

/** A held key moves often: only the last position is announced, after this time. */
const ANNOUNCE_AFTER_MILLISECONDS = 300;

function useDebouncedAnnouncement(onSay: ((words: string) => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (words: () => string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const said = words();
      if (said !== "") onSay?.(said);
    }, ANNOUNCE_AFTER_MILLISECONDS);
  };
}

/** The first press of the key sets the first point, the second press the second point; a third press clears both. */
function nextMeasure(measure: Measure | null, now: number): Measure | null {
  if (measure === null) return { a: now, b: now };
  return measure.a === measure.b && measure.b !== now ? { a: measure.a, b: now } : null;
}

/** While the range follows the shown time, a zoom is around the shown time, so that it still follows. */
function zoomTo(props: PlotProps, before: TimeRange, range: TimeRange) {
  if (!props.following) return props.showRange(range);
  const factor = (range.to - range.from) / (before.to - before.from);
  const shown = props.frames.current?.t ?? before.to;
  props.showRange(zoomAround(before, shown, factor, props.clockHertz), true);
}

const zoomKeyName = () => (/Mac|iPad|iPhone/.test(navigator.userAgent) ? "⌘" : tr("Ctrl"));
const HINT_MILLISECONDS = 1600;

/**
 * Listens to the wheel outside React, whose wheel listeners are passive and cannot stop the page from scrolling. Returns
 * true for a moment after a wheel that scrolled the page: then the picture says which key zooms.
 */
function useWheel(props: PlotProps, scale: () => TimeScale | null): boolean {
  const [hint, setHint] = useState(0);
  useEffect(() => {
    if (hint === 0) return;
    const timer = setTimeout(() => setHint(0), HINT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [hint]);
  const latest = useRef({ props, scale });
  useEffect(() => {
    latest.current = { props, scale };
  });
  const { canvas } = props;
  useEffect(() => {
    if (canvas === null) return;
    const turn = (event: WheelEvent) => {
      const { props: now, scale: read } = latest.current;
      const current = read();
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
