// The texts of tasks: a goal's requirements and results, for the page and for screen readers alike, and what a learner
// does after a wrong number.
import { upperFirst } from "../../lib/format/sentence";
import { msg, tr } from "../../i18n/i18n";
import type { Catalogue, Topology } from "../../generated/model";
import { isRightNumber, meets, type GoalResult, type RequirementResult } from "../../lesson/grade";
import { formatNumber } from "../../lib/format/numbers";
import {
  describeMetric,
  formatDistinctly,
  formatBound,
  formatMetric,
  settingOf,
} from "../../lesson/metric";
import type {
  ComparisonOperator,
  Goal,
  NumberQuestion,
  Requirement,
  Step,
} from "../../lesson/lesson";
import { findParameter } from "../../model/scenario/settings";
import { formatSetting } from "../../model/scenario/setting-text";
import { VIEW_ROWS, VIEWS } from "../../model/views";
import { concealedIn } from "../../desk/lesson/step-limits";

/** Where the names of measured places and of settings come from. */
export interface NameSources {
  catalogue: Catalogue;
  topology: Topology;
}

/** The name of a place, a context or an interrupt line. */
export function nameOfPart({ places, contexts, lines }: Topology, id: string): string {
  return [...places, ...contexts, ...lines].find((row) => row.id === id)?.name ?? id;
}

const OPERATOR_TEXTS: Record<ComparisonOperator, string> = {
  ">=": msg("at least"),
  "<=": msg("at most"),
  ">": msg("more than"),
  "<": msg("less than"),
  "==": msg("exactly"),
};

/** "CPU time of User process"; without a topology the names are ids. */
export function nameMetric(metric: string, topology: Topology | null): string {
  return describeMetric(metric, (id) => (topology === null ? id : nameOfPart(topology, id)));
}

/** The name of the load that a requirement or a score names; empty when it names none. */
export function loadNameOf({ loads }: Goal, { load }: Pick<Requirement, "load">): string {
  return loads.find(({ id }) => id === load)?.name ?? "";
}

/** The parts of a requirement: "at least", "4,700/s", "delivered", "at offered rate 12,000/s". A load with a name is named. */
export function requirementParts(
  { metric, op, value, set }: Requirement,
  { catalogue, topology }: NameSources,
  loadName: string,
) {
  const load = Object.entries(set).map(([path, result]) => {
    const parameter = findParameter(catalogue, path);
    return parameter === undefined
      ? path
      : `${parameter.label.toLowerCase()} ${formatSetting(parameter, result)}`;
  });
  const nothing = op === "==" && value === 0;
  const setting = findParameter(catalogue, settingOf(metric) ?? "");
  return {
    op: nothing ? "" : tr(OPERATOR_TEXTS[op]),
    bound: nothing ? tr("nothing") : formatRequired(metric, value, catalogue),
    metric: setting?.label.toLowerCase() ?? nameMetric(metric, topology),
    load:
      loadName !== ""
        ? tr("under the load “{loadName}”", { loadName })
        : load.length > 0
          ? tr("at {load}", { load: load.join(", ") })
          : "",
  };
}

/** A bound that an author has set, or the value of a setting: exactly. */
function formatRequired(metric: string, value: number, catalogue: Catalogue): string {
  const setting = findParameter(catalogue, settingOf(metric) ?? "");
  if (setting === undefined) return formatBound(metric, value);
  return formatSetting(setting, Number.isFinite(value) ? value : "infinity");
}

/** "not met: 3,200/s to 3,400/s". A value that misses the bound never reads like the bound. */
export function describeResult(
  { metric, op, value }: Requirement,
  { least, most, met }: RequirementResult,
  catalogue: Catalogue,
): string {
  if (settingOf(metric) !== null) {
    const set = least === null ? "" : formatRequired(metric, least, catalogue);
    return met ? tr("met: it is {set}", { set }) : tr("not met: it is {set}", { set });
  }
  const write = (end: number | null) =>
    end === null || meets({ metric, op, value }, end)
      ? formatMetric(metric, end)
      : formatDistinctly(metric, end, value);
  const [low, high] = [write(least), write(most)];
  const range =
    low === high ? tr("{low} in every trial", { low }) : tr("{low} to {high}", { low, high });
  return met ? tr("met: {range}", { range }) : tr("not met: {range}", { range });
}

