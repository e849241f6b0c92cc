// The chart of curves in SVG: axes, each curve with the band of its seeds, the line of no loss, the marks of the papers,
// and the operating point. pictures/charts/curve-geometry computes the positions, lines.tsx draws the curves. The names of the axes
// are controls beside the SVG (axis-controls.tsx).
import { useMemo, type ReactNode } from "react";
import { tr } from "../../i18n/i18n";
import {
  axis,
  axisWithHeadroom,
  clippedLineEnd,
  linePath,
  settingAxis,
  toX,
  toY,
  ticksWithEnd,
  type Plot,
  type PlotPoint,
} from "../../pictures/charts/curve-geometry";
import { formatCompact, formatRate } from "../../lib/format/numbers";
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
} from "../../pictures/charts/label-placement";
import type { Measure } from "../../model/measures/measures";
import type { Mark } from "../../generated/model";
import { textWidth } from "../../lib/format/text-width";
import { formatOnAxis, isTimeAxis, RATE_PATH, type CurveAxis } from "../../model/curve-axis";
import { loadOf, offered, type Point } from "../../desk/curve/curve-plan";
import { Axes } from "../charts/axes";
import { useDrawnCurves, type ChartCurve, type DrawnCurve } from "./chart-curves";
import { CurveLine, tagMarkerWidth } from "./lines";

interface ChartProps {
  width: number;
  /** Height in CSS pixels; 0 derives it from the width. */
  height: number;
  /** Font size in CSS pixels. */
  fontSize: number;
  /** The accessible name, and the id of the hidden text that describes the chart. */
  name: string;
  descriptionId?: string;
  axis: CurveAxis;
  measure: Measure;
  /** In drawing order. The current machine's curve has the look "current". */
  curves: readonly ChartCurve[];
  epoch: number;
  marks: readonly Mark[];
  bracket: { free: number; lossy: number } | null;
  /** Renders the operating point, which moves with the machine. */
  renderPoint(plot: Plot, drawn: Occupied): ReactNode;
}

export function CurveChart(props: ChartProps) {
  const { width, height, fontSize, measure, marks, bracket, renderPoint, epoch } = props;
  const axis = props.axis;
  const curves = useDrawnCurves(props.curves, measure);
  const plot = useMemo(
    () => plotOf({ width, height, type: fontSize }, axis, measure, curves, marks),
    [width, height, fontSize, axis, measure, curves, marks],
  );
  const current = curves.find(({ look }) => look === "current");
  const points = current?.points ?? NO_POINTS;
  const ideal = useMemo(
    () => idealLine(plot, axis, measure, points),
    [plot, axis, measure, points],
  );
  const { drawn, tags, idealLabel } = useMemo(
    () => labelsOf(plot, curves, marks, ideal),
    [plot, curves, marks, ideal],
  );
  return (
    <svg
      className="curve"
      width={plot.size.width}
      height={plot.size.height}
      viewBox={`0 0 ${plot.size.width} ${plot.size.height}`}
      role="group"
      aria-label={props.name}
      aria-describedby={props.descriptionId}
    >
      <g aria-hidden="true">
        <Axes
          plot={plot}
          formatY={measure.formatTick}
          ticks={ticksWithEnd(plot, (tick) => formatTick(axis, tick))}
          endsInside
          below={12 + fontSize}
        />
        {ideal !== null && (
          <path className="chart-no-loss" d={linePath(plot, [ideal.from, ideal.end])} />
        )}
        {curves.map((curve, index) => (
          <CurveLine
            key={curve.id}
            plot={plot}
            curve={curve}
            tag={tags[index]}
            axis={axis}
            measure={measure}
            epoch={epoch}
          />
        ))}
        {bracket !== null && current !== undefined && (
          <LossFreeMark plot={plot} bracket={bracket} curve={current} />
        )}
        {ideal !== null && idealLabel !== undefined && (
          <text
            className="curve-label-muted"
            x={idealLabel.x}
            y={idealLabel.y + labelBaseline(plot)}
          >
            {ideal.label}
          </text>
        )}
        <PaperMarks plot={plot} marks={marks} />
      </g>
      {renderPoint(plot, drawn)}
    </svg>
  );
}

const NO_POINTS: readonly Point[] = [];

