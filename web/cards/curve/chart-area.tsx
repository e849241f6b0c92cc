// The chart with its controls and its description: the part of the card whose size is measured. The operating point renders
// with every tick; the lines do not.
import { useId, useMemo } from "react";
import { tr } from "../../i18n/i18n";
import type { Plot } from "../../pictures/charts/curve-geometry";
import {
  describeCurve,
  describeExtremes,
  describeOperatingPoint,
} from "../../model/measures/curve-description";
import type { Occupied } from "../../pictures/charts/label-placement";
import type { Measure, MeasureId } from "../../model/measures/measures";
import type { Mark } from "../../generated/model";
import {
  axisTitle,
  formatOnAxis,
  positionOn,
  RATE_PATH,
  settingsAt,
  type CurveAxis,
} from "../../model/curve-axis";
import { formatDuration } from "../../lib/format/numbers";
import {
  heightAt,
  loadOf,
  lossBracket,
  startOf,
  type Point,
  type Spread,
} from "../../desk/curve/curve-plan";
import type { CurveState } from "../../desk/curve/sweep";
import type { Machine, ShownMachine } from "../../desk/lab/machine";
import type { SettingValues } from "../../model/scenario/settings";
import { useStore } from "../../lib/store";
import { useFontSize } from "../../ui/appearance";
import { useElementWidth } from "../canvas/canvas-hooks";
import { AxisControl, MeasureControl, nameOfAxis, type AxisChoices } from "./axis-controls";
import { CurveChart } from "./chart";
import { cachedSpreads, type ChartCurve } from "./chart-curves";
import { OperatingPointSlider, type OperatingPoint } from "./operating-point";

interface ChartAreaProps {
  lab: Machine;
  values: SettingValues;
  curve: CurveState;
  curves: readonly ChartCurve[];
  axis: CurveAxis;
  measure: Measure;
  measures: readonly Measure[];
  choices: AxisChoices;
  marks: readonly Mark[];
  bracket: { free: number; lossy: number } | null;
  /** More trials will come. */
  drawing: boolean;
  /** A lesson has locked the setting on the horizontal axis: the dot only shows it. */
  locked: boolean;
  height: number;
  onChooseMeasure(id: MeasureId): void;
  onChooseAxis(path: string): void;
}

export function ChartArea(props: ChartAreaProps) {
  const { lab, values, curve, axis, measure, measures, choices, bracket } = props;
  const [holder, width] = useElementWidth();
  // Also in Compare, whose chart has no height to keep, the margins follow the text.
  const fontSize = useFontSize();
  const words = useId();
  const spreads = cachedSpreads(curve.points, measure);
  const name = nameOfCurve(axis, measure);
  return (
    <>
      <div ref={holder} className="curve-container" data-picture="" data-epoch={curve.epoch}>
        <CurveDescription {...props} id={words} />
        <MeasureControl
          measure={measure}
          isAllowed={(one) => measures.includes(one)}
          onChoose={props.onChooseMeasure}
        />
        {width > 0 && (
          <CurveChart
            width={width}
            height={props.height}
            fontSize={fontSize}
            name={name}
            descriptionId={words}
            axis={axis}
            measure={measure}
            curves={props.curves}
            epoch={curve.epoch}
            marks={props.marks}
            bracket={bracket}
            renderPoint={(plot, drawn) => (
              <LiveOperatingPoint
                drawn={drawn}
                lab={lab}
                values={values}
                points={curve.points}
                axis={axis}
                measure={measure}
                plot={plot}
                locked={props.locked}
              />
            )}
          />
        )}
        <AxisControl
          label={nameOfAxis(axis, loadOf(curve.points))}
          path={axis.path}
          choices={choices}
          values={values}
          onChoose={props.onChooseAxis}
        />
      </div>
      {props.height === 0 && <OffCurveNote {...props} spreads={spreads} />}
    </>
  );
}

export function nameOfCurve(axis: CurveAxis, { id, axisName }: Measure): string {
  return tr("Throughput: {measureName} against {axisName}", {
    measureName: id === "delivered" ? tr("delivered") : axisName,
    axisName: axis.path === RATE_PATH ? tr("offered rate") : axisTitle(axis),
  });
}

