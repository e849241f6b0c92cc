// The numbers of the outcome charts as tables.
import {
  formatMicroseconds,
  formatNumber,
  formatPacketRate,
  formatPercentFixed,
  formatPercent,
} from "../../format/numbers";
import type { Outcomes } from "../../charts/outcomes";
import { DataTable } from "../../ui/data-table";

export function OutcomeTables({ outcomes, hertz }: { outcomes: Outcomes; hertz: number }) {
  const { cpu, cpus, losses, latency, delivered, inside, insideBefore, arrived } = outcomes;
  const time = (cycles: number) => formatMicroseconds((cycles * 1e6) / hertz);
  return (
    <div className="outcome-tables">
      <DataTable
        caption="CPU time by context"
        columns={
          cpus.length > 1 ? ["CPU", "Context", "Time", "Share"] : ["Context", "Time", "Share"]
        }
        rows={cpu.map(({ name, paperName, cpu: number, cycles, share }) => [
          ...(cpus.length > 1 ? [`${number}`] : []),
          placeName(name, paperName),
          time(cycles),
          formatPercentFixed(share),
        ])}
      />
      <DataTable
        caption="Interrupts by line"
        columns={["Line", "Taken", "Rate"]}
        rows={outcomes.lines.map(({ name, taken }) => [
          name,
          formatNumber(taken),
          formatPacketRate(taken, outcomes.elapsedCycles, hertz) || "none",
        ])}
      />
      <DataTable
        caption="Packets by outcome"
        columns={["Outcome", "Packets"]}
        rows={[
          ["Inside before", formatNumber(insideBefore)],
          ["Arrived", formatNumber(arrived)],
          ["Delivered", formatNumber(delivered)],
          ["Dropped after work", formatNumber(outcomes.droppedAfterWork)],
          ["Refused at no cost", formatNumber(outcomes.refused)],
          ["Inside now", formatNumber(inside)],
        ]}
      />
      <DataTable
        caption="Wasted work by place of drop"
        columns={["Place", "Packets", "CPU time each", "Thrown away", "Share of the CPU"]}
        rows={losses.map(({ name, paperName, packets, wastedCycles, wastedShare }) => [
          placeName(name, paperName),
          formatNumber(packets),
          packets > 0 ? time(wastedCycles / packets) : "none",
          time(wastedCycles),
          formatPercent(wastedShare),
        ])}
      />
      <DataTable
        caption="Latency of delivered packets"
        columns={["From", "To", "Packets"]}
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
