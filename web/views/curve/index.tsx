// The throughput card: the curve of the machine with its present knobs, the curves that it is compared with, the numbers
// that the papers state, and the operating point, which sets the offered rate.
import { useId, useMemo } from "react";
import type { Plot } from "../../charts/curve-geometry";
import { describeCurve, describeOperatingPoint } from "../../charts/curve-description";
import type { Occupied } from "../../charts/label-placement";
import { formatNumber, formatRate } from "../../format/numbers";
import { readThroughput } from "../../charts/outcomes";
import type { Lab } from "../../store/lab/lab";
import type { Mark } from "../../engine/model";
import {
  delivered as deliveredOf,
  deliveredAt,
  lossBracket,
  wireCount,
  type Point,
} from "../../store/curve/curve-plan";
import { publishedMarks } from "../../store/curve/published-marks";
import { isConcealed, areUnlocked } from "../../store/lab/limits";
import { useStore } from "../../store/store";
import { findParameter, type SettingValues } from "../../store/scenario/settings";
import { settingsForRate, RATE_PATH, type CurveState, type Sweep } from "../../store/curve/sweep";
import type { AppServices } from "../../store/app-services";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Disclosure } from "../../ui/disclosure";
import { useElementWidth, useHeightBelow } from "../canvas/canvas-hooks";
import { GlossaryText, Term } from "../glossary/term";
import { explainNoEffect } from "../knobs/knob-text";
import { useKnobValues } from "../knobs";
import { CurveChart } from "./chart";
import { ComparisonList } from "./comparison";
import "./curve.css";
import { OperatingPointSlider } from "./operating-point";
import { CurveTable } from "./table";

interface CurveCardProps {
  services: AppServices;
  /** Font size on a projector, where the card must fit on the screen. 0: not a projector. */
  projectorFontSize?: number;
}

export function CurveCard({ services, projectorFontSize = 0 }: CurveCardProps) {
  const sweep = useStore(services.trials, (trials) => trials.sweep);
  if (sweep === null) {
    return (
      <Card title="Throughput" className="curve-card">
        <p className="muted">Running the first trials …</p>
      </Card>
    );
  }
  return <SweepCard lab={services.lab} sweep={sweep} projectorFontSize={projectorFontSize} />;
}

interface SweepCardProps {
  lab: Lab;
  sweep: Sweep;
  projectorFontSize: number;
}

/** Heights of the lines below the chart on a projector, in font sizes: the reading, a mark of a paper, a curve of the
 * comparison list. */
const READING_LINE = 2;
const MARK_LINE = 1.45;
const COMPARISON_LINE = 2;

function heightBelowChart(type: number, marks: number, kept: number): number {
  const legend = kept === 0 ? 0 : (kept + 2) * COMPARISON_LINE;
  return Math.ceil(type * (READING_LINE + marks * MARK_LINE + legend));
}

function SweepCard({ lab, sweep, projectorFontSize }: SweepCardProps) {
  const projector = projectorFontSize > 0;
  const curve = useStore(sweep.store, (state) => state);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const values = useKnobValues(lab);
  // A paper's numbers are marked when the knobs are those of the paper's experiment.
  const marks = useMemo(
    () => (catalogue === null ? [] : publishedMarks(catalogue, values)),
    [catalogue, values],
  );
  const below = heightBelowChart(projectorFontSize, marks.length, curve.pinned.length);
  const locked = useStore(lab.state, ({ limits }) => !areUnlocked(limits, [RATE_PATH]));
  const latency = useStore(lab.state, ({ limits }) => !isConcealed(limits, "latency"));
  const [holder, width] = useElementWidth();
  const [top, room] = useHeightBelow(projector);
  const words = useId();
  const bracket = useMemo(() => lossBracket(curve.points), [curve.points]);
  const drawing = curve.points.length === 0 || curve.done < curve.wanted;
  const rate = catalogue === null ? undefined : findParameter(catalogue, RATE_PATH);
  const idle =
    catalogue === null || rate === undefined ? "" : explainNoEffect(catalogue, rate, values);
  if (idle !== "")
    return <CurveUnavailable why={idle} curve={curve} sweep={sweep} projector={projector} />;
  return (
    <Card
      title="Throughput"
      hideTitle={projector}
      className="curve-card"
      headerContent={<CurveControls curve={curve} sweep={sweep} />}
    >
      <div ref={top} />
      <div ref={holder} className="curve-container" data-epoch={curve.epoch}>
        <CurveDescription
          id={words}
          lab={lab}
          values={values}
          points={curve.points}
          bracket={bracket}
          drawing={drawing}
        />
        {width > 0 && (
          <CurveChart
            width={width}
            height={room === 0 ? 0 : Math.max(150, room - below)}
            fontSize={projectorFontSize || 12}
            descriptionId={words}
            curve={curve}
            marks={marks}
            bracket={bracket}
            renderPoint={(plot, drawn) => (
              <LiveOperatingPoint
                drawn={drawn}
                lab={lab}
                values={values}
                points={curve.points}
                plot={plot}
                locked={locked}
              />
            )}
          />
        )}
      </div>
      {curve.failure !== null && <p role="status">A trial could not be run: {curve.failure}</p>}
      {/* On a projector, the list appears only for pinned curves: the curve "before" has its tag. */}
      {(!projector || curve.pinned.length > 0) && <ComparisonList curve={curve} sweep={sweep} />}
      <CurveReadings bracket={bracket} marks={marks} short={projector} drawing={drawing} />
      <Disclosure label="The curve as a table" className="curve-table">
        <CurveTable curve={curve} marks={marks} latency={latency} />
      </Disclosure>
    </Card>
  );
}

