// The operating point, "you are here": the dot on the curve that sets the setting on the horizontal axis, such as the
// offered rate. It can be dragged along the axis, the numbers of the axis can be pressed, and the arrow keys move it. For
// screen readers it is a slider.
import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { tr } from "../../i18n/i18n";
import {
  toX,
  toY,
  valueAtX,
  type Plot,
  type PlotPoint,
} from "../../pictures/charts/curve-geometry";
import type { Measure } from "../../model/measures/measures";
import { formatNumber } from "../../lib/format/numbers";
import {
  candidatesAroundDot,
  leastCovering,
  pointsAlong,
  labelArea,
  labelBaseline,
  labelHeight,
  type Occupied,
} from "../../pictures/charts/label-placement";
import { textWidth } from "../../lib/format/text-width";
import { axisTitle, formatOnAxis, RATE_PATH, type CurveAxis } from "../../model/curve-axis";
import {
  lastPosition,
  positionOfValue,
  valueAtPosition,
  type SliderRange,
  type SliderValue,
} from "../../ui/slider-scale";
import { pressedKey } from "../../ui/pressed-key";

export interface OperatingPoint {
  /** The value on the horizontal axis; Infinity: no limit. */
  x: number;
  /** The measure there: counted in the window, otherwise read from the curve. null: unknown. */
  height: number | null;
  measured: boolean;
  /** The measure there according to the curve. */
  onCurve: number | null;
}

interface SliderProps {
  plot: Plot;
  /** Lines and labels that the point's label must not cover. */
  drawn: Occupied;
  point: OperatingPoint;
  axis: CurveAxis;
  measure: Measure;
  /** The lesson's step has locked the setting on the horizontal axis. */
  locked: boolean;
  /** The machine is paused: then the measure is described, too. */
  isPaused: boolean;
  onMove(x: number): void;
}

export function OperatingPointSlider({
  plot,
  drawn,
  point,
  axis,
  measure,
  locked,
  isPaused,
  onMove,
}: SliderProps) {
  const [wasDragged, setWasDragged] = useState(false);
  const isDragging = useRef(false);
  const { range } = axis;
  const { min, max } = range;
  const at = nearestOnAxis(range, point.x);
  const x = toX(plot, at);
  const onPlot = (height: number) => toY(plot, Math.min(height, plot.y.max));
  const y = onPlot(point.height ?? 0);

  const moveTo = (value: number) => {
    if (locked) return;
    if (value !== point.x) onMove(value);
    setWasDragged(true);
  };

  const dragTo = (event: PointerEvent<SVGGElement>) => {
    if (!isDragging.current) return;
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (box !== undefined) moveTo(snapped(range, valueAtX(plot, event.clientX - box.left)));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const to = valueAfterKey(pressedKey(event), at, range);
    if (to === null) return;
    event.preventDefault();
    moveTo(to);
  };

  const isOutside = isOutsideAxis(point, axis);
  const here = wasDragged || locked ? tr("you are here") : tr("drag: you are here");
  const words = isOutside ? describeOutside(plot, formatOnAxis(axis, point.x)) : here;
  const curveY = point.onCurve === null ? null : onPlot(point.onCurve);
  const spot = useMemo(
    () => labelSpot(plot, drawn, words, x, steadyHeight(y, curveY)),
    [plot, drawn, words, x, y, curveY],
  );
  return (
    <g
      className={locked ? "operating-point operating-point-locked" : "operating-point"}
      role="slider"
      tabIndex={0}
      aria-label={tr("{axisTitle}: you are here", { axisTitle: axisTitle(axis) })}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={Math.min(at, max)}
      aria-valuetext={describeOperatingPoint(point, isPaused, axis, measure)}
      aria-disabled={locked}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        // Only the left button: after the others a context menu swallows the release, and the drag would not end.
        if (event.button !== 0) return;
        isDragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        // A finger on the numbers may be about to scroll the page: then the browser cancels the drag before it moves.
        const isOnNumbers = (event.target as Element).matches(".operating-point-track");
        if (event.pointerType !== "touch" || !isOnNumbers) dragTo(event);
      }}
      onPointerMove={dragTo}
      onPointerUp={() => (isDragging.current = false)}
      onPointerCancel={() => (isDragging.current = false)}
      onLostPointerCapture={() => (isDragging.current = false)}
    >
      <PointDrawing
        {...{ plot, point, range, locked, at, isOutside, words }}
        spot={{ x, y }}
        label={labelsAround(plot, words, { x, y })[spot] ?? { x, y, w: 0 }}
      />
    </g>
  );
}

function nearestOnAxis({ min, max, infinity }: CurveAxis["range"], x: number): number {
  return infinity && x === Infinity ? x : Math.max(min, Math.min(max, x));
}

interface DrawingProps extends Pick<SliderProps, "plot" | "point" | "locked"> {
  range: CurveAxis["range"];
  /** The value on the axis where the point stands. */
  at: number;
  spot: { x: number; y: number };
  isOutside: boolean;
  words: string;
  label: { x: number; y: number; w: number };
}