interface RequirementRow {
  requirement: Requirement;
  result: RequirementResult;
}

function rowsOf({ requirements }: Goal, results: readonly RequirementResult[]): RequirementRow[] {
  return requirements.flatMap((requirement, at) => {
    const result = results[at];
    return result === undefined ? [] : [{ requirement, result }];
  });
}

/** "at least 14 % CPU time of User process under the load “A flood”" */
function describeRequirement(goal: Goal, requirement: Requirement, names: NameSources): string {
  const parts = requirementParts(requirement, names, loadNameOf(goal, requirement));
  const { op, bound, metric, load } = parts;
  return [op, bound, metric, load].filter((word) => word !== "").join(" ");
}

/** The verdict in a line. A goal that has its points, but not every requirement, names one that is not met. */
export function describeVerdict(
  goal: Goal,
  { met, total, requirements }: GoalResult,
  names: NameSources,
): string {
  const verdict = met ? tr("Reached.") : tr("Not yet.");
  if (goal.scores.length === 0) return verdict;
  const points = {
    total: formatNumber(total, 1),
    scoreNeeded: formatNumber(goal.scoreNeeded),
  };
  const missed = rowsOf(goal, requirements).find(({ result }) => !result.met);
  if (total < goal.scoreNeeded || missed === undefined) {
    return `${verdict} ${tr("{total} points; {scoreNeeded} reach the goal.", points)}`;
  }
  const wanted = describeRequirement(goal, missed.requirement, names);
  const outcome = describeResult(missed.requirement, missed.result, names.catalogue);
  return `${verdict} ${tr("{total} points are enough. But one requirement is missing: {wanted} ({outcome}).", { ...points, wanted, outcome })}`;
}

/** The results of all requirements, those that are not met first. */
export function describeResults(
  goal: Goal,
  measured: readonly RequirementResult[],
  names: NameSources,
): string {
  const rows = rowsOf(goal, measured);
  return [...rows.filter(({ result }) => !result.met), ...rows.filter(({ result }) => result.met)]
    .map(({ requirement, result }) =>
      tr("{outcome}; wanted: {wanted}.", {
        outcome: upperFirst(describeResult(requirement, result, names.catalogue)),
        wanted: describeRequirement(goal, requirement, names),
      }),
    )
    .join(" ");
}

/** The slip that gives a wrong number: another unit, or a zero too many or too few. Null: it is no such number. */
export function describeSlip(question: NumberQuestion, value: number): string | null {
  const { unit } = question;
  const isRightTimes = (scale: number) => value !== 0 && isRightNumber(question, value * scale);
  const otherUnits = unit === "" ? [] : unit === "%" ? [100] : [1000, 0.001];
  if (otherUnits.some(isRightTimes)) {
    return tr("Look at the unit: the answer is in {unit}.", { unit });
  }
  if (isRightTimes(10)) return tr("Count the zeros: the answer is ten times as large.");
  return isRightTimes(0.1) ? tr("Count the zeros: the answer is a tenth of this.") : null;
}

/** Where the numbers of an unfinished step are: in the pictures and in their tables, for people who cannot see the
 * pictures. Views that the step conceals have no table either. */
export function describeWhereToLook(step: Step): string {
  const look = describeNumbers(step);
  return step.hints.length === 0 ? look : `${look} ${tr("Or take a hint, below.")}`;
}

/** Where the step shows its numbers. */
function describeNumbers(step: Step): string {
  const concealed = concealedIn(step, false);
  const tables = VIEWS.filter((view) => !concealed.includes(view))
    .flatMap((view) => VIEW_ROWS[view].table ?? [])
    .map((name) => tr(name));
  if (tables.length === 0) {
    return tr(
      "Read the question again. If you need a number of the machine, look at the pictures.",
    );
  }
  const last = tables.pop() ?? "";
  const all =
    tables.length === 0 ? last : tr("{join} and {last}", { join: tables.join(", "), last });
  return tr(
    "Read the question again. If you need a number of the machine, look at the pictures, or read it in {all}.",
    { all },
  );
}
