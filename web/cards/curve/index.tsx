// The card with the curves: that of the machine with its present knobs, the curves that it is compared with, the numbers
// that the papers state, and the operating point, which sets the setting on the horizontal axis. A person chooses what the
// two axes show.
// The curve of a second machine is in the same chart, which has the axes and the pinned curves of the first one.
import { useEffect, useMemo } from "react";
import { tr } from "../../i18n/i18n";
import { allMeasures, measureOf, type Measure } from "../../model/measures/measures";
import type { Catalogue, Parameter } from "../../generated/model";
import {
  axisChoices as axisGroups,
  axisTitle,
  isAxis,
  RATE_PATH,
  type CurveAxis,
} from "../../model/curve-axis";
import { PINNED_MAX, withPinned } from "../../model/curve-choices";
import { lossBracket } from "../../desk/curve/curve-plan";
import { publishedMarks } from "../../desk/curve/published-marks";
import type { CurveState, Sweep } from "../../desk/curve/sweep";
import type { Machine, ShownMachine } from "../../desk/lab/machine";
import { MACHINE_LETTERS } from "../../model/machine-letters";
import { isConcealed, areUnlocked } from "../../model/limits";
import { createStore, useStore, type Store } from "../../lib/store";
import {
  catalogueForMachine,
  findParameter,
  isApplicable,
  scenarioStartingWith,
  type SettingValues,
} from "../../model/scenario/settings";
import type { AppServices } from "../../desk/app-services";
import { Card } from "../../ui/card";
import { Disclosure } from "../../ui/disclosure";
import { useHeightBelow } from "../canvas/canvas-hooks";
import { explainNoEffect, isOfOtherFamily } from "../knobs/knob-text";
import { useKnobValues } from "../knobs";
import type { AxisChoices } from "./axis-controls";
import { chartCurves, type SecondCurve } from "./chart-curves";
import { ChartArea } from "./chart-area";
import { ComparisonList } from "./comparison";
import "./curve.css";
import { CurveControls } from "./pin-button";
import { CurveReadings } from "./readings";
import { CurveTable } from "./table";
import { CurveUnavailable, WAITING } from "./unavailable";

interface CurveCardProps {
  services: AppServices;
  /** Font size on a projector, where the card must fit on the screen. 0: not a projector. */
  projectorFontSize?: number;
  /** The compared machines in the order of the page. One of them is that of `services`. */
  machines?: readonly Machine[];
}

export function CurveCard({ services, projectorFontSize = 0, machines }: CurveCardProps) {
  const { lab } = services;
  const secondAt = machines?.findIndex((machine) => machine !== lab) ?? -1;
  const second = machines?.[secondAt];
  const sweeps = useStore(services.trials, (trials) => trials.sweeps);
  const sweep = sweeps.get(lab);
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  if (sweep === undefined || catalogue === null) {
    return (
      <Card title={tr("Throughput")} className={WAITING}>
        <p className="muted">{tr("Running the first trials …")}</p>
      </Card>
    );
  }
  return (
    <SweepCard
      lab={lab}
      catalogue={catalogue}
      sweep={sweep}
      projectorFontSize={projectorFontSize}
      second={(second && sweeps.get(second)) ?? null}
      secondAt={secondAt}
    />
  );
}

interface SweepCardProps {
  lab: Machine;
  catalogue: Catalogue;
  sweep: Sweep;
  projectorFontSize: number;
  second: Sweep | null;
  /** The place of the second machine among the two. */
  secondAt: number;
}

/** Heights of the lines below the chart on a projector, in font sizes: the reading with the edge of a slide, a mark of a
 * paper or the line about livelock, a curve of the comparison list. */
const READING_LINE = 2.5;
const MARK_LINE = 1.45;
const COMPARISON_LINE = 2;
/** A lower chart has no room for its numbers: the page scrolls instead. */
const CHART_LINES_MIN = 10.5;

function heightBelowChart(type: number, lines: number, kept: number): number {
  const legend = kept === 0 ? 0 : (kept + 2) * COMPARISON_LINE;
  return Math.ceil(type * (READING_LINE + lines * MARK_LINE + legend));
}

