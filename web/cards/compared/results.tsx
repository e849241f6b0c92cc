// The table of results: what each machine did in the shown window, and which did better.
import { useMemo } from "react";
import { tr } from "../../i18n/i18n";
import { compareOutcomes, type ComparedRow } from "../../model/measures/compared-outcomes";
import { Card } from "../../ui/card";
import { LiveNumber } from "../../ui/live-number";
import { useOutcomes, type ComparedMachines } from "./compared-machine";

/** Id of the card's heading. */
export const RESULTS_ID = "compare-results";

export function ComparedResults({ machines }: { machines: ComparedMachines }) {
  const [first, second] = machines;
  const a = useOutcomes(first);
  const b = useOutcomes(second);
  const groups = useMemo(() => (a === null || b === null ? null : compareOutcomes(a, b)), [a, b]);
  return (
    <Card
      title={tr("Results")}
      id={RESULTS_ID}
      className="compare-results"
      headerContent={tr("in the last 100 ms, or since the last change")}
    >
      {groups === null ? (
        <p className="muted">{tr("Counting …")}</p>
      ) : (
        <table className="table compare-table">
          <caption className="visually-hidden">
            {tr("Results of both machines; the better value of a row is marked")}
          </caption>
          <thead>
            <tr>
              <td />
              <th scope="col">{first.letter}</th>
              <th scope="col">{second.letter}</th>
            </tr>
          </thead>
          {groups.map(({ title, rows }) => (
            <tbody key={title}>
              <tr>
                <th scope="rowgroup" colSpan={3} className="compare-group">
                  {title}
                </th>
              </tr>
              {rows.map((row) => (
                <ResultRow key={row.id} row={row} />
              ))}
            </tbody>
          ))}
        </table>
      )}
    </Card>
  );
}

function ResultRow({ row }: { row: ComparedRow }) {
  const { id, label, better, isPart } = row;
  return (
    <tr data-row={id}>
      <th scope="row" className={isPart ? "compare-part" : undefined}>
        {label}
      </th>
      {(["first", "second"] as const).map((side) => (
        <td key={side} className={`mono ${better === side ? "compare-better" : ""}`}>
          <LiveNumber text={row[side]} />
          {better === side && <span className="compare-mark"> {tr("better")}</span>}
        </td>
      ))}
    </tr>
  );
}
