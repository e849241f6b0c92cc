// The throughput chart in SVG: axes, the no-loss line, the curve with a dot for each seed, the comparison curves, the
// marks of the papers, and the operating point. charts/curve-geometry computes the positions.
import { memo, useMemo, type ReactNode } from "react";
import {
  axis,
  axisWithHeadroom,
  clippedLineEnd,
  linePath,
  toX,
  toY,
  ticksWithEnd,
  type Plot,
  type PlotPoint,
} from "../../charts/curve-geometry";
import { formatCompact, formatNumber } from "../../format/numbers";
import {
  squareAround,
  candidatesAlongCurve,
  candidatesBesideLine,
  pointsAlong,
  labelArea,
  labelBaseline,
  labelHeight,
  placeLabels,
  type Occupied,
  type LabelBox,
} from "../../charts/label-placement";
import type { Mark } from "../../engine/model";
import { textWidth } from "../../format/text-width";
import { describeOffered } from "../../charts/curve-description";
import { delivered, wireCount, type Point } from "../../store/curve/curve-plan";
import type { CurveState } from "../../store/curve/sweep";
import { comparisonCurves, type ComparisonCurve } from "./comparison";

interface ChartProps {
  width: number;
  /** Height in CSS pixels; 0 derives it from the width. */
  height: number;
  /** Font size in CSS pixels. */
  fontSize: number;
  /** Id of the hidden text that describes the chart. */
  descriptionId: string;
  curve: CurveState;
  marks: readonly Mark[];
  bracket: { free: number; lossy: number } | null;
  /** Renders the operating point, which moves with the machine. */
  renderPoint(plot: Plot, drawn: Occupied): ReactNode;
}

export function CurveChart(props: ChartProps) {
  const { width, height, fontSize, curve, marks, bracket, renderPoint, descriptionId } = props;
  const kept = useMemo(() => comparisonCurves(curve), [curve]);
  const plot = useMemo(
    () => plotOf({ width, height, type: fontSize }, curve, kept, marks),
    [width, height, fontSize, curve, kept, marks],
  );
  const { size } = plot;
  const wires = wireCount(curve.points);
  const end = useMemo(() => clippedLineEnd(plot, wires), [plot, wires]);
  const { drawn, tags, noLoss } = useMemo(
    () => labelsOf(plot, { points: curve.points, kept, marks }, end),
    [plot, curve.points, kept, marks, end],
  );
  return (
    <svg
      className="curve"
      width={size.width}
      height={size.height}
      role="group"
      aria-label="Throughput: delivered against offered rate"
      aria-describedby={descriptionId}
    >
      <g aria-hidden="true">
        <Axes plot={plot} wires={wires} />
        <path className="curve-no-loss" d={linePath(plot, [{ x: 0, y: 0 }, end])} />
        {kept.map((line, index) => (
          <ComparisonLine key={line.id} plot={plot} line={line} tag={tags[index]} />
        ))}
        <Curve plot={plot} points={curve.points} epoch={curve.epoch} />
        {bracket !== null && <LossFreeMark plot={plot} bracket={bracket} points={curve.points} />}
        {noLoss !== undefined && (
          <text className="curve-label-muted" x={noLoss.x} y={noLoss.y + labelBaseline(plot)}>
            {NO_LOSS}
          </text>
        )}
        <PaperMarks plot={plot} marks={marks} />
      </g>
      {renderPoint(plot, drawn)}
    </svg>
  );
}

function plotOf(
  given: { width: number; height: number; type: number },
  curve: CurveState,
  kept: readonly ComparisonCurve[],
  marks: readonly Mark[],
): Plot {
  const { width, type } = given;
  const height = given.height || Math.round(Math.max(230, Math.min(360, width * 0.72)));
  const k = type / 12;
  const highest = [
    ...curve.points.map(delivered),
    ...kept.flatMap(({ points }) => points.map(delivered)),
    ...marks.map(({ y }) => y ?? 0),
    // Before the first trial has ended, this estimates the height that the axis will have.
    curve.points.length === 0 ? curve.to / 3 : 1000,
  ];
  return {
    size: { width, height },
    // The numbers of the axis are below the dot, which reaches 10 pixels below the axis.
    margins: { top: 26 * k, right: 28, bottom: 14 + 34 * k, left: 36 * k },
    fontSize: type,
    x: axis(curve.to, 3),
    y: axisWithHeadroom(Math.max(...highest), 3),
  };
}