function SweepCard(props: SweepCardProps) {
  const { lab, catalogue, sweep, projectorFontSize, second, secondAt } = props;
  const projector = projectorFontSize > 0;
  useEffect(() => sweep.watch(), [sweep]);
  useEffect(() => second?.watch(), [second]);
  const curve = useStore(sweep.store, (state) => state);
  const choices = useStore(lab.state, (state) => state.curves);
  const values = useKnobValues(lab);
  const { axis, points, pinned } = curve;
  const isRate = axis?.path === RATE_PATH;
  const { measure, measures } = useMeasures(lab, !isRate && hasRate(catalogue, values));
  const axisChoices = useAxisChoices(lab, catalogue, values);
  const marks = useMarks(lab, catalogue, values, isRate && measure.id === "delivered");
  const bracket = useMemo(() => (isRate ? lossBracket(points) : null), [isRate, points]);
  const other = useSecondCurve(second, secondAt, curve);
  const curves = useMemo(() => chartCurves(curve, other), [curve, other]);
  const locked = useStore(
    lab.state,
    ({ limits }) => axis === null || !areUnlocked(limits, [axis.path]),
  );
  const [top, room] = useHeightBelow(projector);
  // The line about livelock comes when all is measured; its room is there before.
  const lines = marks.length + (measure.id === "delivered" ? 1 : 0);
  const below = heightBelowChart(projectorFontSize, lines, pinned.length);
  const onChooseAxis = (path: string) => lab.setCurves({ axisPath: path });
  const list = (
    <ComparisonList
      curve={curve}
      measure={measure}
      pinned={choices.pinned}
      firstLetter={second === null ? 0 : 2}
      onChange={(pinned) => lab.setCurves({ pinned })}
      onDropPrevious={sweep.dropPrevious}
    />
  );
  if (axis === null) {
    return (
      <CurveUnavailable
        {...{ catalogue, values, projector }}
        started={curve.epoch > 0}
        choices={axisChoices}
        onChoose={onChooseAxis}
      >
        {list}
      </CurveUnavailable>
    );
  }
  const drawing = points.length === 0 || curve.done < curve.wanted;
  const shown = { curve, axis, measure, bracket, marks, drawing };
  return (
    <Card
      title={curveTitle(measure)}
      hideTitle={projector}
      className="curve-card"
      canSave
      headerContent={
        <CurveControls
          {...{ curve, isFull: choices.pinned.length >= PINNED_MAX }}
          onPin={() => pinCurrent(lab, catalogue, values, curve)}
        />
      }
    >
      <div ref={top} />
      <ChartArea
        {...{ ...shown, lab, values, curves, measures, locked, onChooseAxis }}
        choices={axisChoices}
        height={room === 0 ? 0 : Math.max(CHART_LINES_MIN * projectorFontSize, room - below)}
        onChooseMeasure={(measure) => lab.setCurves({ measure })}
      />
      <CurveNotes
        {...{ lab, catalogue, axis }}
        failure={curve.failure}
        chosenPath={choices.axisPath}
      />
      {/* On a projector, the list appears only for pinned curves: the curve "before" has its tag. */}
      {(!projector || pinned.length > 0) && list}
      <CurveReadings {...shown} short={projector} />
      <CurveAsTable {...{ curves, axis, measure, measures, marks }} />
    </Card>
  );
}

/**
 * A paper's numbers are marked when the knobs are those of the paper's experiment, and on the axes that they are about. They say
 * nothing about a kernel that somebody has written.
 */
function useMarks(
  lab: Machine,
  catalogue: Catalogue,
  values: SettingValues,
  areTheseAxes: boolean,
): ReturnType<typeof publishedMarks> {
  const isProgram = useStore(lab.state, ({ scenario }) => scenario?.program !== undefined);
  return useMemo(
    () => (areTheseAxes && !isProgram ? publishedMarks(catalogue, values) : []),
    [catalogue, values, areTheseAxes, isProgram],
  );
}

function CurveAsTable(props: Omit<Parameters<typeof CurveTable>[0], "name">) {
  const { axis, measure } = props;
  const name =
    axis.path === RATE_PATH
      ? curveTitle(measure)
      : tr("{measure} over {axis}", { measure: measure.title, axis: axisTitle(axis) });
  return (
    <Disclosure label={tr("The curve as a table")} className="curve-table" hasTables>
      <CurveTable name={name} {...props} />
    </Disclosure>
  );
}

/** Returns the measures that may be shown, and the chosen one. A lesson conceals some values. `mayOfferRates`: trials may be
 * run at several offered rates for each value on the axis. */
function useMeasures(
  lab: ShownMachine,
  mayOfferRates: boolean,
): { measure: Measure; measures: readonly Measure[] } {
  const limits = useStore(lab.state, (state) => state.limits);
  const measure = useStore(lab.state, (state) => state.curves.measure);
  return useMemo(() => {
    const measures = allMeasures().filter(
      ({ kind, search }) => !isConcealed(limits, kind) && (mayOfferRates || search === null),
    );
    const chosen = measureOf(measure);
    return { measures, measure: measures.includes(chosen) ? chosen : measureOf("delivered") };
  }, [limits, measure, mayOfferRates]);
}

