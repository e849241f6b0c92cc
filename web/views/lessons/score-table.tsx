// The score of a goal: a row for each load and measure, with what was measured and the points, and the sum.
import type { GoalResult } from "../../lesson/grade";
import { describeMetric, formatBound, formatMetric } from "../../lesson/metric";
import type { Goal, Score } from "../../lesson/model";
import { formatNumber } from "../../format/numbers";
import { nameOfPart, type NameSources } from "./task-text";

interface ScoreTableProps {
  task: Goal;
  /** null before the simulator has judged. */
  result: GoalResult | null;
  names: NameSources;
}

export function ScoreTable({ task, result, names }: ScoreTableProps) {
  const all = task.scores.reduce((sum, { points }) => sum + points, 0);
  const caption = `Points of ${all}; ${task.scoreNeeded} reach the goal`;
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table className="table score-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Load</th>
            <th scope="col">What earns points</th>
            <th scope="col">Measured</th>
            <th scope="col">Points</th>
          </tr>
        </thead>
        <tbody>
          {task.scores.map((score, at) => (
            <tr key={at}>
              <th scope="row">{loadName(task, score)}</th>
              <td className="score-measure">
                {describeMetric(score.metric, (id) => nameOfPart(names.topology, id))}
                <span className="muted">
                  {" "}
                  from {formatBound(score.metric, score.from)} (nothing) to{" "}
                  {formatBound(score.metric, score.to)} (all)
                </span>
              </td>
              <td className="mono">
                {result === null ? "" : formatMetric(score.metric, result.scores[at]?.mean ?? null)}
              </td>
              <td className="mono">
                {result === null ? "" : `${formatNumber(result.scores[at]?.points ?? 0, 1)} of `}
                {formatNumber(score.points)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Score ({formatNumber(task.scoreNeeded)} needed)
            </th>
            <td className="mono">
              <b>{result === null ? "" : `${formatNumber(result.total, 1)} of `}</b>
              {formatNumber(all)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The name of a score's load. */
export function loadName({ loads }: Goal, { load }: Pick<Score, "load">): string {
  return loads.find(({ id }) => id === load)?.name ?? "The machine’s own load";
}
