// One curve: the line of its means, the band from the lowest to the highest seed, its dots or markers, and its tag. Each is
// memoized, because most curves do not change while the current one is measured.
import {
  symbol,
  symbolCircle,
  symbolDiamond,
  symbolSquare,
  symbolTriangle,
  symbolWye,
} from "d3-shape";
import { memo } from "react";
import { tr } from "../../i18n/i18n";
import { bandPath, linePath, toX, toY, type Plot } from "../../pictures/charts/curve-geometry";
import { labelBaseline, type LabelBox } from "../../pictures/charts/label-placement";
import type { Measure } from "../../model/measures/measures";
import { formatOnAxis, RATE_PATH, type CurveAxis } from "../../model/curve-axis";
import { startOf, type Spread } from "../../desk/curve/curve-plan";
import type { CurveLook, DrawnCurve } from "./chart-curves";

interface CurveLineProps {
  plot: Plot;
  curve: DrawnCurve;
  tag: LabelBox | undefined;
  axis: CurveAxis;
  measure: Measure;
  epoch: number;
}

export const CurveLine = memo(function CurveLine(props: CurveLineProps) {
  const { plot, curve, tag, axis, measure, epoch } = props;
  const { look, spreads } = curve;
  const isCurrent = look === "current";
  const shown = spreads.filter(
    ({ x }) => x <= plot.x.max || (x === Infinity && axis.range.infinity),
  );
  // Between the largest number and "no limit" there is no line.
  const finite = shown.filter(({ x }) => Number.isFinite(x));
  const begin =
    axis.path === RATE_PATH && measure.id === "delivered" ? [startOf(curve.points)] : [];
  return (
    <g
      className={`curve-line ${curveClass(look)}`}
      {...(isCurrent && { "data-epoch": epoch, "data-points": curve.points.length })}
    >
      <path className="curve-band" d={bandPath(plot, finite)} />
      <path className="curve-mean" d={linePath(plot, [...begin, ...finite])} />
      <path className="curve-range" d={shown.map((one) => seedRangePath(plot, one)).join("")} />
      {isCurrent
        ? shown.map((one) => (
            <Dot
              key={one.x}
              x={toX(plot, one.x)}
              y={toY(plot, one.y)}
              words={describeSpread(one, axis, measure)}
            />
          ))
        : markedPoints(shown, look).map((one) => (
            <CurveMarker key={one.x} look={look} x={toX(plot, one.x)} y={toY(plot, one.y)} />
          ))}
      {tag !== undefined && <Tag plot={plot} curve={curve} box={tag} />}
    </g>
  );
});

/** The room for the marker before a tag: a letter in the text's colour does not say to which of several lines it belongs. */
export function tagMarkerWidth(look: CurveLook): number {
  return typeof look === "number" ? 14 : 0;
}

function Tag({ plot, curve, box }: { plot: Plot; curve: DrawnCurve; box: LabelBox }) {
  const room = tagMarkerWidth(curve.look);
  return (
    <>
      <CurveMarker look={curve.look} x={box.x + 7} y={box.y + box.h / 2} />
      <text
        x={box.x + room + (box.w - room) / 2}
        y={box.y + labelBaseline(plot)}
        textAnchor="middle"
      >
        {curve.tag}
      </text>
    </>
  );
}

export function curveClass(look: CurveLook): string {
  return typeof look === "number" ? `curve-style-${look}` : `curve-${look}`;
}

/** The band has no width at "no limit": a bar shows the seeds there. */
function seedRangePath(plot: Plot, { x, low, high }: Spread): string {
  if (x !== Infinity || low === high) return "";
  return `M${toX(plot, x)} ${toY(plot, low)}V${toY(plot, high)}`;
}

function describeSpread({ x, y, low, high }: Spread, axis: CurveAxis, measure: Measure): string {
  const range =
    low === high
      ? ""
      : tr(", {low} to {high} by seed", { low: measure.format(low), high: measure.format(high) });
  return tr("{format} at {axis}{range}", {
    format: measure.format(y),
    axis: formatOnAxis(axis, x),
    range,
  });
}

/** Memoized one by one: while trials arrive, most dots do not change. */
const Dot = memo(function Dot({ x, y, words }: { x: number; y: number; words: string }) {
  return (
    <circle cx={x} cy={y} r={2.2}>
      <title>{words}</title>
    </circle>
  );
});

/** Every fourth point has a marker. The styles begin at different points, so that the markers of equal curves do not cover
 * each other. */
function markedPoints(spreads: readonly Spread[], look: CurveLook): readonly Spread[] {
  if (typeof look !== "number") return [];
  return spreads.filter(({ x }, index) => index % 5 === look % 5 || x === Infinity);
}

const MARKER_AREA = 42;
const MARKERS = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond, symbolWye].map(
  (type) => symbol(type, MARKER_AREA)() ?? "",
);

/** The marker of a style: colours alone do not distinguish the curves. */
export function CurveMarker({ look, x, y }: { look: CurveLook; x: number; y: number }) {
  if (typeof look !== "number") return null;
  return (
    <path className="curve-marker" d={MARKERS[look] ?? ""} transform={`translate(${x} ${y})`} />
  );
}