function Axes({ plot, wires }: { plot: Plot; wires: number }) {
  const { size, margins, x, y } = plot;
  const bottom = size.height - margins.bottom;
  const k = plot.fontSize / 12;
  return (
    <>
      {y.ticks.map((tick) => (
        <g key={tick}>
          <path
            className="curve-grid"
            d={`M${margins.left} ${toY(plot, tick)}H${size.width - margins.right}`}
          />
          <text
            className="curve-label-muted mono"
            x={margins.left - 6}
            y={toY(plot, tick) + 4 * k}
            textAnchor="end"
          >
            {formatCompact(tick)}
          </text>
        </g>
      ))}
      {ticksWithEnd(plot, 40 * k).map((tick) => (
        <text
          key={tick}
          className="curve-label-muted mono"
          x={toX(plot, tick)}
          y={bottom + 12 + 12 * k}
          textAnchor={tick === x.max ? "end" : "middle"}
        >
          {formatCompact(tick)}
        </text>
      ))}
      <text className="curve-label-muted" x={0} y={plot.fontSize}>
        delivered, packets/s
      </text>
      <text
        className="curve-label-muted"
        x={(margins.left + size.width) / 2}
        y={size.height - 4}
        textAnchor="middle"
      >
        {describeOffered(wires)}, packets/s
      </text>
    </>
  );
}

function Curve({ plot, points, epoch }: { plot: Plot; points: readonly Point[]; epoch: number }) {
  const line = points.map((point) => ({ x: point.rate, y: delivered(point) }));
  return (
    <g className="curve-present" data-epoch={epoch} data-points={points.length}>
      <path d={linePath(plot, [{ x: 0, y: 0 }, ...line])} />
      <path
        className="curve-range"
        d={points.map((point) => seedRangePath(plot, point)).join("")}
      />
      {points.flatMap(({ rate, trials }) =>
        trials.map(({ seed, report }) => (
          <TrialDot
            key={`${rate} ${seed}`}
            x={toX(plot, rate)}
            y={toY(plot, report.delivered_pps)}
            delivered={report.delivered_pps}
            offered={report.offered_pps}
            seed={seed}
          />
        )),
      )}
    </g>
  );
}

/** Returns the path from the lowest to the highest delivered rate among the seeds of one offered rate. */
function seedRangePath(plot: Plot, { rate, trials }: Point): string {
  const ys = trials.map(({ report }) => toY(plot, report.delivered_pps));
  return ys.length < 2 ? "" : `M${toX(plot, rate)} ${Math.min(...ys)}V${Math.max(...ys)}`;
}

interface TrialDotProps {
  x: number;
  y: number;
  delivered: number;
  offered: number;
  seed: number;
}

/** Memoized one by one: while trials arrive, most dots do not change. */
const TrialDot = memo(function TrialDot(props: TrialDotProps) {
  const { x, y, seed } = props;
  const words = `${formatNumber(props.delivered)}/s of ${formatNumber(props.offered)}/s, seed ${seed}`;
  return (
    <circle cx={x} cy={y} r={2.2}>
      <title>{words}</title>
    </circle>
  );
});

interface ComparisonLineProps {
  plot: Plot;
  line: ComparisonCurve;
  tag: LabelBox | undefined;
}

