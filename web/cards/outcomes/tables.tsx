// The numbers of the outcome charts as tables.
import { tr } from "../../i18n/i18n";
import {
  formatMicroseconds,
  formatNumber,
  formatPacketRate,
  formatPercentFixed,
  formatPercent,
} from "../../lib/format/numbers";
import type { Outcomes } from "../../model/measures/outcomes";
import { DataTable } from "../../ui/data-table";

export function OutcomeTables({ outcomes, hertz }: { outcomes: Outcomes; hertz: number }) {
  const { cpu, cpus, losses, latency, delivered, deliveries, inside, insideBefore, arrived } =
    outcomes;
  const time = (cycles: number) => formatMicroseconds((cycles * 1e6) / hertz);
  return (
    <div className="outcome-tables">
      <DataTable
        caption={tr("CPU time by context")}
        columns={
          cpus.length > 1
            ? ["CPU", tr("Context"), tr("Time"), tr("Share")]
            : [tr("Context"), tr("Time"), tr("Share")]
        }
        rows={cpu.map(({ name, paperName, cpu: number, cycles, share }) => [
          ...(cpus.length > 1 ? [`${number}`] : []),
          placeName(name, paperName),
          time(cycles),
          formatPercentFixed(share),
        ])}
      />
      <DataTable
        caption={tr("Interrupts by line")}
        columns={[tr("Line"), tr("Taken"), tr("Rate")]}
        rows={outcomes.lines.map(({ name, taken }) => [
          name,
          formatNumber(taken),
          formatPacketRate(taken, outcomes.elapsedCycles, hertz) || tr("none"),
        ])}
      />
      <DataTable
        caption={tr("Packets by outcome")}
        columns={[tr("Outcome"), tr("Packets")]}
        rows={[
          [tr("Inside before"), formatNumber(insideBefore)],
          [tr("Arrived"), formatNumber(arrived)],
          [tr("Delivered"), formatNumber(delivered)],
          ...(deliveries.length > 1
            ? deliveries.map(({ name, packets }) => [
                tr("Delivered to {name}", { name }),
                formatNumber(packets),
              ])
            : []),
          [tr("Dropped after work"), formatNumber(outcomes.droppedAfterWork)],
          [tr("Refused at no cost"), formatNumber(outcomes.refused)],
          [tr("Inside now"), formatNumber(inside)],
        ]}
      />
      <DataTable
        caption={tr("Wasted work by place of drop")}
        columns={[
          tr("Place"),
          tr("Packets"),
          tr("CPU time each"),
          tr("Thrown away"),
          tr("Share of the CPU"),
        ]}
        rows={losses.map(({ name, paperName, packets, wastedCycles, wastedShare }) => [
          placeName(name, paperName),
          formatNumber(packets),
          packets > 0 ? time(wastedCycles / packets) : tr("none"),
          time(wastedCycles),
          formatPercent(wastedShare),
        ])}
      />
      <DataTable
        caption={tr("Latency of delivered packets")}
        columns={[tr("From"), tr("To"), tr("Packets")]}
        rows={latency
          .filter(({ count }) => count > 0)
          .map(({ low, high, count }) => [
            formatMicroseconds(low),
            formatMicroseconds(high),
            formatNumber(count),
          ])}
      />
    </div>
  );
}

function placeName(name: string, paperName: string) {
  return paperName === "" || paperName === name ? (
    name
  ) : (
    <>
      {name} <span className="mono muted">{paperName}</span>
    </>
  );
}
