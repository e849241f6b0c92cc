// The score of a goal: a row for each load and measure, with what was measured and the points, and the sum.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { GoalResult } from "../../lesson/grade";
import { describeMetric, formatBound, formatMetric } from "../../lesson/metric";
import type { Goal, Score } from "../../lesson/lesson";
import { formatNumber } from "../../lib/format/numbers";
import { namedLoads } from "../../desk/lesson/step-limits";
import type { LessonContext } from "../../desk/lesson-context";
import { useProseLang } from "../prose/prose-language";
import { LoadButton } from "./load-buttons";
import { loadNameOf, nameOfPart, type NameSources } from "./task-text";

interface ScoreTableProps {
  context: LessonContext;
  task: Goal;
  /** null before the simulator has judged. */
  result: GoalResult | null;
  names: NameSources;
}

export function ScoreTable({ context, task, result, names }: ScoreTableProps) {
  const all = task.scores.reduce((sum, { points }) => sum + points, 0);
  const caption = tr("Points of {all}; {scoreNeeded} reach the goal", {
    all,
    scoreNeeded: task.scoreNeeded,
  });
  return (
    <div className="table-scroll" tabIndex={0} role="group" aria-label={caption}>
      <table className="table score-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{tr("Load")}</th>
            <th scope="col">{tr("What earns points")}</th>
            <th scope="col">{tr("Measured")}</th>
            <th scope="col">{tr("Points")}</th>
          </tr>
        </thead>
        <tbody>
          {task.scores.map((score, at) => (
            <tr key={at}>
              {task.scores[at - 1]?.load !== score.load && (
                <th scope="rowgroup" rowSpan={rowsOfLoad(task, at)}>
                  <LoadHead context={context} task={task} score={score} />
                </th>
              )}
              <td className="score-measure">
                {rich("{metric}<span> from {metric2} (nothing) to {metric3} (all)</span>", {
                  metric: describeMetric(score.metric, (id) => nameOfPart(names.topology, id)),
                  metric2: formatBound(score.metric, score.from),
                  metric3: formatBound(score.metric, score.to),
                  span: <span className="muted" />,
                })}
              </td>
              <td className="mono score-measured">
                {result === null ? "" : formatMetric(score.metric, result.scores[at]?.mean ?? null)}
              </td>
              <td className="mono">
                {result === null
                  ? ""
                  : tr("{number} of ", { number: formatNumber(result.scores[at]?.points ?? 0, 1) })}
                {formatNumber(score.points)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {tr("Score ({scoreNeeded} needed)", { scoreNeeded: formatNumber(task.scoreNeeded) })}
            </th>
            <td className="mono">
              <b>
                {result === null ? "" : tr("{total} of ", { total: formatNumber(result.total, 1) })}
              </b>
              {formatNumber(all)}
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** The rows from one score on that have the same load. */
function rowsOfLoad({ scores }: Goal, first: number): number {
  const others = scores.slice(first).findIndex(({ load }) => load !== scores[first]?.load);
  return others < 0 ? scores.length - first : others;
}

/** The name of a load, and the button that gives it to the machine. */
function LoadHead({
  context,
  task,
  score,
}: Pick<ScoreTableProps, "context" | "task"> & { score: Score }) {
  const lang = useProseLang();
  const name = loadNameOf(task, score);
  const loads = namedLoads(task);
  const load = loads.find(({ label }) => label === name);
  if (load === undefined) return tr("The machine’s own load");
  return (
    <>
      <span lang={lang}>{name}</span>{" "}
      <LoadButton {...{ context, loads, load }} label={tr("Show me: {name}", { name })}>
        {tr("Show me")}
      </LoadButton>
    </>
  );
}
