// Settings as text: values with units, and the differences between two sets of values ("Polling on", "Quota 5
// packets").
import { tr } from "../../i18n/i18n";
import { formatNumber } from "../../lib/format/numbers";
import { endSentence } from "../../lib/format/sentence";
import type { Catalogue, Parameter, Value } from "../../generated/model";
import type { FieldProblem } from "../../engine/protocol";
import { isApplicable, findParameter, type SettingValues } from "./settings";

/** The value with its unit: "2,000/s", "5 packets", "on", "kernel thread (Digital UNIX)". */
export function formatSetting(parameter: Parameter, value: Value | undefined): string {
  if (value === undefined) return "";
  const { kind, unit } = parameter;
  if (kind.type === "switch") return value === true ? tr("on") : tr("off");
  if (kind.type === "choice") {
    return kind.options.find(({ id }) => id === value)?.label ?? String(value);
  }
  if (value === "infinity") return tr("no limit");
  const number = formatNumber(Number(value));
  const after = unitAfter(parameter, value);
  return after === "" ? number : unit === "packets/s" ? `${number}${after}` : `${number} ${after}`;
}

/** The unit as it stands after a value: "/s", "ticks", after 1 "tick", and none after words such as "no limit". */
export function unitAfter({ unit }: Pick<Parameter, "unit">, value: Value | undefined): string {
  if (typeof value !== "number") return "";
  if (unit === "packets/s") return "/s";
  return value === 1 ? singular(unit) : formatUnit(unit);
}

/** "1 packet", "1 process"; other units, such as "ms", stay. */
function singular(unit: string): string {
  if (unit === "processes") return tr("process");
  return /^[A-Za-z]{3,}s$/.test(unit) ? tr(unit.slice(0, -1)) : formatUnit(unit);
}

export function formatUnit(unit: string): string {
  return unit === "us" ? "µs" : tr(unit);
}

/** The field of a change of the running machine: "interventions[0].feedback.low". */
const CHANGE = /^interventions\[\d+\]\./;

/** Adds the page's label to the setting that a problem is about, and to the other one of a pair: "Stop at (feedback.high)". */
export function labelProblems(problems: readonly FieldProblem[], catalogue: Catalogue | null) {
  if (catalogue === null) return [...problems];
  const named = (path: string, shown = path) => {
    const label = findParameter(catalogue, path)?.label ?? path;
    return label === path ? shown : `${label} (${shown})`;
  };
  return problems.map((problem) => {
    const path = problem.field.replace(CHANGE, "");
    const pairs = catalogue.orders.filter(({ low, high }) => low === path || high === path);
    const others = pairs.map(({ low, high }) => (low === path ? high : low));
    return {
      ...problem,
      field: named(path, problem.field),
      allowed: others.reduce((text, other) => text.replace(other, named(other)), problem.allowed),
    };
  });
}

/** "offered rate is 20000: out of range. Allowed: 0 to 14880." Names and values stay as they are written in the link. */
export function describeProblem({ field, value, problem, allowed }: FieldProblem): string {
  const wrong =
    value === ""
      ? `${field} ${problem}`.trim()
      : tr("{field} is {value}: {problem}", { field, value, problem });
  const remedy = allowed === "" ? "" : ` ${tr("Allowed: {allowed}.", { allowed })}`;
  return `${endSentence(wrong)}${remedy}`;
}

export const DESIGN_PATH = "kernel.design";

/** A setting that differs between two machines. */
export interface SettingDifference {
  path: string;
  label: string;
  first: string;
  second: string;
}

/** The settings that differ between two machines and have an effect in one of them: the kernel's design, which decides
 * about most others, then settings with an effect in both machines, then basic ones. A setting without effect reads
 * "no effect". */
export function settingDifferences(
  catalogue: Catalogue,
  first: SettingValues,
  second: SettingValues,
): SettingDifference[] {
  const text = (parameter: Parameter, values: SettingValues) =>
    isApplicable(catalogue, parameter, values)
      ? formatSetting(parameter, values[parameter.path])
      : tr("no effect");
  const order = (parameter: Parameter) => {
    if (parameter.path === DESIGN_PATH) return 0;
    const isInBoth = [first, second].every((one) => isApplicable(catalogue, parameter, one));
    return (isInBoth ? 1 : 3) + (parameter.basic ? 0 : 1);
  };
  return catalogue.parameters
    .filter(({ path }) => first[path] !== second[path])
    .filter((parameter) => [first, second].some((one) => isApplicable(catalogue, parameter, one)))
    .sort((a, b) => order(a) - order(b))
    .map((parameter) => ({
      path: parameter.path,
      label: parameter.label,
      first: text(parameter, first),
      second: text(parameter, second),
    }));
}

/** The differences of `to` as short phrases, basic settings first. Includes switches that are on in `to` and have no
 * effect in `from`. */
export function describeDifferences(
  catalogue: Catalogue,
  from: SettingValues,
  to: SettingValues,
): string[] {
  const isNew = (parameter: Parameter) =>
    parameter.basic && to[parameter.path] === true && !isApplicable(catalogue, parameter, from);
  return catalogue.parameters
    .filter((parameter) => from[parameter.path] !== to[parameter.path] || isNew(parameter))
    .filter((parameter) => isApplicable(catalogue, parameter, to))
    .sort((a, b) => Number(b.basic) - Number(a.basic))
    .map((parameter) => {
      const value = formatSetting(parameter, to[parameter.path]);
      return `${parameter.label} ${value}`;
    });
}

/** The notice about a new run names at most this many changed settings. */
const NAMED_CHANGES_MAX = 2;

/** "New run with Receive ring: 64 packets". A choice may have an explanation after a colon, which is left out. */
export function describeNewRun(catalogue: Catalogue, set: SettingValues): string {
  const names = Object.entries(set).map(([path, value]) => {
    const parameter = findParameter(catalogue, path);
    if (parameter === undefined) return path;
    return `${parameter.label}: ${formatSetting(parameter, value).split(":")[0] ?? ""}`;
  });
  if (names.length === 0) return tr("A new run");
  const more = names.length - NAMED_CHANGES_MAX;
  const rest = more > 0 ? [tr("{more} more", { more })] : [];
  const changes = [...names.slice(0, NAMED_CHANGES_MAX), ...rest].join(", ");
  return tr("New run with {changes}", { changes });
}
