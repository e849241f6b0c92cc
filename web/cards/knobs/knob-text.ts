// The texts of groups and knobs: the summary of a folded group, and what a knob without effect needs. Pure functions.
import { tr } from "../../i18n/i18n";
import { translateMessage } from "../../i18n/model-texts";
import type { Catalogue, Group, Parameter, Value } from "../../generated/model";
import {
  conditionsOf,
  isApplicable,
  findParameter,
  memoize,
  unmetConditions,
  type Condition,
  type SettingValues,
} from "../../model/scenario/settings";
import { lowerFirst } from "../../lib/format/sentence";
import { describeOrder, rangeBeside } from "../../model/scenario/setting-orders";
import { formatSetting } from "../../model/scenario/setting-text";

const DESIGN_PATH = "kernel.design";

/** Says where a number comes from: from the scenario, if that sets another one than its machine has. A switch or a choice is what the
 * paper describes in any position. */
export function describeOrigin(
  parameter: Parameter,
  base: Value | undefined,
  scenario: string | undefined,
): string {
  const { kind, default: own, source } = parameter;
  if (kind.type !== "integer" || base === undefined || base === own)
    return translateMessage(source);
  return scenario === undefined || scenario === ""
    ? tr("Set by the scenario.")
    : tr("Set by the scenario: {source}.", { source: tr(scenario) });
}

/** Summarizes a folded group by its basic knobs: "2,000/s", "off", "on, 5 packets". */
export function groupSummary(
  group: Group,
  applicable: readonly Parameter[],
  values: SettingValues,
): string {
  const basic = applicable.filter((parameter) => parameter.basic);
  const [first] = basic;
  // Knobs that scale costs are in the summary only when they are not at 100 %.
  if (first?.path.startsWith(SCALES)) {
    const scaled = basic.filter(({ path, default: usual }) => values[path] !== usual);
    return fitSummary(
      scaled.map((one) => `${lowerFirst(one.label)} ${formatSetting(one, values[one.path])}`),
    );
  }
  const words = basic.map((parameter) => {
    const value = values[parameter.path];
    // A zero is shown only as the first part: "0 processes" after other parts is not useful.
    return value === 0 && parameter !== first ? "" : summaryPart(group, parameter, value);
  });
  // When the group is switched off, nothing else in it matters.
  if (
    first?.kind.type === "switch" &&
    hasLabelOfGroup(group, first) &&
    values[first.path] !== true
  ) {
    return tr("off");
  }
  if (first === undefined) return switchesThatAreOn(applicable, values);
  const found = fitSummary(words.filter((one) => one !== ""));
  return found === "" && basic.every(({ kind }) => kind.type === "switch") ? tr("all off") : found;
}

/** The summary of a group without basic knobs: its switches that are on. */
function switchesThatAreOn(applicable: readonly Parameter[], values: SettingValues): string {
  const on = applicable.filter(({ kind, path }) => kind.type === "switch" && values[path] === true);
  return fitSummary(on.map(({ label }) => lowerFirst(label)));
}

const SCALES = "scale.";

/** Keeps as many parts as fit beside the group's name in one or two lines. */
function fitSummary(words: readonly string[]): string {
  const fitting = words.filter(
    (_, nth) => words.slice(0, nth + 1).join(", ").length <= SUMMARY_MAX,
  );
  if (fitting.length === words.length) return words.join(", ");
  return fitting.length > 0 ? `${fitting.join(", ")}, …` : "";
}

const SUMMARY_MAX = 28;

function summaryPart(group: Group, parameter: Parameter, value: Value | undefined): string {
  if (parameter.kind.type === "choice") {
    // The text after a colon is an explanation.
    return formatSetting(parameter, value).split(":")[0] ?? "";
  }
  if (parameter.kind.type !== "switch") {
    const words = formatSetting(parameter, value);
    return parameter.unit === "" ? `${parameter.label.toLowerCase()} ${words}` : words;
  }
  if (hasLabelOfGroup(group, parameter)) return formatSetting(parameter, value);
  return value === true ? parameter.label : "";
}

