// The interactive part of the timeline: the canvases, the keys and the tooltip. plot-pointer.ts listens to pointer and wheel;
// gestures.ts computes the ranges.
import { useEffect, useRef, type KeyboardEvent, type RefCallback } from "react";
import { msg, tr } from "../../i18n/i18n";
import type { TimeRange } from "../../frame/timescale";
import { isZoomKey, keyRange } from "../../pictures/timeline/gestures";
import { usePointer, useWheel, type PlotActions } from "./plot-pointer";
import type { Measure } from "../../pictures/timeline/draw/scene";
import { describeMeasure, describeRange } from "../../pictures/timeline/descriptions";
import { pressedKey, withoutShift } from "../../ui/pressed-key";

export interface PlotProps extends PlotActions {
  /** The element around the canvases. */
  holder?: RefCallback<HTMLElement>;
  /** The canvas's name for a screen reader, without the keys. */
  name: string;
  /** The visible range in words. */
  describe(): string;
  onAnnounce?(text: string): void;
  /** The lower canvas, which the page paints (see offscreen). */
  setPageCanvas(canvas: HTMLCanvasElement | null): void;
  setWorkerCanvas(canvas: HTMLCanvasElement | null): void;
  width: number;
  height: number;
  /** Null before the first frame. */
  shownRange(): TimeRange | null;
  measure: Measure | null;
}

export function Plot(props: PlotProps) {
  const { clockHertz, width, height } = props;
  const { listeners, tip } = usePointer(props);
  const hint = useWheel(props);
  const say = useDebouncedAnnouncement(props.onAnnounce);
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const range = props.shownRange();
    const frame = props.frames.current;
    if (range === null || frame === null) return;
    const inSight = frame.t >= range.from && frame.t <= range.to;
    const about = inSight ? frame.t : (range.from + range.to) / 2;
    const next = keyRange(pressedKey(event), range, about, clockHertz, frame.head);
    if (next !== null) {
      const aboutShown = inSight || props.following === true;
      props.showRange(next, aboutShown && isZoomKey(pressedKey(event)));
      say(() => describeRange(next, clockHertz));
    } else if (pressedKey(event) === "Enter") {
      say(props.describe);
    } else if (withoutShift(pressedKey(event)) === "m") {
      const measure = nextMeasure(props.measure, frame.t);
      props.onMeasure(measure);
      say(() => describeMeasure(measure, clockHertz));
    } else if (pressedKey(event) === "Escape" && props.measure !== null) {
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
        {...listeners}
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

const zoomKeyName = () => (/Mac|iPad|iPhone/.test(navigator.userAgent) ? "⌘" : tr("Ctrl"));
