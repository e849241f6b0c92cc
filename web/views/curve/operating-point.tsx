// The operating point, "you are here": the dot on the curve that sets the offered rate. It can be dragged along the
// axis and moved by the arrow keys. For screen readers it is a slider.
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { toX, toY, valueAtX, type Plot, type PlotPoint } from "../../charts/curve-geometry";
import { formatNumber } from "../../format/numbers";
import {
  candidatesAround,
  leastCovering,
  pointsAlong,
  labelArea,
  labelBaseline,
  labelHeight,
  type Occupied,
} from "../../charts/label-placement";
import { textWidth } from "../../format/text-width";
import { roundStep } from "../../ui/slider-scale";

export interface OperatingPoint {
  rate: number;
  /** The rate delivered there: measured in the window, otherwise read from the curve. null: unknown. */
  delivered: number | null;
  measured: boolean;
  /** The rate delivered there according to the curve. The label's position depends on it, so that the label does not jump. */
  onCurve: number | null;
}

interface SliderProps {
  plot: Plot;
  /** Lines and labels that the point's label must not cover. */
  drawn: Occupied;
  point: OperatingPoint;
  /** The lesson's step has locked the offered rate. */
  locked: boolean;
  /** The machine is paused: then the delivered rate is described, too. */
  isPaused: boolean;
  onRateChange(rate: number): void;
}

export function OperatingPointSlider({
  plot,
  drawn,
  point,
  locked,
  isPaused,
  onRateChange,
}: SliderProps) {
  const [wasDragged, setWasDragged] = useState(false);
  const isDragging = useRef(false);
  const { size, margins } = plot;
  const step = roundStep(plot.x.max);
  const x = toX(plot, Math.min(point.rate, plot.x.max));
  const delivered = point.delivered ?? 0;
  const y = toY(plot, Math.min(delivered, plot.y.max));

  const setRate = (rate: number) => {
    if (locked) return;
    const wanted = Math.max(0, Math.min(plot.x.max, rate));
    const rounded = wanted === plot.x.max ? wanted : Math.round(wanted / step) * step;
    if (rounded !== point.rate) onRateChange(rounded);
    setWasDragged(true);
  };

  const dragTo = (event: PointerEvent<SVGGElement>) => {
    if (!isDragging.current) return;
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (box !== undefined) setRate(valueAtX(plot, event.clientX - box.left));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const to = rateAfterKey(event.key, point.rate, step, plot.x.max);
    if (to === null) return;
    event.preventDefault();
    setRate(to);
  };

  const words = wasDragged || locked ? "you are here" : "drag: you are here";
  const bottom = size.height - margins.bottom;
  const spot = useMemo(
    () => labelSpot(plot, drawn, words, x, point.onCurve),
    [plot, drawn, words, x, point.onCurve],
  );
  const label = labelsAround(plot, words, { x, y })[spot] ?? { x, y, w: 0 };
  return (
    <g
      className={locked ? "operating-point operating-point-locked" : "operating-point"}
      role="slider"
      tabIndex={0}
      aria-label="Offered rate: you are here"
      aria-valuemin={0}
      aria-valuemax={plot.x.max}
      aria-valuenow={point.rate}
      aria-valuetext={describeOperatingPoint(point, isPaused)}
      aria-disabled={locked}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        // Only the left button: after the others a context menu swallows the release, and the drag would not end.
        if (event.button !== 0) return;
        isDragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        dragTo(event);
      }}
      onPointerMove={dragTo}
      onPointerUp={() => (isDragging.current = false)}
      onPointerCancel={() => (isDragging.current = false)}
      onLostPointerCapture={() => (isDragging.current = false)}
    >
      <circle className="operating-point-target" cx={x} cy={y} r={22} />
      <path className="operating-point-line" d={`M${x} ${y + 9}V${bottom}`} />
      {!locked && (
        <path
          className="operating-point-arrows"
          d={
            (point.rate > 0 ? `M${x - 16} ${y}h-8m3.5 -4l-4 4l4 4` : "") +
            (point.rate < plot.x.max ? `M${x + 16} ${y}h8m-3.5 -4l4 4l-4 4` : "")
          }
        />
      )}
      {/* For a moment the machine can deliver more than the axis shows, because packets were waiting in it. */}
      {delivered > plot.y.max && (
        <path className="operating-point-arrows" d={`M${x} ${y - 12}v-8m-4 4l4 -4l4 4`} />
      )}
      <circle
        className={
          point.measured
            ? "operating-point-dot"
            : "operating-point-dot operating-point-dot-estimated"
        }
        cx={x}
        cy={y}
        r={8}
      />
      <text
        className="operating-point-label"
        x={label.x + label.w / 2}
        y={label.y + labelBaseline(plot)}
        textAnchor="middle"
      >
        {words}
      </text>
    </g>
  );
}

/** Returns the possible positions of the label around the dot. */
function labelsAround(plot: Plot, words: string, dot: PlotPoint) {
  const w = textWidth(words, plot.fontSize, "text", 600) + 4;
  return candidatesAround(dot, w, labelHeight(plot), labelArea(plot));
}

/** Chooses the label's position that covers least. Assumes that the dot is on the curve, so that the label does not jump when
 * the delivered rate varies. */
function labelSpot(plot: Plot, drawn: Occupied, words: string, x: number, onCurve: number | null) {
  const bottom = plot.size.height - plot.margins.bottom;
  const atCurve = { x, y: onCurve === null ? bottom : toY(plot, Math.min(onCurve, plot.y.max)) };
  const arrows = { x: x - 26, y: atCurve.y - 10, w: 52, h: 20 };
  return leastCovering(labelsAround(plot, words, atCurve), {
    points: [...drawn.points, ...pointsAlong([[atCurve, { x, y: bottom }]])],
    boxes: [...drawn.boxes, arrows],
  });
}

/** Returns the rate after a slider key: arrows move one step, Page keys ten, Home and End to the ends of the axis. Returns
 * null for other keys. */
export function rateAfterKey(key: string, rate: number, step: number, max: number): number | null {
  const moves: Record<string, number> = {
    ArrowRight: rate + step,
    ArrowUp: rate + step,
    ArrowLeft: rate - step,
    ArrowDown: rate - step,
    PageUp: rate + 10 * step,
    PageDown: rate - 10 * step,
    Home: 0,
    End: max,
  };
  const to = moves[key];
  return to === undefined ? null : Math.max(0, Math.min(max, to));
}

/** Describes the point for screen readers. While time runs, the delivered rate changes all the time, and only the
 * offered rate is described. */
export function describeOperatingPoint(
  { rate, delivered, measured }: OperatingPoint,
  still: boolean,
): string {
  const offered = `${formatNumber(rate)} packets a second offered`;
  if (delivered === null || !still) return offered;
  return `${offered}, ${measured ? "" : "about "}${formatNumber(delivered)} delivered`;
}
