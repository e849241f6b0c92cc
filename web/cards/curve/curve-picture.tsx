// A measured curve without controls, for paper: the chart with the names of its axes, the machine's operating point, and what the
// marks stand for.
import { useMemo } from "react";
import type { Catalogue } from "../../generated/model";
import type { Frame } from "../../frame/frame";
import type { Topology } from "../../frame/topology";
import { measureOf } from "../../model/measures/measures";
import { RATE_PATH, type CurveAxis } from "../../model/curve-axis";
import type { CurveChoices } from "../../model/curve-choices";
import type { SettingValues } from "../../model/scenario/settings";
import { loadOf, lossBracket } from "../../desk/curve/curve-plan";
import { publishedMarks } from "../../desk/curve/published-marks";
import { runsProgram } from "../../frame/program-lines";
import type { CurveState } from "../../desk/curve/sweep";
import { BASE_FONT_SIZE } from "../../ui/appearance";
import { nameOfAxis } from "./axis-controls";
import { CurveChart } from "./chart";
import { chartCurves } from "./chart-curves";
import { describeShape, nameOfCurve, operatingPointOf } from "./chart-area";
import "./curve.css";
import { OperatingPointSlider } from "./operating-point";
import { CurveReadings } from "./readings";

interface CurvePictureProps {
  catalogue: Catalogue;
  curve: CurveState;
  choices: CurveChoices;
  values: SettingValues;
  frame: Frame;
  topology: Topology;
}

/** Fits on paper, in CSS pixels. */
const WIDTH = 700;

/** Nothing if no setting can be the horizontal axis. */
export function CurvePicture(props: CurvePictureProps) {
  const { axis } = props.curve;
  return axis === null ? null : <Picture {...props} axis={axis} />;
}

function Picture(props: CurvePictureProps & { axis: CurveAxis }) {
  const { catalogue, curve, choices, values, frame, topology, axis } = props;
  const { points } = curve;
  const measure = measureOf(choices.measure);
  const isThroughput = axis.path === RATE_PATH && measure.id === "delivered";
  const curves = useMemo(() => chartCurves(curve, null), [curve]);
  const marks = useMemo(
    () => (isThroughput && !runsProgram(topology) ? publishedMarks(catalogue, values) : []),
    [isThroughput, topology, catalogue, values],
  );
  const bracket = useMemo(
    () => (axis.path === RATE_PATH ? lossBracket(points) : null),
    [axis, points],
  );
  const now = measure.ofFrame(frame, topology);
  const point = operatingPointOf(values, points, axis, measure, now);
  const shape = describeShape(points, axis, measure, false);
  const name = nameOfCurve(axis, measure);
  return (
    <>
      <div className="curve-picture" role="img" aria-label={`${name}. ${shape}`}>
        <div inert>
          <p className="curve-picture-measure">{measure.axisName}</p>
          <CurveChart
            width={WIDTH}
            height={0}
            fontSize={BASE_FONT_SIZE}
            name={name}
            {...{ axis, measure, curves, epoch: curve.epoch, marks, bracket }}
            renderPoint={(plot, drawn) => (
              <OperatingPointSlider
                {...{ plot, drawn, point, axis, measure }}
                locked
                isPaused
                onMove={() => undefined}
              />
            )}
          />
          <p className="curve-picture-axis">{nameOfAxis(axis, loadOf(points))}</p>
        </div>
      </div>
      <CurveReadings {...{ curve, axis, measure, bracket, marks }} short={false} drawing={false} />
    </>
  );
}
