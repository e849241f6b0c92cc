// What each line of the program costs, as a table: the numbers of the editor's gutter, which a screen reader does not get.
// Loaded when it is opened.
import { tr } from "../../i18n/i18n";
import { describeCounted, wastedShare } from "../../cards/code/descriptions";
import { useCode } from "../../cards/code/use-code";
import type { ProgramContext } from "../../desk/workshop-context";
import { countsByLine } from "../../frame/program-lines";
import { formatNumber, formatPercentPlain } from "../../lib/format/numbers";
import { useStore } from "../../lib/store";
import { DataTable } from "../../ui/data-table";

export type CostTableProps = Pick<ProgramContext, "services" | "workshop">;

export function Costs({ services: { lab }, workshop }: CostTableProps) {
  const topology = useStore(lab.state, (state) => state.topology);
  const playing = useStore(lab.state, (state) => state.playing);
  const { text, ran } = useStore(workshop.state, (state) => state);
  const shown = useCode(lab.frames, playing);
  if (ran?.text !== text)
    return <p>{tr("The machine runs another text. Its costs are not those of these lines.")}</p>;
  if (shown === null || topology === null) return <p>{tr("Counting …")}</p>;
  const { counts, frame } = shown;
  const counted = <p>{describeCounted(shown, topology)}</p>;
  if (counts === null || counts === "unknown") return counted;
  // The packets are those of the whole window.
  const packets = counts.isPartial ? 0 : frame.window.arrived;
  const lines = [...countsByLine(counts.lines, topology)].sort(([a], [b]) => a - b);
  const textOf = (line: number) => topology.code.find((row) => row.line === line)?.text ?? "";
  return (
    <div className="workshop-costs">
      {counted}
      <p>
        {tr("The cycles are those of the statements of a line. Calls have costs of their own.")}
      </p>
      <DataTable
        caption={tr("The costs of the lines")}
        columns={[
          tr("Line"),
          tr("Visits"),
          tr("Cycles"),
          tr("Cycles for each packet that arrived"),
          tr("Thrown away"),
          tr("Text"),
        ]}
        rows={lines.map(([line, one]) => [
          String(line),
          formatNumber(one.visits),
          formatNumber(one.cycles),
          packets > 0 ? formatNumber(one.cycles / packets, 1) : "–",
          formatPercentPlain(wastedShare(one)),
          <code key="text">{textOf(line)}</code>,
        ])}
      />
    </div>
  );
}