function plotOf(
  given: { width: number; height: number; type: number },
  axis: CurveAxis,
  measure: Measure,
  curves: readonly DrawnCurve[],
  marks: readonly Mark[],
): Plot {
  const { width, type } = given;
  const height = given.height || Math.round(Math.max(230, Math.min(360, width * 0.72)));
  const k = type / 12;
  const highest = [
    ...curves.flatMap(({ spreads }) => spreads.map(({ high }) => high)),
    ...marks.map(({ y }) => y ?? 0),
    startHeight(axis, measure, curves),
  ];
  const y = yAxis(measure, Math.max(...highest));
  const widest = Math.max(...y.ticks.map((tick) => measure.formatTick(tick).length));
  return {
    size: { width, height },
    // The numbers of the axis are below the dot, which reaches 10 pixels below the axis; below them is the axis's control.
    margins: {
      top: 30 * k,
      right: 28,
      bottom: 14 + 40 * k,
      left: Math.max(36, 7.3 * widest + 8) * k,
    },
    fontSize: type,
    x: settingAxis(axis.range, 3),
    y,
  };
}

/** The least height of the vertical axis. Before the first trial has ended, it estimates the height that the axis will
 * have. */
function startHeight(axis: CurveAxis, { id }: Measure, curves: readonly DrawnCurve[]): number {
  if (id !== "delivered") return 0;
  const isEmpty = curves.every(({ points }) => points.length === 0);
  return isEmpty && axis.path === RATE_PATH ? axis.range.max / 3 : 1000;
}

function yAxis({ max }: Measure, highest: number) {
  const made = axisWithHeadroom(highest, 3);
  return max === null || made.max <= max ? made : axis(max, 3);
}

/** Times have their unit at each tick. The other units are in the axis's name. */
function formatTick(axis: CurveAxis, tick: number): string {
  if (tick === Infinity) return "∞";
  return isTimeAxis(axis) ? formatOnAxis(axis, tick) : formatCompact(tick);
}

interface IdealLine {
  from: PlotPoint;
  end: PlotPoint;
  label: string;
}

/** The line on which everything that is offered would be delivered. */
function idealLine(
  plot: Plot,
  axis: CurveAxis,
  measure: Measure,
  points: readonly Point[],
): IdealLine | null {
  if (measure.id !== "delivered") return null;
  if (axis.path === RATE_PATH) {
    const { wires, local } = loadOf(points);
    const end = clippedLineEnd(plot, wires, local);
    return { from: { x: 0, y: local }, end, label: tr("no loss") };
  }
  const last = points.at(-1);
  const y = last === undefined ? 0 : offered(last);
  if (!(y > 0) || y > plot.y.max) return null;
  const { min, max, infinity } = axis.range;
  const label = tr("offered: {rate}", { rate: formatRate(y) });
  return { from: { x: min, y }, end: { x: infinity ? Infinity : max, y }, label };
}

/** Returns the lines and boxes that labels must not cover, and the positions of the fixed labels: that of the ideal line,
 * and the tag of each curve beside its second half. */
function labelsOf(
  plot: Plot,
  curves: readonly DrawnCurve[],
  marks: readonly Mark[],
  ideal: IdealLine | null,
): { drawn: Occupied; idealLabel: LabelBox | undefined; tags: (LabelBox | undefined)[] } {
  const pixel = ({ x, y }: PlotPoint) => ({ x: toX(plot, x), y: toY(plot, y) });
  const lines = curves.map(({ spreads }) => spreads.map(pixel));
  const idealPixels = ideal === null ? [] : [ideal.from, ideal.end].map(pixel);
  const occupied = pointsAlong([...lines, idealPixels]);
  const crosses = marks.map(({ x, y }) => squareAround(pixel({ x: x ?? 0, y: y ?? 0 }), 16));
  const [h, within] = [labelHeight(plot), labelArea(plot)];
  const places = lines.map((along, index) => {
    const { tag, look } = curves[index] as DrawnCurve;
    if (tag === "") return [];
    const w = textWidth(tag, plot.fontSize, "text", 600) + 4 + tagMarkerWidth(look);
    return candidatesAlongCurve(along.slice(Math.floor(along.length / 2)), w, h, within);
  });
  const [from, end] = idealPixels;
  const beside =
    ideal === null || from === undefined || end === undefined
      ? []
      : candidatesBesideLine(from, end, textWidth(ideal.label, plot.fontSize), h, within);
  const [idealLabel, ...tags] = placeLabels([beside, ...places], {
    points: occupied,
    boxes: crosses,
  });
  const taken = [...crosses, idealLabel, ...tags].filter((box) => box !== undefined);
  return { drawn: { points: occupied, boxes: taken }, idealLabel, tags };
}

interface LossFreeMarkProps {
  plot: Plot;
  bracket: { free: number };
  curve: DrawnCurve;
}

/** Marks the maximum loss-free receive rate on the curve. */
function LossFreeMark({ plot, bracket, curve }: LossFreeMarkProps) {
  const point = curve.spreads.find(({ x }) => x === bracket.free);
  if (point === undefined) return null;
  const [x, y] = [toX(plot, point.x), toY(plot, point.y)];
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