function ComparisonLine({ plot, line, tag }: ComparisonLineProps) {
  const path = shownPoints(plot, line).map((point) => ({ x: point.rate, y: delivered(point) }));
  return (
    <g className="curve-comparison">
      <path d={linePath(plot, [{ x: 0, y: 0 }, ...path])} />
      {tag !== undefined && (
        <text x={tag.x + tag.w / 2} y={tag.y + labelBaseline(plot)} textAnchor="middle">
          {line.tag}
        </text>
      )}
    </g>
  );
}

function shownPoints(plot: Plot, line: ComparisonCurve): readonly Point[] {
  return line.points.filter(({ rate }) => rate <= plot.x.max);
}

const NO_LOSS = "no loss";

/** Returns the lines and boxes that labels must not cover, and the positions of the fixed labels: "no loss" at its line,
 * and the tag of each comparison curve beside the second half of that curve. */
function labelsOf(
  plot: Plot,
  shown: { points: readonly Point[]; kept: readonly ComparisonCurve[]; marks: readonly Mark[] },
  end: PlotPoint,
): { drawn: Occupied; noLoss: LabelBox | undefined; tags: (LabelBox | undefined)[] } {
  const { points, kept, marks } = shown;
  const pixel = ({ x, y }: PlotPoint) => ({ x: toX(plot, x), y: toY(plot, y) });
  const line = (along: readonly Point[]) =>
    [{ x: 0, y: 0 }, ...along.map((point) => ({ x: point.rate, y: delivered(point) }))].map(pixel);
  const earlier = kept.map((one) => line(shownPoints(plot, one)));
  const [origin, top] = [pixel({ x: 0, y: 0 }), pixel(end)];
  const ink = pointsAlong([line(points), [origin, top], ...earlier]);
  const crosses = marks.map(({ x, y }) => squareAround(pixel({ x: x ?? 0, y: y ?? 0 }), 16));
  const [h, within] = [labelHeight(plot), labelArea(plot)];
  const places = earlier.map((along, index) => {
    const w = textWidth(kept[index]?.tag ?? "", plot.fontSize, "text", 600) + 4;
    return candidatesAlongCurve(along.slice(Math.floor(along.length / 2)), w, h, within);
  });
  const beside = candidatesBesideLine(origin, top, textWidth(NO_LOSS, plot.fontSize), h, within);
  const [noLoss, ...tags] = placeLabels([beside, ...places], { points: ink, boxes: crosses });
  const taken = [...crosses, noLoss, ...tags].filter((box) => box !== undefined);
  return { drawn: { points: ink, boxes: taken }, noLoss, tags };
}

/** Marks the maximum loss-free receive rate on the curve. */
function LossFreeMark(props: { plot: Plot; bracket: { free: number }; points: readonly Point[] }) {
  const { plot, bracket, points } = props;
  const point = points.find(({ rate }) => rate === bracket.free);
  if (point === undefined) return null;
  const [x, y] = [toX(plot, point.rate), toY(plot, delivered(point))];
  return <path className="curve-mlfrr" d={`M${x} ${y - 6}l6 6l-6 6l-6 -6z`} />;
}

/** Marks the numbers that the papers state: a cross where both are stated, a tick at an axis where only one is. */
function PaperMarks({ plot, marks }: { plot: Plot; marks: readonly Mark[] }) {
  const bottom = plot.size.height - plot.margins.bottom;
  return marks
    .filter(({ x, y }) => (x ?? 0) <= plot.x.max && (y ?? 0) <= plot.y.max)
    .map((mark) => {
      const x = mark.x === null ? plot.margins.left : toX(plot, mark.x);
      const y = mark.y === null ? bottom : toY(plot, mark.y);
      const path = markPath(mark, { x, y });
      return (
        <g key={mark.claim} className="curve-mark" data-claim={mark.claim}>
          <path className="curve-mark-halo" d={path} />
          <path d={path} />
        </g>
      );
    });
}

function markPath(mark: Mark, { x, y }: { x: number; y: number }): string {
  if (mark.y === null) return `M${x} ${y}v-10`;
  if (mark.x === null) return `M${x} ${y}h10`;
  return `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`;
}