/** Whether a knob has the same label as its group, so that it switches the whole group. */
function hasLabelOfGroup(group: Group, parameter: Parameter): boolean {
  return parameter.label.toLowerCase() === group.label.toLowerCase();
}

/** What a knob needs before it has an effect: as a sentence, and as the change that fulfils it. */
export interface Requirement {
  sentence: string;
  /** The button's label. Empty: the page does not offer the change. */
  action: string;
  set: Record<string, Value>;
}

/** Returns the first condition of a knob that does not apply to this machine, or null if it has none. */
export function requirementOf(catalogue: Catalogue, parameter: Parameter): Requirement | null {
  const [first] = conditionsOf(parameter);
  const found = first === undefined ? null : targetOf(catalogue, first);
  if (found === null) return null;
  const { needed, value } = found;
  const restarts = needed.effect === "restart" ? tr(" (restarts the machine)") : "";
  return {
    sentence: tr("This applies only with {label}: {needed}.", {
      label: needed.label,
      needed: formatSetting(needed, value),
    }),
    action: tr("Set {label} to this value{restarts}", { label: needed.label, restarts }),
    set: { [needed.path]: value },
  };
}

/** Says why a knob has no effect on this machine; "" when it has one. */
export function explainNoEffect(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): string {
  const found = neededSetting(catalogue, parameter, values);
  if (found === null) return "";
  return tr("{label} has no effect here. It has an effect when “{label2}” is “{wanted}”.", {
    label: parameter.label,
    label2: found.label,
    wanted: found.wanted,
  });
}

/** The setting that keeps a knob from having an effect on this machine, with the value that it would need. */
export function neededSetting(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): { path: string; label: string; wanted: string } | null {
  const [first] = unmetConditions(catalogue, parameter, values);
  const found = first === undefined ? null : targetOf(catalogue, first);
  if (found === null) return null;
  const { path, label } = found.needed;
  return { path, label, wanted: formatSetting(found.needed, found.value).split(":")[0] ?? "" };
}

/** Returns the switch that a knob needs before it has an effect on this machine. Returns null if the knob has an effect,
 * or if it does not apply to this machine at all. */
export function unmetSwitch(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): Requirement | null {
  return switchAmong(catalogue, unmetConditions(catalogue, parameter, values));
}

/** Returns the switch on which a knob depends, whether it is on or off now: the first that has the wrong position, else the
 * last, which is the knob's own. Null if there is none. A restart does not count. */
export function neededSwitch(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): Requirement | null {
  const switches = conditionsOf(parameter).filter((one) =>
    isRunningSwitch(targetOf(catalogue, one)?.needed),
  );
  return unmetSwitch(catalogue, parameter, values) ?? switchAmong(catalogue, switches.slice(-1));
}

/** Returns the switch that all knobs of a group need, apart from the knob that is this switch; null if they differ. */
export function sharedSwitch(
  catalogue: Catalogue,
  shown: readonly Parameter[],
  values: SettingValues,
): Requirement | null {
  const needs = new Map(shown.map((one) => [one.path, neededSwitch(catalogue, one, values)]));
  const switches = new Set([...needs.values()].flatMap((one) => Object.keys(one?.set ?? {})));
  const [first = null, ...others] = [...needs]
    .filter(([path]) => !switches.has(path))
    .map(([, needed]) => needed);
  return others.every((one) => one?.action === first?.action) ? first : null;
}

/** A switch that can be turned while the machine runs. */
function isRunningSwitch(needed: Parameter | undefined): boolean {
  return needed?.kind.type === "switch" && needed.effect !== "restart";
}

/** The first condition as a requirement, if all of them are switches. */
function switchAmong(catalogue: Catalogue, conditions: readonly Condition[]): Requirement | null {
  const [first] = conditions;
  const isSwitch = (one: Condition) => isRunningSwitch(targetOf(catalogue, one)?.needed);
  return first !== undefined && conditions.every(isSwitch) ? switchOf(catalogue)(first) : null;
}

