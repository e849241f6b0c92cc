// The curve as a table: for every rate the mean of its seeds and their spread. Then the numbers that the papers state.
import { formatMicroseconds, formatNumber, formatPercent } from "../../format/numbers";
import type { Mark, Report } from "../../engine/model";
import { delivered, type Point } from "../../store/curve/curve-plan";
import type { CurveState } from "../../store/curve/sweep";
import { DataTable } from "../../ui/data-table";

interface CurveTableProps {
  curve: CurveState;
  marks: readonly Mark[];
  /** Shows latencies. False while a lesson conceals them. */
  latency: boolean;
}

export function CurveTable({ curve, marks, latency }: CurveTableProps) {
  const half = latency ? ["Half delivered within"] : [];
  return (
    <>
      <DataTable
        caption={`Throughput: ${curve.name}`}
        columns={["Offered/s", "Delivered/s", "Lowest, highest seed", "Lost", ...half, "Seeds"]}
        rows={curve.points.map((point) => row(point, latency))}
      />
      {marks.length > 0 && (
        <DataTable
          caption="What the papers state"
          columns={["Claim", "Offered/s", "Delivered/s", "Source"]}
          rows={marks.map(({ label, x, y, source }) => [
            label,
            x === null ? "not stated" : formatNumber(x),
            y === null ? "not stated" : formatNumber(y),
            source,
          ])}
        />
      )}
    </>
  );
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
  return inside > 0 ? `none, ${formatNumber(inside)} still inside` : "none";
}

function row(point: Point, latency: boolean) {
  const each = point.trials.map(({ report }) => report.delivered_pps);
  const median = point.trials[0]?.report.latency_us.p50 ?? null;
  return [
    formatNumber(point.rate),
    formatNumber(delivered(point)),
    `${formatNumber(Math.min(...each))}, ${formatNumber(Math.max(...each))}`,
    formatLoss(point),
    ...(latency ? [median === null ? "none" : formatMicroseconds(median)] : []),
    point.trials.map(({ seed }) => seed).join(", "),
  ];
}
