// The axes on which a learner draws, and the real curve over what was drawn. A dot a rate: the pointer
// sets the dots that it passes.
import { useRef, type PointerEvent } from "react";
import {
  axis,
  lineEnd,
  linePath,
  placeX,
  placeY,
  shortNumber,
  valueAtX,
  type Plot,
} from "../../charts/curve-geometry";
import { metricUnit, metricWords, typedScale } from "../../lesson/metric";
import type { Prediction } from "../../lesson/model";
import { strokeThrough } from "./stroke";

interface PredictionChartProps {
  width: number;
  task: Prediction;
  guess: readonly (number | null)[];
  real: readonly (number | null)[] | null;
  /** Where the numbers are, for whoever does not see the picture. */
  told: string;
  /** null: it is drawn. */
  onDraw: ((values: readonly (number | null)[]) => void) | null;
}

export function PredictionChart(props: PredictionChartProps) {
  const { width, task, guess, real, told, onDraw } = props;
  const plot = plotOf(width, task, real);
  const last = useRef<{ x: number; y: number } | null>(null);

  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (onDraw === null || last.current === null) return;
    const to = pointOf(event, plot);
    onDraw(strokeThrough(task, guess, last.current, to));
    last.current = to;
  };
  const drawing = onDraw !== null && guess.every((value) => value === null);
  const { size, margins } = plot;
  return (
    <svg
      className={onDraw === null ? "prediction-chart" : "prediction-chart prediction-open"}
      width={size.width}
      height={size.height}
      role="img"
      aria-label={`Prediction: ${metricWords(task.metric, (id) => id)} against offered rate. ${told}`}
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
      <PredictionAxes plot={plot} task={task} />
      {task.metric === "delivered_pps" && <NoLoss plot={plot} />}
      <Line className="guess" plot={plot} task={task} values={guess} />
      {real !== null && <Line className="real" plot={plot} task={task} values={real} />}
      <Tags plot={plot} task={task} guess={guess} real={real} />
      {drawing && (
        <text
          className="prediction-invite"
          x={(margins.left + size.width - margins.right) / 2}
          y={size.height / 2}
          textAnchor="middle"
        >
          draw your curve here
        </text>
      )}
    </svg>
  );
}

function plotOf(width: number, task: Prediction, real: readonly (number | null)[] | null): Plot {
  const highest = Math.max(task.max, ...(real ?? []).map((value) => value ?? 0));
  return {
    size: { width, height: Math.round(Math.max(220, Math.min(320, width * 0.68))) },
    margins: { top: 26, right: 16, bottom: 44, left: 40 },
    x: axis(task.rates.at(-1) ?? 1, 4),
    y: axis(highest, 4),
    type: 12,
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
  task: Prediction;
  values: readonly (number | null)[];
}

function Line({ className, plot, task, values }: LineProps) {
  const points = task.rates.flatMap((rate, at) => {
    const value = values[at];
    return value === null || value === undefined ? [] : [{ x: rate, y: value }];
  });
  if (points.length === 0) return null;
  return (
    <g className={`prediction-line prediction-${className}`}>
      <path d={linePath(plot, points)} />
      {points.map(({ x: at, y }) => (
        <circle key={at} cx={placeX(plot, at)} cy={placeY(plot, y)} r={4} />
      ))}
    </g>
  );
}

interface TagsProps {
  plot: Plot;
  task: Prediction;
  guess: readonly (number | null)[];
  real: readonly (number | null)[] | null;
}

/** The lines' names, at the rate where the lines are furthest apart, each on its own line's outer side. */
function Tags({ plot, task, guess, real }: TagsProps) {
  const rows = task.rates.map((rate, at) => {
    const [you, machine] = [guess[at] ?? null, real?.[at] ?? null];
    return { rate, you, machine, apart: Math.abs((you ?? 0) - (machine ?? you ?? 0)) };
  });
  const drawn = rows.filter(({ you }) => you !== null);
  if (drawn.length === 0) return null;
  const at = drawn.reduce((most, row) => (row.apart >= most.apart ? row : most));
  const { size, margins } = plot;
  const x = Math.max(margins.left + 44, Math.min(placeX(plot, at.rate), size.width - 44));
  const above = (at.you ?? 0) >= (at.machine ?? 0);
  const place = (value: number, over: boolean) => {
    const y = placeY(plot, value) + (over ? -11 : 20);
    return Math.max(12, Math.min(y, size.height - margins.bottom - 4));
  };
  return (
    <g className="prediction-tags" aria-hidden="true">
      <text className="prediction-you" x={x} y={place(at.you ?? 0, above)} textAnchor="middle">
        you
      </text>
      {at.machine !== null && (
        <text x={x} y={place(at.machine, !above)} textAnchor="middle">
          the machine
        </text>
      )}
    </g>
  );
}

/** Everything that is offered is delivered: what a curve can reach at the most. */
function NoLoss({ plot }: { plot: Plot }) {
  const end = lineEnd(plot, 1);
  const [x, y] = [placeX(plot, end.x), placeY(plot, end.y)];
  return (
    <g aria-hidden="true">
      <path className="curve-no-loss" d={linePath(plot, [{ x: 0, y: 0 }, end])} />
      <text className="curve-quiet" x={x + 6} y={y + 10}>
        no loss
      </text>
    </g>
  );
}

function PredictionAxes({ plot, task }: { plot: Plot; task: Prediction }) {
  const { size, margins, x, y } = plot;
  const unit = metricUnit(task.metric);
  const words = metricWords(task.metric, (id) => id);
  const scale = typedScale(task.metric);
  const bottom = size.height - margins.bottom;
  return (
    <g aria-hidden="true">
      {y.ticks.map((tick) => (
        <g key={tick}>
          <path
            className="curve-grid"
            d={`M${margins.left} ${placeY(plot, tick)}H${size.width - margins.right}`}
          />
          <text
            className="curve-quiet mono"
            x={margins.left - 6}
            y={placeY(plot, tick) + 4}
            textAnchor="end"
          >
            {shortNumber(tick / scale)}
          </text>
        </g>
      ))}
      {task.rates.map((rate) => (
        <path key={rate} className="prediction-rate" d={`M${placeX(plot, rate)} ${bottom}v5`} />
      ))}
      {x.ticks.map((tick) => (
        <text
          key={tick}
          className="curve-quiet mono"
          x={placeX(plot, tick)}
          y={bottom + 19}
          textAnchor="middle"
        >
          {shortNumber(tick)}
        </text>
      ))}
      <text className="curve-quiet" x={0} y={12}>
        {unit === "" ? words : `${words}, ${unit}`}
      </text>
      <text
        className="curve-quiet"
        x={(margins.left + size.width) / 2}
        y={size.height - 4}
        textAnchor="middle"
      >
        offered, packets/s
      </text>
    </g>
  );
}
