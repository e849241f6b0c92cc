// The results of the curve in words, and the numbers that the papers state for the same machine.
import { tr } from "../../i18n/i18n";
import { describeExtremes, livelockPoint } from "../../model/measures/curve-description";
import type { Measure } from "../../model/measures/measures";
import type { Mark } from "../../generated/model";
import { formatRate } from "../../lib/format/numbers";
import { RATE_PATH, type CurveAxis } from "../../model/curve-axis";
import { delivered, offered } from "../../desk/curve/curve-plan";
import type { CurveState } from "../../desk/curve/sweep";
import { GlossaryText, Term } from "../prose/term";
import { wordsOf } from "./chart-area";
import { cachedSpreads } from "./chart-curves";

interface CurveReadingsProps {
  curve: CurveState;
  axis: CurveAxis;
  measure: Measure;
  bracket: { free: number; lossy: number } | null;
  marks: readonly Mark[];
  /** Uses as few words as possible. */
  short: boolean;
  /** More trials will come, so the readings may change. */
  drawing: boolean;
}

export function CurveReadings(props: CurveReadingsProps) {
  const { curve, axis, measure, bracket, marks, short, drawing } = props;
  const isRate = axis.path === RATE_PATH;
  const isThroughput = isRate && measure.id === "delivered";
  const extremes = isThroughput
    ? ""
    : describeExtremes(cachedSpreads(curve.points, measure), wordsOf(axis, measure));
  const total =
    isRate || measure.search !== null ? 0 : Math.round(offered(curve.points[0] ?? NO_POINT));
  const livelock = isThroughput && !drawing ? livelockPoint(ratesOf(curve)) : null;
  return (
    <ul className="curve-readings" data-picture="">
      {isRate && <LossReading bracket={bracket} drawing={drawing} />}
      {livelock !== null && (
        <li>
          {short
            ? tr("Almost nothing from {rate} on", { rate: formatRate(livelock.rate) })
            : tr("Almost nothing gets through from about {rate} on", {
                rate: formatRate(livelock.rate),
              })}
        </li>
      )}
      {extremes !== "" && (
        <li>
          <span>
            {total > 0 && tr("With {total} offered: ", { total: formatRate(total) })}
            {extremes}
          </span>
        </li>
      )}
      {!isRate && extremes === "" && (
        <li>{drawing ? tr("Measuring …") : explainNoValues(measure)}</li>
      )}
      {marks.map(({ claim, label, source }) => (
        <li key={claim}>
          <LegendMark path="M-5 -5L5 5M5 -5L-5 5" />
          <span>
            {label}
            {short ? " " : tr(" according to the paper ")}
            <span className="source-text">
              (
              <span className="mono">
                <GlossaryText text={source} />
              </span>
              )
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const NO_POINT = { x: 0, trials: [] };

/** The mean of each offered rate. */
function ratesOf({ points }: CurveState) {
  return points.map((point) => ({ rate: point.x, delivered: delivered(point) }));
}

function explainNoValues({ search }: Measure): string {
  return search === "livelock"
    ? tr("At every value, packets still get through at the highest offered rate.")
    : tr("No trial has a value for this measure, because nothing was delivered.");
}

function LossReading({ bracket, drawing }: Pick<CurveReadingsProps, "bracket" | "drawing">) {
  const loses = bracket !== null && bracket.free > 0;
  if (drawing && !loses) return <li>{tr("Searching for the rate at which loss begins …")}</li>;
  if (bracket === null) return <li>{tr("No loss at any of these rates.")}</li>;
  if (bracket.free === 0) return <li>{tr("Some packets are lost at each of these rates.")}</li>;
  return (
    <li>
      <LegendMark className="curve-mlfrr" path="M0 -5.5L5.5 0L0 5.5L-5.5 0z" />
      <span>
        {tr("Loss-free up to about {free}", { free: formatRate(bracket.free) })}
        {drawing && tr(" so far")} (<Term word="MLFRR" />)
      </span>
    </li>
  );
}

function LegendMark({ path, className }: { path: string; className?: string }) {
  return (
    <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" className="legend-mark">
      <path className={className} d={path} />
    </svg>
  );
}
