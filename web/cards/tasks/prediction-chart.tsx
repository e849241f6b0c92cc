// The axes on which a learner draws a prediction, and the measured curve over it. There is one dot for each value;
// the pointer sets the dots that it passes.
import { useRef, type PointerEvent } from "react";
import { msg, tr } from "../../i18n/i18n";
import {
  axis,
  clippedLineEnd,
  linePath,
  toX,
  toY,
  valueAtX,
  type Plot,
  type PlotPoint,
} from "../../pictures/charts/curve-geometry";
import { formatCompact } from "../../lib/format/numbers";
import {
  candidatesAlongCurve,
  candidatesAround,
  candidatesBesideLine,
  pointsAlong,
  labelArea,
  labelBaseline,
  labelHeight,
  placeLabels,
  type LabelBox,
} from "../../pictures/charts/label-placement";
import { textWidth } from "../../lib/format/text-width";
import { metricUnit, inputScale } from "../../lesson/metric";
import type { Prediction } from "../../lesson/lesson";
import { RATE_PATH } from "../../model/curve-axis";
import { BASE_FONT_SIZE, useFontSize } from "../../ui/appearance";
import { Axes } from "../charts/axes";
import type { PredictionAxis } from "./prediction-axis";

interface PredictionChartProps {
  width: number;
  task: Prediction;
  /** "CPU time of User process" */
  measured: string;
  axis: PredictionAxis;
  guess: readonly (number | null)[];
  real: readonly (number | null)[] | null;
  /** Where the numbers are, for people who cannot see the picture. */
  tableHint: string;
  /** null when the prediction cannot be changed. */
  onDraw: ((values: readonly (number | null)[]) => void) | null;
}

export function PredictionChart(props: PredictionChartProps) {
  const { width, task, measured, axis, guess, real, tableHint, onDraw } = props;
  const type = useFontSize();
  const plot = plotOf({ width, type }, task, axis, real);
  const last = useRef<{ x: number; y: number } | null>(null);

  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (onDraw === null || last.current === null) return;
    const to = pointOf(event, plot);
    onDraw(strokeThrough({ xs: axis.xs, max: task.max }, guess, last.current, to));
    last.current = to;
  };
  const inviting = onDraw !== null && guess.every((value) => value === null);
  const { size } = plot;
  return (
    <svg
      data-picture="Prediction"
      className={onDraw === null ? "prediction-chart" : "prediction-chart prediction-open"}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={tr("Prediction: {measured} against {name}. {tableHint}", {
        measured,
        name: axis.name,
        tableHint,
      })}
      onPointerDown={(event) => {
        if (onDraw === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = pointOf(event, plot);
        draw(event);
      }}
      onPointerMove={draw}
      onPointerUp={() => (last.current = null)}
      onPointerCancel={() => (last.current = null)}
    >
      <PredictionAxes plot={plot} task={task} measured={measured} axis={axis} />
      <path className="chart-no-loss" d={linePath(plot, noLossOf(plot, task) ?? [])} />
      <Line className="guess" plot={plot} axis={axis} values={guess} />
      {real !== null && <Line className="real" plot={plot} axis={axis} values={real} />}
      <CurveLabels {...{ plot, task, axis, guess, real }} isEmpty={inviting} />
    </svg>
  );
}

function plotOf(
  { width, type }: { width: number; type: number },
  task: Prediction,
  { end }: PredictionAxis,
  real: readonly (number | null)[] | null,
): Plot {
  const k = type / BASE_FONT_SIZE;
  const highest = Math.max(task.max, ...(real ?? []).map((value) => value ?? 0));
  return {
    size: { width, height: Math.round(Math.max(220 * k, Math.min(320 * k, width * 0.68))) },
    margins: { top: 26 * k, right: 16, bottom: 44 * k, left: 40 * k },
    x: axis(end, 4),
    y: axis(highest, 4),
    fontSize: type,
  };
}

function pointOf(event: PointerEvent<SVGSVGElement>, plot: Plot) {
  const box = event.currentTarget.getBoundingClientRect();
  const { size, margins, y } = plot;
  const height = size.height - margins.top - margins.bottom;
  const share = (size.height - margins.bottom - (event.clientY - box.top)) / height;
  return {
    x: valueAtX(plot, event.clientX - box.left),
    y: Math.max(0, Math.min(1, share)) * y.max,
  };
}

interface LineProps {
  className: string;
  plot: Plot;
  axis: PredictionAxis;
  values: readonly (number | null)[];
}

function Line({ className, plot, axis, values }: LineProps) {
  const points = axis.xs.flatMap((x, at) => {
    const value = values[at];
    return value === null || value === undefined ? [] : [{ x, y: value }];
  });
  if (points.length === 0) return null;
  return (
    <g className={`prediction-line prediction-${className}`}>
      <path d={linePath(plot, points)} />
      {points.map(({ x: at, y }) => (
        <circle key={at} cx={toX(plot, at)} cy={toY(plot, y)} r={4} />
      ))}
    </g>
  );
}

interface CurveLabelsProps {
  plot: Plot;
  task: Prediction;
  axis: PredictionAxis;
  guess: readonly (number | null)[];
  real: readonly (number | null)[] | null;
  /** Whether nothing is drawn yet. */
  isEmpty: boolean;
}

