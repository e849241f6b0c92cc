// The buttons of the timeline, and a text about the visible range and how it is drawn.
import { tr } from "../../i18n/i18n";
import type { FrameSource } from "../../frame/frame-source";
import { isNarrowest, isWidest, zoomAround, type TimeRange } from "../../frame/timescale";
import { formatDuration } from "../../lib/format/numbers";
import { Button } from "../../ui/button";
import { describeMeasured } from "../../pictures/timeline/descriptions";
import type { Measure } from "../../pictures/timeline/draw/scene";
import { useThrottledFrame } from "../canvas/frame-hooks";
import { wholeRange } from "../../pictures/timeline/gestures";

export interface TimelineToolbarProps {
  clockHertz: number;
  frames: FrameSource;
  shownRange(): TimeRange | null;
  /** The range follows the shown time. */
  following?: boolean | undefined;
  onRangeChange(range: TimeRange, aboutShown?: boolean): void;
  measuring: boolean;
  onMeasuring(on: boolean): void;
  measure: Measure | null;
  loop: TimeRange | null;
  onLoop?: ((loop: TimeRange | null) => void) | undefined;
}

const BUTTON_ZOOM = 0.5;

export function TimelineToolbar(props: TimelineToolbarProps) {
  const { clockHertz: hertz, frames, shownRange, onRangeChange, measuring, loop, onLoop } = props;
  const frame = useThrottledFrame(frames);
  const range = frame === null ? null : shownRange();
  // At the limit a button does nothing, but keeps the focus.
  const zoom = (factor: number) => {
    // The newest frame, not the last rendered one, because the range is of the newest frame.
    const now = shownRange();
    if (now === null) return;
    if (factor > 1 ? isWidest(now, hertz) : isNarrowest(now, hertz)) return;
    const t = frames.current?.t ?? now.from;
    const inSight = t >= now.from && t <= now.to;
    const about = inSight ? t : (now.from + now.to) / 2;
    // A timeline that follows the shown time still follows it after the zoom, even if its page does not show this time.
    onRangeChange(zoomAround(now, about, factor, hertz), inSight || props.following === true);
  };
  const visible = () => visiblePart(shownRange(), frames.current?.head ?? 0);
  const whole = () => onRangeChange(wholeRange(frames.current?.head ?? 0, hertz));
  return (
    <div className="timeline-bar">
      <p className="timeline-words">
        {range === null || frame === null
          ? ""
          : tr("{duration} shown. {value}", {
              duration: formatDuration(range.to - range.from, hertz),
              value: frame.spansComplete
                ? tr("Every procedure, nested as it was called.")
                : tr("Height of a lane's bars: its share of the time."),
            })}
      </p>
      <output className="timeline-words timeline-measured" aria-label={tr("Measured")}>
        {describeMeasured(props.measure, hertz)}
      </output>
      <div className="timeline-buttons">
        <Button
          variant="quiet"
          aria-pressed={measuring}
          title={tr(
            "Press this, then drag between two points. On the keyboard: press M at each point",
          )}
          onClick={() => props.onMeasuring(!measuring)}
        >
          {tr("Measure")}
        </Button>
        {onLoop !== undefined && (
          <Button
            variant="quiet"
            aria-pressed={loop !== null}
            title={tr("Play the visible range round and round. Pressed again: end the loop")}
            onClick={() => onLoop(loop === null ? visible() : null)}
          >
            {tr("Loop")}
          </Button>
        )}
        <Button variant="quiet" onClick={whole}>
          {tr("Whole run")}
        </Button>
        <Button
          variant="quiet"
          aria-label={tr("Zoom out")}
          title={tr("Zoom out (Ctrl or ⌘ and wheel; − on the keyboard)")}
          aria-disabled={range !== null && isWidest(range, hertz)}
          onClick={() => zoom(1 / BUTTON_ZOOM)}
        >
          −
        </Button>
        <Button
          variant="quiet"
          aria-label={tr("Zoom in")}
          title={tr("Zoom in (Ctrl or ⌘ and wheel; + on the keyboard)")}
          aria-disabled={range !== null && isNarrowest(range, hertz)}
          onClick={() => zoom(BUTTON_ZOOM)}
        >
          +
        </Button>
      </div>
    </div>
  );
}

/** The range, as far as the machine has run; null if it is empty. */
function visiblePart(range: TimeRange | null, head: number): TimeRange | null {
  const to = Math.min(range?.to ?? 0, head);
  const from = Math.max(0, range?.from ?? 0);
  return to > from ? { from: Math.round(from), to: Math.round(to) } : null;
}
