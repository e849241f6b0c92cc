// "You are here": the dot on the curve that is the offered rate's knob. Pulled along the axis by
// pointer, moved by the arrow keys; a slider for whoever does not see it.
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
  /** What is delivered at that rate: measured in the window, else read from the curve; null = unknown. */
  delivered: number | null;
  measured: boolean;
  /** What the curve says: the words' place follows it, so that they do not jump. */
  onCurve: number | null;
}

interface SliderProps {
  plot: Plot;
  /** Lines and words to keep clear of. */
  drawn: Occupied;
  point: OperatingPoint;
  /** A lesson's step has locked the rate. */
  locked: boolean;
  /** Time stands still: what is delivered is told with the rate. */
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
  const [pulled, setPulled] = useState(false);
  const pulling = useRef(false);
  const { size, margins } = plot;
  const step = roundStep(plot.x.max);
  const x = toX(plot, Math.min(point.rate, plot.x.max));
  const delivered = point.delivered ?? 0;
  const y = toY(plot, Math.min(delivered, plot.y.max));

  const pull = (rate: number) => {
    if (locked) return;
    const wanted = Math.max(0, Math.min(plot.x.max, rate));
    const rounded = wanted === plot.x.max ? wanted : Math.round(wanted / step) * step;
    if (rounded !== point.rate) onRateChange(rounded);
    setPulled(true);
  };

  const pullTo = (event: PointerEvent<SVGGElement>) => {
    if (!pulling.current) return;
    const box = event.currentTarget.ownerSVGElement?.getBoundingClientRect();
    if (box !== undefined) pull(valueAtX(plot, event.clientX - box.left));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const to = rateAfterKey(event.key, point.rate, step, plot.x.max);
    if (to === null) return;
    event.preventDefault();
    pull(to);
  };

  const words = pulled || locked ? "you are here" : "pull: you are here";
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
        // A context menu takes the end of a press of the other buttons: the dot would stay on the pointer.
        if (event.button !== 0) return;
        pulling.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        pullTo(event);
      }}
      onPointerMove={pullTo}
      onPointerUp={() => (pulling.current = false)}
      onPointerCancel={() => (pulling.current = false)}
      onLostPointerCapture={() => (pulling.current = false)}
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
      {/* For a moment more can leave than the curve ever delivers: what had been waiting. */}
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

/** The places beside the dot where its words may stand. */
function labelsAround(plot: Plot, words: string, dot: PlotPoint) {
  const w = textWidth(words, plot.fontSize, "text", 600) + 4;
  return candidatesAround(dot, w, labelHeight(plot), labelArea(plot));
}

/** Which of them covers least: chosen where the curve is, so that words move with the dot and do not jump. */
function labelSpot(plot: Plot, drawn: Occupied, words: string, x: number, onCurve: number | null) {
  const bottom = plot.size.height - plot.margins.bottom;
  const rest = { x, y: onCurve === null ? bottom : toY(plot, Math.min(onCurve, plot.y.max)) };
  const arrows = { x: x - 26, y: rest.y - 10, w: 52, h: 20 };
  return leastCovering(labelsAround(plot, words, rest), {
    points: [...drawn.points, ...pointsAlong([[rest, { x, y: bottom }]])],
    boxes: [...drawn.boxes, arrows],
  });
}

/** The slider keys: arrows one step, with Page keys ten, Home and End the axis' ends. */
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

/** While time runs what is delivered changes all the time: then only what was set is told. */
export function describeOperatingPoint(
  { rate, delivered, measured }: OperatingPoint,
  still: boolean,
): string {
  const offered = `${formatNumber(rate)} packets a second offered`;
  if (delivered === null || !still) return offered;
  return `${offered}, ${measured ? "" : "about "}${formatNumber(delivered)} delivered`;
}