const INVITATION = msg("draw your curve here");
const NO_LOSS = msg("no loss");
const YOU = "you";
const MACHINE = msg("the machine");

/** The names of the lines. They are placed where no line passes, preferably where the two curves are furthest apart. */
function CurveLabels({ plot, task, axis, guess, real, isEmpty }: CurveLabelsProps) {
  const pixel = ({ x, y }: PlotPoint) => ({ x: toX(plot, x), y: toY(plot, y) });
  const apart = (at: number) => Math.abs((guess[at] ?? 0) - (real?.[at] ?? guess[at] ?? 0));
  const ranked = axis.xs.map((_, at) => at).sort((a, b) => apart(b) - apart(a) || b - a);
  const along = (values: readonly (number | null)[], order = axis.xs.map((_, at) => at)) =>
    order.flatMap((at) => {
      const value = values[at] ?? null;
      return value === null ? [] : [pixel({ x: axis.xs[at] ?? 0, y: value })];
    });
  const ideal = noLossOf(plot, task)?.map(pixel) ?? [];
  const [h, within] = [labelHeight(plot), labelArea(plot)];
  const beside = (values: readonly (number | null)[], words: string) =>
    candidatesAlongCurve(
      along(values, ranked),
      textWidth(words, plot.fontSize, "text", 600),
      h,
      within,
    );
  const [origin, end] = ideal;
  const middle = { x: within.x + within.w / 2, y: within.y + within.h / 2 };
  const [noLoss, you, machine, invitation] = placeLabels(
    [
      origin && end
        ? candidatesBesideLine(origin, end, textWidth(tr(NO_LOSS), plot.fontSize), h, within)
        : [],
      beside(guess, YOU),
      beside(real ?? [], tr(MACHINE)),
      isEmpty
        ? candidatesAround(
            middle,
            textWidth(tr(INVITATION), plot.fontSize * 1.17, "text", 600),
            h,
            within,
          )
        : [],
    ],
    { points: pointsAlong([along(guess), along(real ?? []), ideal]), boxes: [] },
  );
  const told: [string, string, LabelBox | undefined][] = [
    ["prediction-label-muted", tr(NO_LOSS), noLoss],
    ["prediction-tag prediction-you", YOU, you],
    ["prediction-tag", tr(MACHINE), machine],
    ["prediction-invite", tr(INVITATION), invitation],
  ];
  return (
    <g aria-hidden="true">
      {told.map(
        ([className, words, box]) =>
          box !== undefined && (
            <text key={words} className={className} x={box.x} y={box.y + labelBaseline(plot)}>
              {words}
            </text>
          ),
      )}
    </g>
  );
}

interface PredictionAxesProps {
  plot: Plot;
  task: Prediction;
  measured: string;
  axis: PredictionAxis;
}

/** The line where everything that is offered is delivered: no curve can be above it. */
function noLossOf(plot: Plot, { metric, axis: path }: Prediction): [PlotPoint, PlotPoint] | null {
  return metric === "delivered_pps" && path === RATE_PATH
    ? [{ x: 0, y: 0 }, clippedLineEnd(plot, 1)]
    : null;
}

function PredictionAxes({ plot, task, measured, axis }: PredictionAxesProps) {
  const { size, margins, x } = plot;
  const unit = metricUnit(task.metric);
  const scale = inputScale(task.metric);
  const bottom = size.height - margins.bottom;
  const k = plot.fontSize / BASE_FONT_SIZE;
  const ticks: [number, string][] = axis.isRate
    ? x.ticks.map((tick) => [tick, formatCompact(tick)])
    : axis.xs.map((at, index) => [at, axis.tick(task.values[index] ?? 0)]);
  return (
    <g aria-hidden="true">
      <Axes
        plot={plot}
        formatY={(tick) => formatCompact(tick / scale)}
        ticks={ticks}
        below={19 * k}
        names={{ x: axis.title, y: unit === "" ? measured : `${measured}, ${unit}` }}
      />
      {axis.xs.map((at) => (
        <path key={at} className="prediction-rate" d={`M${toX(plot, at)} ${bottom}v5`} />
      ))}
    </g>
  );
}

/**
 * Sets the dots, at the positions `xs`, between two positions of the pointer onto the line between them. While the pointer approaches a dot, the
 * dot follows the pointer's height. Once the pointer has passed the dot, the dot lies on the line that was drawn.
 */
export function strokeThrough(
  { xs, max }: { xs: readonly number[]; max: number },
  guess: readonly (number | null)[],
  from: PlotPoint,
  to: PlotPoint,
): (number | null)[] {
  const nearest = xs.reduce((best, x) => (Math.abs(x - to.x) < Math.abs(best - to.x) ? x : best));
  const isApproaching = from.x === to.x || Math.sign(nearest - to.x) === Math.sign(to.x - from.x);
  const step = 10 ** Math.max(0, Math.floor(Math.log10(max)) - 2);
  const round = (value: number) =>
    max < 10 ? Number(value.toFixed(3)) : Math.round(value / step) * step;
  return xs.map((x, at) => {
    if (x === nearest && isApproaching) return round(to.y);
    const [low, high] = from.x < to.x ? [from.x, to.x] : [to.x, from.x];
    if (x < low || x > high) return guess[at] ?? null;
    const share = (x - from.x) / (to.x - from.x || 1);
    return round(from.y + share * (to.y - from.y));
  });
}