/** Describes the chart for screen readers: the machine's own curve, then the curves that it is compared with. */
function CurveDescription(props: ChartAreaProps & { id: string }) {
  const { id, lab, values, curve, curves, axis, measure, drawing } = props;
  const { x, height } = useOperatingPoint(lab, values, curve.points, axis, measure);
  const isThroughput = axis.path === RATE_PATH && measure.id === "delivered";
  const shape = useMemo(
    () => describeShape(curve.points, axis, measure, drawing),
    [curve.points, axis, measure, drawing],
  );
  const ownTag = curves.at(-1)?.tag ?? "";
  const compared = useMemo(
    () =>
      curves
        .slice(0, -1)
        .map(({ tag, points }) => {
          const text = describeShape(points, axis, measure, drawing);
          return tr("Curve “{tag}”: {text}", { tag, text });
        })
        .join(" "),
    [curves, axis, measure, drawing],
  );
  const place = { at: formatOnAxis(axis, x) };
  const here = isThroughput
    ? describeOperatingPoint(x, height, loadOf(curve.points))
    : height === null
      ? tr("You are at {at}.", place)
      : tr("You are at {at}, {measure}: {height}.", {
          ...place,
          measure: measure.axisName,
          height: measure.format(height),
        });
  return (
    <div className="visually-hidden">
      <p id={id} className="contained" data-testid="curve-words">
        {ownTag === "" ? shape : tr("Curve “{tag}”: {text}", { tag: ownTag, text: shape })} {here}{" "}
        {compared}
      </p>
    </div>
  );
}

/** Describes a curve in a sentence. `drawing`: more trials will come. */
export function describeShape(
  points: readonly Point[],
  axis: CurveAxis,
  measure: Measure,
  drawing: boolean,
): string {
  const spreads = cachedSpreads(points, measure);
  if (axis.path !== RATE_PATH || measure.id !== "delivered")
    return describeExtremes(spreads, wordsOf(axis, measure));
  const rates = spreads.map(({ x, y }) => ({ rate: x, delivered: y }));
  const free = lossBracket(points)?.free ?? null;
  return describeCurve(rates, free, { drawing, load: loadOf(points) });
}

/** How a curve over this axis is described. */
export function wordsOf(axis: CurveAxis, measure: Measure) {
  const offered = axis.path === RATE_PATH ? tr(" offered") : "";
  return {
    noun: measure.noun,
    formatX: (x: number) => formatOnAxis(axis, x) + offered,
    formatY: measure.format,
  };
}

/** A dot that is this share of the curve's height away from the curve seems wrong. */
const OFF_CURVE = 0.15;

/** Says why the dot of a paused machine is not on the curve. */
function OffCurveNote(props: ChartAreaProps & { spreads: readonly Spread[] }) {
  const { lab, values, curve, spreads, axis, measure } = props;
  const { height, onCurve } = useOperatingPoint(lab, values, curve.points, axis, measure);
  const frame = useStore(lab.staggeredTicks[1], (tick) => tick.frame);
  const isPaused = useStore(lab.state, ({ playing }) => !playing);
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 0);
  if (!isPaused || frame === null || height === null || onCurve === null) return null;
  if (Math.abs(height - onCurve) <= OFF_CURVE * Math.max(...spreads.map(({ y }) => y))) return null;
  return (
    <p className="muted">
      {tr("The dot counts only the last {duration}, the curve a whole trial.", {
        duration: formatDuration(frame.window.elapsedCycles, hertz),
      })}
    </p>
  );
}

interface LiveOperatingPointProps {
  lab: Machine;
  values: SettingValues;
  points: readonly Point[];
  axis: CurveAxis;
  measure: Measure;
  plot: Plot;
  drawn: Occupied;
  locked: boolean;
}

/** Renders the operating point with every tick. The rest of the card does not render again. */
function LiveOperatingPoint(props: LiveOperatingPointProps) {
  const { lab, values, points, axis, measure, plot, drawn, locked } = props;
  const here = useOperatingPoint(lab, values, points, axis, measure);
  const playing = useStore(lab.state, (state) => state.playing);
  return (
    <OperatingPointSlider
      plot={plot}
      drawn={drawn}
      point={here}
      axis={axis}
      measure={measure}
      locked={locked}
      isPaused={!playing}
      onMove={(x) => lab.change(settingsAt(axis.path, x, values))}
    />
  );
}

/** Returns the machine's operating point: the value on the horizontal axis that is set, and the measure now. */
function useOperatingPoint(
  lab: ShownMachine,
  values: SettingValues,
  points: readonly Point[],
  axis: CurveAxis,
  measure: Measure,
) {
  const frame = useStore(lab.staggeredTicks[1], (tick) => tick.frame);
  const topology = useStore(lab.state, (state) => state.topology);
  const now = frame === null || topology === null ? null : measure.ofFrame(frame, topology);
  return operatingPointOf(values, points, axis, measure, now);
}

/** `now`: the measure as it was counted in the window; null: unknown. */
export function operatingPointOf(
  values: SettingValues,
  points: readonly Point[],
  axis: CurveAxis,
  measure: Measure,
  now: number | null,
): OperatingPoint {
  const x = positionOn(axis.path, values);
  const begin = axis.path === RATE_PATH && measure.id === "delivered" ? startOf(points) : null;
  const onCurve = heightAt(cachedSpreads(points, measure), x, begin);
  return { x, onCurve, height: now ?? onCurve, measured: now !== null };
}