/** A condition whose setting is a switch, as a requirement. Memoized, so that a knob with the same requirement is not drawn again. */
const switchOf = memoize((catalogue: Catalogue) =>
  memoize((condition: Condition): Requirement | null => {
    const found = targetOf(catalogue, condition);
    if (found === null) return null;
    const { needed, value } = found;
    const { label } = needed;
    const position = formatSetting(needed, value);
    return {
      sentence: tr("Has an effect only while {label} is {position}.", { label, position }),
      action: tr("Turn {label} {position}", { label, position }),
      set: { [needed.path]: value },
    };
  }),
);

/** What the other knobs of this machine leave of a knob's range, with a sentence that names them; null: all of it. */
export function rangeBesideOthers(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
) {
  const sentence = describeOrder(catalogue, parameter, values);
  return sentence === "" ? null : { ...rangeBeside(catalogue, parameter, values), sentence };
}

/** Returns the knobs of a group that apply to this machine. */
export function shownKnobs(catalogue: Catalogue, group: Group, values: SettingValues): Parameter[] {
  return parametersOf(catalogue, group).filter(
    (one) => isApplicable(catalogue, one, values) || unmetSwitch(catalogue, one, values) !== null,
  );
}

/** All parameters of a group, also those that do not apply to this machine. */
export function parametersOf(catalogue: Catalogue, { id }: Group): readonly Parameter[] {
  return parametersByGroup(catalogue.parameters).get(id) ?? [];
}

const parametersByGroup = memoize((parameters: readonly Parameter[]) => {
  const byGroup = new Map<string, readonly Parameter[]>();
  for (const one of parameters) byGroup.set(one.group, [...(byGroup.get(one.group) ?? []), one]);
  return byGroup;
});

/** A group with those of its knobs that apply to this machine. */
export interface ShownGroup {
  group: Group;
  shown: readonly Parameter[];
}

/** Returns the groups that have knobs for this machine, and those that have none but could have some: with another design
 * of the same family, or after a restart. Groups of other families are left out. */
export function sortGroups(
  catalogue: Catalogue,
  values: SettingValues,
): { withEffect: ShownGroup[]; withoutEffect: Group[] } {
  const withEffect: ShownGroup[] = [];
  const withoutEffect: Group[] = [];
  for (const group of catalogue.groups) {
    const [first] = parametersOf(catalogue, group);
    const shown = shownKnobs(catalogue, group, values);
    if (first === undefined || shown.length > 0) {
      withEffect.push({ group, shown });
    } else if (!isOfOtherFamily(catalogue, first, values[DESIGN_PATH])) {
      withoutEffect.push(group);
    }
  }
  return { withEffect, withoutEffect };
}

/** Returns whether a shown knob has another value than in the scenario. Only shown knobs can be reset. */
export function isAnyChanged(
  shown: readonly Parameter[],
  values: SettingValues,
  baseValue: (path: string) => Value | undefined,
): boolean {
  return shown.some(({ path }) => {
    const base = baseValue(path);
    return base !== undefined && values[path] !== base;
  });
}

/** Returns whether a knob applies only to kernels of another family. No knob changes the family of a machine. */
export function isOfOtherFamily(
  catalogue: Catalogue,
  parameter: Parameter,
  design: unknown,
): boolean {
  const familyOf = (id: unknown) =>
    catalogue.families.find(({ designs }) => designs.some((one) => one === id));
  const own = familyOf(design);
  return conditionsOf(parameter).some(({ path, wanted }) => {
    if (path === DESIGN_PATH) return wanted.every((id) => familyOf(id) !== own);
    const other = findParameter(catalogue, path);
    return other !== undefined && isOfOtherFamily(catalogue, other, design);
  });
}

function targetOf(catalogue: Catalogue, { path, wanted }: Condition) {
  const needed = findParameter(catalogue, path);
  const [first = ""] = wanted;
  if (needed === undefined) return null;
  const value: Value = first === "true" ? true : first === "false" ? false : first;
  return { needed, value };
}