interface CurveUnavailableProps {
  why: string;
  curve: CurveState;
  sweep: Sweep;
  projector: boolean;
}

/** Shown where the offered rate cannot be set: a curve over it would be a single point. */
function CurveUnavailable({ why, curve, sweep, projector }: CurveUnavailableProps) {
  return (
    <Card title="Throughput" hideTitle={projector} className="curve-card">
      <p className="muted">{why}</p>
      <ComparisonList curve={curve} sweep={sweep} />
    </Card>
  );
}

interface CurveDescriptionProps {
  id: string;
  lab: Lab;
  values: SettingValues;
  points: readonly Point[];
  bracket: { free: number } | null;
  drawing: boolean;
}

/** Describes the chart for screen readers. */
function CurveDescription({ id, lab, values, points, bracket, drawing }: CurveDescriptionProps) {
  const { rate, delivered } = useOperatingPoint(lab, values, points);
  const told = useMemo(
    () =>
      describeCurve(shapeOf(points), bracket?.free ?? null, { drawing, wires: wireCount(points) }),
    [points, bracket, drawing],
  );
  return (
    <div className="visually-hidden">
      <p id={id} className="contained" data-testid="curve-words">
        {told} {describeOperatingPoint(rate, delivered)}
      </p>
    </div>
  );
}

function shapeOf(points: readonly Point[]) {
  return points.map((point) => ({ rate: point.rate, delivered: deliveredOf(point) }));
}

interface LiveOperatingPointProps {
  lab: Lab;
  values: SettingValues;
  points: readonly Point[];
  plot: Plot;
  drawn: Occupied;
  /** The rate cannot be changed: the dot only shows it. */
  locked: boolean;
}

/** Renders the operating point with every tick. The rest of the card does not render again. */
function LiveOperatingPoint({ lab, values, points, plot, drawn, locked }: LiveOperatingPointProps) {
  const here = useOperatingPoint(lab, values, points);
  const playing = useStore(lab.state, (state) => state.playing);
  const changeRate = (rate: number) => lab.change(settingsForRate(values, rate));
  return (
    <OperatingPointSlider
      plot={plot}
      drawn={drawn}
      point={here}
      locked={locked}
      isPaused={!playing}
      onRateChange={changeRate}
    />
  );
}

/** Returns the machine's operating point: the offered rate that is set, and the rate that is delivered now. */
function useOperatingPoint(lab: Lab, values: SettingValues, points: readonly Point[]) {
  const frame = useStore(lab.staggeredTicks[1], (tick) => tick.frame);
  const topology = useStore(lab.state, (state) => state.topology);
  const rate = Number(values[RATE_PATH] ?? 0);
  const now = frame === null || topology === null ? null : readThroughput(frame, topology);
  const measured = now === null || now.isTooFew ? null : now.deliveredRate;
  const onCurve = deliveredAt(points, rate);
  return { rate, onCurve, delivered: measured ?? onCurve, measured: measured !== null };
}

interface CurveReadingsProps {
  bracket: { free: number; lossy: number } | null;
  marks: readonly Mark[];
  /** Uses as few words as possible. */
  short: boolean;
  /** More trials will come, so the readings may change. */
  drawing: boolean;
}

/** Lists what is read from the curve, and what the papers state for the same machine. */
function CurveReadings({ bracket, marks, short, drawing }: CurveReadingsProps) {
  const loses = bracket !== null && bracket.free > 0;
  return (
    <ul className="curve-readings">
      <li>
        {drawing && !loses ? (
          "Searching for the rate at which loss begins …"
        ) : bracket === null ? (
          "No loss at any of these rates."
        ) : bracket.free === 0 ? (
          "Some packets are lost at each of these rates."
        ) : (
          <>
            <LegendMark className="curve-mlfrr" path="M0 -5.5L5.5 0L0 5.5L-5.5 0z" />
            <span>
              Loss-free up to about {formatRate(bracket.free)}
              {drawing && " so far"} (<Term word="MLFRR" />)
            </span>
          </>
        )}
      </li>
      {marks.map(({ claim, label, source }) => (
        <li key={claim}>
          <LegendMark path="M-5 -5L5 5M5 -5L-5 5" />
          <span>
            {label}
            {short ? " " : " according to the paper "}
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

function LegendMark({ path, className }: { path: string; className?: string }) {
  return (
    <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" className="legend-mark">
      <path className={className} d={path} />
    </svg>
  );
}

function CurveControls({ curve, sweep }: { curve: CurveState; sweep: Sweep }) {
  const { done, wanted, points, seeds } = curve;
  const drawing = done < wanted;
  return (
    <>
      <span data-testid="curve-progress">
        {drawing
          ? `trial ${formatNumber(done)} of ${formatNumber(wanted)}`
          : `${points.length} rates × ${seeds.length} ${seeds.length === 1 ? "seed" : "seeds"}`}
      </span>
      <Button
        variant="quiet"
        icon="pin"
        aria-disabled={points.length < 6}
        title="Keep this curve for comparison"
        onClick={points.length < 6 ? undefined : sweep.pin}
      >
        Pin
      </Button>
    </>
  );
}