/** Whether the offered rate has an effect on this machine: without it there is no best rate. */
function hasRate(catalogue: Catalogue, values: SettingValues): boolean {
  const rate = findParameter(catalogue, RATE_PATH);
  return rate !== undefined && isApplicable(catalogue, rate, values);
}

function useAxisChoices(
  lab: ShownMachine,
  catalogue: Catalogue,
  values: SettingValues,
): AxisChoices {
  const limits = useStore(lab.state, (state) => state.limits);
  return useMemo(
    () => ({
      groups: axisGroups(catalogue, values, limits),
      explainIdle: (matches) =>
        // A step of a lesson names the settings that may be the horizontal axis.
        lab.kind === "lesson" ? [] : explainIdle(catalogue, values, matches),
    }),
    [lab, catalogue, values, limits],
  );
}

/** The most sentences below the list of settings. More of them would leave too little room for the list. */
const IDLE_MAX = 2;

function explainIdle(
  catalogue: Catalogue,
  values: SettingValues,
  matches: (parameter: Parameter) => boolean,
): string[] {
  return catalogueForMachine(catalogue, values)
    .parameters.filter((one) => isAxis(one) && matches(one))
    .filter((one) => !isApplicable(catalogue, one, values))
    .filter((one) => !isOfOtherFamily(catalogue, one, values["kernel.design"]))
    .slice(0, IDLE_MAX)
    .map((one) => explainNoEffect(catalogue, one, values))
    .filter((sentence) => sentence !== "");
}

type MeasuredOver = Pick<CurveState, "points" | "axis">;
const NO_SWEEP = createStore<MeasuredOver>({ points: [], axis: null });

/** Returns the other machine's curve if it is measured over the same axis. */
function useSecondCurve(
  second: Sweep | null,
  secondAt: number,
  curve: CurveState,
): SecondCurve | null {
  const store: Store<MeasuredOver> = second?.store ?? NO_SWEEP;
  const points = useStore(store, (state) => state.points);
  const path = useStore(store, ({ axis }) => axis?.path);
  return useMemo(() => {
    if (second === null) return null;
    const tag = MACHINE_LETTERS[secondAt] ?? "";
    const isSameAxis = path === curve.axis?.path;
    return {
      tag,
      ownTag: MACHINE_LETTERS[1 - secondAt] ?? "",
      name: tr("machine {letter}", { letter: tag }),
      points: isSameAxis ? points : [],
      look: SECOND_STYLE,
    };
  }, [second, secondAt, points, path, curve.axis]);
}

/** The other machine's curve looks like the second pinned curve: plum with squares. */
const SECOND_STYLE = 1;

/** Pins the curve of the machine with these values. */
function pinCurrent(
  lab: Machine,
  catalogue: Catalogue,
  values: SettingValues,
  curve: CurveState,
): void {
  const { scenario, curves } = lab.state.get();
  if (scenario === null) return;
  const machine = scenarioStartingWith(catalogue, scenario, values);
  lab.setCurves({ pinned: withPinned(curves.pinned, machine, curve.name) });
}

/** The delivered rate is the throughput. A curve of another quantity has that quantity's name. */
function curveTitle({ id, title }: Measure): string {
  return id === "delivered" ? tr("Throughput") : title;
}

interface CurveNotesProps {
  lab: Machine;
  catalogue: Catalogue;
  axis: CurveAxis;
  failure: string | null;
  /** The setting that a person has chosen for the axis. */
  chosenPath: string;
}

/** Says why the curve is not what a person has asked for. */
function CurveNotes({ lab, catalogue, axis, failure, chosenPath }: CurveNotesProps) {
  const hasStopped = useStore(lab.tick, ({ fault }) => fault !== null);
  const parameter = findParameter(catalogue, chosenPath);
  const name = parameter === undefined ? chosenPath : axisTitle({ parameter });
  return (
    <>
      {failure !== null &&
        (hasStopped ? (
          <p className="muted">{tr("The kernel stops in a trial, too.")}</p>
        ) : (
          <p role="status">{tr("A trial could not be run: {failure}", { failure })}</p>
        ))}
      {chosenPath !== axis.path && (
        <p className="muted">
          {tr("“{name}” has no effect on this machine, so the curve is over the offered rate.", {
            name,
          })}
        </p>
      )}
    </>
  );
}
