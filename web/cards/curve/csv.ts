// The trials of the chart's curves as CSV: one row for each trial, with every measure that the page may show. Numbers have
// no thousands separators, so that a spreadsheet reads them.
import type { Measure } from "../../model/measures/measures";
import { RATE_PATH, type CurveAxis } from "../../model/curve-axis";
import { csvText } from "../../model/files/csv";
import type { ChartCurve } from "./chart-curves";

export function trialsAsCsv(
  curves: readonly ChartCurve[],
  axis: CurveAxis,
  measures: readonly Measure[],
): string {
  // A searched rate is the offered or the delivered rate of the trials that were kept.
  const columns = measures.filter(({ search }) => search === null);
  const { unit } = axis.parameter;
  const axisColumn = unit === "" ? axis.path : `${axis.path} (${unit})`;
  const head = [
    "curve",
    axisColumn,
    "seed",
    ...(axis.path === RATE_PATH ? [] : ["offered (packets/s)"]),
    ...columns.map(({ id }) => COLUMN_NAMES[id]),
  ];
  const rows = curves.flatMap(({ name, points }) =>
    points.flatMap(({ x, trials }) =>
      trials.map(({ seed, report }) => [
        name,
        x === Infinity ? "infinity" : String(x),
        String(seed),
        ...(axis.path === RATE_PATH ? [] : [number(report.offered_pps)]),
        ...columns.map((measure) => number(measure.ofReport(report))),
      ]),
    ),
  );
  return csvText([head, ...rows]);
}

const COLUMN_NAMES: Record<Measure["id"], string> = {
  delivered: "delivered (packets/s)",
  peak: "peak (packets/s)",
  livelock: "livelock rate (packets/s)",
  wasted: "wasted CPU time (%)",
  p50: "latency p50 (us)",
  p99: "latency p99 (us)",
  process: "CPU time of processes (%)",
  interrupts: "interrupts for each packet",
};

function number(value: number | null): string {
  return value === null ? "" : String(Number(value.toPrecision(8)));
}
