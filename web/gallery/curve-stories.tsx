// Stories of the chart of curves: pinned curves in every style over the offered rate, and a curve over a setting with no
// limit, with a band of seeds. The numbers are invented.
import { measureOf, type MeasureId } from "../model/measures/measures";
import type { Parameter, Report } from "../generated/model";
import type { CurveAxis } from "../model/curve-axis";
import { CURVE_STYLES } from "../model/curve-choices";
import { valuesUpTo, type Point } from "../desk/curve/curve-plan";
import { CurveChart } from "../cards/curve/chart";
import type { ChartCurve } from "../cards/curve/chart-curves";
import "../cards/curve/curve.css";

const SEEDS = [1, 2, 3];
const OFFERED = 12_000;

const rateAxis: CurveAxis = {
  path: "traffic.rate",
  parameter: { path: "traffic.rate", label: "Offered rate", unit: "packets/s" } as Parameter,
  range: { min: 0, max: 14_880, scale: "linear", infinity: false },
};
const quotaAxis: CurveAxis = {
  path: "limit.quota",
  parameter: { path: "limit.quota", label: "Quota", unit: "packets" } as Parameter,
  range: { min: 1, max: 1000, scale: "log", infinity: true },
};

/** Returns the points of a curve whose seeds differ by this share of the value. */
function pointsOf(axis: CurveAxis, spread: number, delivered: (x: number) => number): Point[] {
  return valuesUpTo(2, axis.range, axis === rateAxis).map((x) => ({
    x,
    trials: SEEDS.map((seed) => ({
      seed,
      report: reportOf(
        axis === rateAxis ? x : OFFERED,
        Math.max(0, delivered(x) * (1 + spread * (seed - 2))),
      ),
    })),
  }));
}

function reportOf(offered: number, delivered: number): Report {
  const lost = 1 - delivered / offered;
  return {
    offered_pps: offered,
    delivered_pps: delivered,
    wasted_share: 0.6 * lost,
    process_share: 0.3 * (1 - lost),
    latency_us: { p50: 300 + 4000 * lost, p99: delivered > 0 ? 900 + 9000 * lost : null },
    interrupts: { receive: 1000 },
    window: { arrived: 1000 },
  } as unknown as Report;
}

/** A kernel that delivers everything up to a peak and then falls to nothing at the end. */
const collapse = (peak: number, end: number) => (rate: number) =>
  rate <= peak ? rate : Math.max(0, (peak * (end - rate)) / (end - peak));

const overRate: ChartCurve[] = [
  ...Array.from({ length: CURVE_STYLES }, (_, look) => ({
    id: `pinned ${look}`,
    tag: String.fromCharCode(65 + look),
    name: `Pinned ${look + 1}`,
    points: pointsOf(rateAxis, 0.02, collapse(2500 + 700 * look, 9000 + 3000 * look)),
    look,
  })),
  {
    id: "previous",
    tag: "before",
    name: "Before",
    points: pointsOf(rateAxis, 0, collapse(2000, 7000)),
    look: "previous",
  },
  {
    id: "current",
    tag: "",
    name: "Now",
    points: pointsOf(rateAxis, 0.05, collapse(4700, 14_000)),
    look: "current",
  },
];

const overQuota: ChartCurve[] = [
  {
    id: "current",
    tag: "",
    name: "Now",
    points: pointsOf(
      quotaAxis,
      0.12,
      (quota) => 5000 / (1 + (quota === Infinity ? 1e3 : quota / 40)),
    ),
    look: "current",
  },
];

function chart(
  id: string,
  title: string,
  axis: CurveAxis,
  measure: MeasureId,
  curves: readonly ChartCurve[],
): { id: string; title: string; Story(): React.ReactNode } {
  function Shown() {
    return (
      <div>
        <CurveChart
          width={320}
          height={0}
          fontSize={12}
          name={title}
          descriptionId=""
          axis={axis}
          measure={measureOf(measure)}
          curves={curves}
          epoch={1}
          marks={[]}
          bracket={null}
          renderPoint={() => null}
        />
      </div>
    );
  }
  return { id, title, Story: Shown };
}

export const curveStories = [
  chart("curves-rate", "Curves: every style", rateAxis, "delivered", overRate),
  chart("curves-quota", "Curves: over a setting", quotaAxis, "delivered", overQuota),
  chart("curves-latency", "Curves: latency", quotaAxis, "p99", overQuota),
];
