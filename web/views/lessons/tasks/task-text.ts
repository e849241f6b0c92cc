// The texts of tasks: a goal's requirements and results, for the page and for screen readers alike, and what a learner
// does after a wrong number.
import { upperFirst } from "../../../format/sentence";
import { msg, tr } from "../../../i18n/i18n";
import type { Catalogue, Topology } from "../../../engine/model";
import { isRightNumber, satisfies, type RequirementResult } from "../../../lesson/grade";
import {
  describeMetric,
  formatDistinctly,
  formatBound,
  formatMetric,
} from "../../../lesson/metric";
import type { ComparisonOperator, NumberQuestion, Requirement, Step } from "../../../lesson/model";
import { findParameter } from "../../../store/scenario/settings";
import { formatSetting } from "../../../store/scenario/setting-text";
import type { ViewName } from "../../../store/lab/limits";
import { concealedIn } from "../../../store/lesson/lesson-machine";

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

/** The parts of a requirement's text: "at least", "4,700/s", "delivered", "offered rate 12,000/s". */
export function requirementParts(
  { metric, op, value, set }: Requirement,
  { catalogue, topology }: NameSources,
) {
  const load = Object.entries(set).map(([path, result]) => {
    const parameter = findParameter(catalogue, path);
    return parameter === undefined
      ? path
      : `${parameter.label.toLowerCase()} ${formatSetting(parameter, result)}`;
  });
  const nothing = op === "==" && value === 0;
  return {
    op: nothing ? "" : tr(OPERATOR_TEXTS[op]),
    bound: nothing ? tr("nothing") : formatBound(metric, value),
    metric: nameMetric(metric, topology),
    load: load.join(", "),
  };
}

/** "not met: 3,200/s to 3,400/s". A value that misses the bound never reads like the bound. */
export function describeResult(
  { metric, op, value }: Requirement,
  { least, most, met }: RequirementResult,
): string {
  const write = (end: number | null) =>
    end === null || satisfies(end, op, value)
      ? formatMetric(metric, end)
      : formatDistinctly(metric, end, value);
  const [low, high] = [write(least), write(most)];
  const range =
    low === high ? tr("{low} in every trial", { low }) : tr("{low} to {high}", { low, high });
  return met ? tr("met: {range}", { range }) : tr("not met: {range}", { range });
}

/** The results of all requirements, those that are not met first. */
export function describeResults(
  requirements: readonly Requirement[],
  measured: readonly RequirementResult[],
  names: NameSources,
): string {
  const rows = requirements.flatMap((requirement, at) => {
    const result = measured[at];
    return result === undefined ? [] : [{ requirement, one: result }];
  });
  return [
    ...rows.filter(({ one: result }) => !result.met),
    ...rows.filter(({ one: result }) => result.met),
  ]
    .map(({ requirement, one: result }) => {
      const { op, bound, metric, load } = requirementParts(requirement, names);
      const outcome = describeResult(requirement, result);
      const wanted = [op, bound, metric, load === "" ? "" : tr("at {load}", { load })];
      return tr("{outcome}; wanted: {wanted}.", {
        outcome: upperFirst(outcome),
        wanted: wanted.filter((word) => word !== "").join(" "),
      });
    })
    .join(" ");
}

const TABLES: readonly [ViewName, string][] = [
  ["machine", msg("“The machine as a table”")],
  ["curve", msg("“The curve as a table”")],
  ["outcomes", msg("“The numbers as tables”")],
];

/** What to do after a wrong number. */
export function describeWrongNumber(step: Step, question: NumberQuestion, value: number): string {
  const { unit } = question;
  const isInOtherUnit = [1000, 0.001].some((scale) => isRightNumber(question, value * scale));
  if (unit === "" || value === 0 || !isInOtherUnit) return describeWhereToLook(step);
  return tr("Look at the unit: the answer is in {unit}.", { unit });
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
  const tables = TABLES.filter(([view]) => !concealed.includes(view)).map(([, name]) => tr(name));
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
