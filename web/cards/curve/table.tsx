// The curve as a table: for every value on the horizontal axis the mean of its seeds and their spread, and the mean of the
// other curves in the chart. Then the numbers that the papers state. Also all trials as CSV, for a spreadsheet.
import { tr } from "../../i18n/i18n";
import { formatMicroseconds, formatNumber, formatPercent } from "../../lib/format/numbers";
import type { Measure } from "../../model/measures/measures";
import type { Mark, Report } from "../../generated/model";
import { formatOnAxis, isTimeAxis, RATE_PATH, type CurveAxis } from "../../model/curve-axis";
import { loadOf, spreadsOf, type Point } from "../../desk/curve/curve-plan";
import { Button } from "../../ui/button";
import { DataTable } from "../../ui/data-table";
import { saveFile } from "../../lib/save-file";
import { nameOfAxis } from "./axis-controls";
import { cachedSpreads, type ChartCurve } from "./chart-curves";
import { trialsAsCsv } from "./csv";

interface CurveTableProps {
  name: string;
  /** The current machine's curve is the last one. */
  curves: readonly ChartCurve[];
  axis: CurveAxis;
  measure: Measure;
  /** The measures that the page may show: a lesson conceals some. */
  measures: readonly Measure[];
  marks: readonly Mark[];
}

export function CurveTable({ name, curves, axis, measure, measures, marks }: CurveTableProps) {
  const current = curves.at(-1);
  if (current === undefined) return null;
  const others = curves.slice(0, -1);
  const half = measure.id !== "p50" && measures.some(({ id }) => id === "p50");
  const isRate = axis.path === RATE_PATH;
  const title = measure.id === "delivered" ? tr("Delivered/s") : measure.title;
  // The lost packets are a share of all that arrive, which a rate on each of several wires is not.
  const load = loadOf(current.points);
  const isAll = isRate && load.wires === 1 && load.local === 0;
  const columns = [
    isAll ? tr("Offered/s") : nameOfAxis(axis, load),
    title,
    tr("Lowest seed"),
    tr("Highest seed"),
    ...others.map((one) => `${one.tag}: ${title}`),
    tr("Lost"),
    ...(half ? [tr("Half delivered within")] : []),
    tr("Seeds"),
  ];
  const format = (value: number) =>
    measure.id === "delivered" ? formatNumber(value) : measure.format(value);
  const row = (point: Point) => {
    const own = spreadsOf([point], measure.ofReport)[0];
    return [
      formatInColumn(axis, point.x),
      own === undefined ? tr("none") : format(own.y),
      own === undefined ? tr("none") : format(own.low),
      own === undefined ? tr("none") : format(own.high),
      ...others.map((one) => {
        const there = cachedSpreads(one.points, measure).find(({ x }) => x === point.x);
        return there === undefined ? "" : format(there.y);
      }),
      formatLoss(point),
      ...(half ? [formatHalf(point)] : []),
      point.trials.map(({ seed }) => seed).join(", "),
    ];
  };
  const save = () =>
    saveFile("curves.csv", trialsAsCsv(curves, axis, measures), "text/csv;charset=utf-8");
  return (
    <>
      <DataTable
        caption={`${name}: ${current.name}`}
        columns={columns}
        rows={current.points.map(row)}
      />
      <Button variant="quiet" onClick={save}>
        {tr("Save every trial as CSV")}
      </Button>
      {marks.length > 0 && (
        <DataTable
          caption={tr("What the papers state")}
          columns={[tr("Claim"), tr("Offered/s"), tr("Delivered/s"), tr("Source")]}
          rows={marks.map(({ label, x, y, source }) => [
            label,
            x === null ? tr("not stated") : formatNumber(x),
            y === null ? tr("not stated") : formatNumber(y),
            source,
          ])}
        />
      )}
    </>
  );
}

/** Times have their unit in each cell. The other units are in the column's head. */
function formatInColumn(axis: CurveAxis, x: number): string {
  return isTimeAxis(axis) || x === Infinity ? formatOnAxis(axis, x) : formatNumber(x);
}

/**
 * Formats the share of lost packets among those that arrived in the trials' windows. Packets that are still inside when
 * a trial ends are not lost; they are reported as such.
 */
function formatLoss({ trials }: Point): string {
  const sum = (of: (report: Report) => number) =>
    trials.reduce((total, { report }) => total + of(report), 0);
  const arrived = sum(({ window }) => window.arrived);
  const dropped = sum(({ window }) => window.dropped);
  if (dropped > 0) return `${formatPercent(dropped / Math.max(1, arrived))}`;
  const inside = arrived - sum(({ window }) => window.delivered);
  // A number, so that the column of a saved table has one in every row.
  return inside > 0
    ? tr("none, {inside} still inside", { inside: formatNumber(inside) })
    : formatPercent(0);
}

function formatHalf({ trials }: Point): string {
  const median = trials[0]?.report.latency_us.p50 ?? null;
  return median === null ? tr("none") : formatMicroseconds(median);
}