function PointDrawing(props: DrawingProps) {
  const { plot, point, range, locked, at, spot, isOutside, words, label } = props;
  const { x, y } = spot;
  const { size, margins } = plot;
  const bottom = size.height - margins.bottom;
  // Near the vertical axis the left arrow would cover a number.
  const hasRoomForArrow = x - 24 >= margins.left - 4;
  return (
    <>
      {!locked && (
        <rect
          className="operating-point-track"
          x={margins.left - 8}
          y={bottom + 1}
          width={size.width - margins.left - margins.right + 16}
          height={12 + 1.4 * plot.fontSize}
        />
      )}
      <circle className="operating-point-target" cx={x} cy={y} r={22} />
      <path className="operating-point-line" d={`M${x} ${y + 9}V${bottom}`} />
      {!locked && (
        <path
          className="operating-point-arrows no-picture"
          d={
            (at > range.min && hasRoomForArrow ? `M${x - 16} ${y}h-8m3.5 -4l-4 4l4 4` : "") +
            (at < (range.infinity ? Infinity : range.max)
              ? `M${x + 16} ${y}h8m-3.5 -4l4 4l-4 4`
              : "")
          }
        />
      )}
      {isOutside && (
        <path
          className="operating-point-arrows"
          d={
            at > range.min ? `M${x + 12} ${y}h8m-4 -4l4 4l-4 4` : `M${x - 12} ${y}h-8m4 -4l-4 4l4 4`
          }
        />
      )}
      {/* For a moment the machine can deliver more than the axis shows, because packets were waiting in it. */}
      {(point.height ?? 0) > plot.y.max && (
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
        data-picture-text={isOutside ? words : tr("you are here")}
      >
        {words}
      </text>
    </>
  );
}

/** The label of a machine outside the axis. In a narrow chart the value stands for itself, beside the arrow. */
function describeOutside({ size, margins, fontSize }: Plot, value: string): string {
  const words = tr("you are at {value}, outside the axis", { value });
  const room = size.width - margins.left - margins.right;
  return textWidth(words, fontSize, "text", 700) <= room ? words : value;
}

/** Whether the machine's value is outside the axis: then the dot is at the end of the axis. */
export function isOutsideAxis({ x }: Pick<OperatingPoint, "x">, { range }: CurveAxis): boolean {
  return x < range.min || (x > range.max && !(x === Infinity && range.infinity));
}

/** Returns the possible positions of the label around the dot. */
function labelsAround(plot: Plot, words: string, dot: PlotPoint) {
  const w = textWidth(words, plot.fontSize, "text", 600) + 4;
  return candidatesAroundDot(dot, w, labelHeight(plot), labelArea(plot));
}

/** The dot may be this far from the curve, or from its earlier height, before its label gets another position. */
const STEADY_PIXELS = 16;

/** The dot's height for its label: that of the curve if the dot is near it, else in steps. So the label does not jump when
 * the delivered rate varies. */
function steadyHeight(y: number, curveY: number | null): number {
  if (curveY !== null && Math.abs(y - curveY) <= STEADY_PIXELS) return curveY;
  return Math.round(y / STEADY_PIXELS) * STEADY_PIXELS;
}

/** Chooses the label's position that covers least. */
function labelSpot(plot: Plot, drawn: Occupied, words: string, x: number, y: number) {
  const dot = { x, y };
  const bottom = plot.size.height - plot.margins.bottom;
  const arrows = { x: dot.x - 26, y: dot.y - 10, w: 52, h: 20 };
  return leastCovering(labelsAround(plot, words, dot), {
    points: [...drawn.points, ...pointsAlong([[dot, { x: dot.x, y: bottom }]])],
    boxes: [...drawn.boxes, arrows],
  });
}

/** Returns the nearest value at which the setting's slider can stop. */
function snapped(range: SliderRange, value: number): number {
  return asNumber(valueAtPosition(range, positionOfValue(range, asSliderValue(value))));
}

const asNumber = (value: SliderValue) => (value === "infinity" ? Infinity : value);
const asSliderValue = (value: number): SliderValue => (value === Infinity ? "infinity" : value);

/** Returns the value after a slider key: arrows move to the next stop, Page keys ten further, Home and End to the ends of
 * the axis. Returns null for other keys. */
export function valueAfterKey(key: string, value: number, range: SliderRange): number | null {
  const position = positionOfValue(range, asSliderValue(value));
  const last = lastPosition(range);
  const moves: Record<string, number> = {
    ArrowRight: position + 1,
    ArrowUp: position + 1,
    ArrowLeft: position - 1,
    ArrowDown: position - 1,
    PageUp: position + 10,
    PageDown: position - 10,
    Home: 0,
    End: last,
  };
  const to = moves[key];
  if (to === undefined) return null;
  return asNumber(valueAtPosition(range, Math.max(0, Math.min(last, to))));
}

/** Describes the point for screen readers. While time runs, the measure changes all the time, and only the value on the
 * horizontal axis is described. */
export function describeOperatingPoint(
  { x, height, measured }: OperatingPoint,
  still: boolean,
  axis: CurveAxis,
  measure: Measure,
): string {
  const isRate = axis.path === RATE_PATH;
  const value = isRate
    ? tr("{number} packets a second offered", { number: formatNumber(x) })
    : formatOnAxis(axis, x);
  const position = isOutsideAxis({ x }, axis) ? tr("{value}, outside the axis", { value }) : value;
  if (height === null || !still) return position;
  const about = measured ? "" : tr("about ");
  if (measure.id === "delivered" && isRate)
    return tr("{position}, {about}{height} delivered", {
      position,
      about,
      height: formatNumber(height),
    });
  return `${position}, ${measure.axisName}: ${about}${measure.format(height)}`;
}
