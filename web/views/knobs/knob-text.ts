// What a folded group of knobs says of itself, and what a meaningless one needs. Pure.
import type { Catalogue, Group, Parameter, Value } from "../../engine/model";
import {
  conditionsOf,
  isApplicable,
  findParameter,
  unmetConditions,
  type Condition,
  type SettingValues,
} from "../../store/scenario/settings";
import { formatSetting } from "../../store/scenario/setting-text";

const DESIGN_PATH = "kernel.design";

/** "2,000/s", "off", "on, 5 packets": the basic knobs, as far as they say something. */
export function groupSummary(
  group: Group,
  meaningful: readonly Parameter[],
  values: SettingValues,
): string {
  const basic = meaningful.filter((parameter) => parameter.basic);
  const [first, ...others] = basic;
  const words = basic.map((parameter) => {
    const value = values[parameter.path];
    // "0 processes" beside a group's first words says nothing.
    return value === 0 && parameter !== first ? "" : summaryPart(group, parameter, value);
  });
  // A switched-off group needs no more words than that.
  if (first?.kind.type === "switch" && isNamesake(group, first) && values[first.path] !== true) {
    return "off";
  }
  return first === undefined && others.length === 0
    ? ""
    : fitSummary(words.filter((one) => one !== ""));
}

/** As many as stand beside the group's name in a line or two. */
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
    // What stands after a colon explains.
    return formatSetting(parameter, value).split(":")[0] ?? "";
  }
  if (parameter.kind.type !== "switch") {
    const words = formatSetting(parameter, value);
    return parameter.unit === "" ? `${parameter.label.toLowerCase()} ${words}` : words;
  }
  if (isNamesake(group, parameter)) return formatSetting(parameter, value);
  return value === true ? parameter.label : "";
}

function isNamesake(group: Group, parameter: Parameter): boolean {
  return parameter.label.toLowerCase() === group.label.toLowerCase();
}

/** What must hold for a knob to do anything: in words, and as the change that makes it so. */
export interface Requirement {
  sentence: string;
  /** On the button; empty: it is not for this page to turn. */
  action: string;
  set: Record<string, Value>;
}

/** What a knob's `when` asks for first, where the knob means nothing for this machine. */
export function requirementOf(catalogue: Catalogue, parameter: Parameter): Requirement | null {
  const [first] = conditionsOf(parameter);
  const found = first === undefined ? null : targetOf(catalogue, first);
  if (found === null) return null;
  const { needed, value } = found;
  const restarts = needed.effect === "restart" ? " (restarts the machine)" : "";
  return {
    sentence: `Means something only with ${needed.label}: ${formatSetting(needed, value)}.`,
    action: `Set ${needed.label} to that${restarts}`,
    set: { [needed.path]: value },
  };
}

/** Why a knob changes nothing on this machine; "" when it does. */
export function explainNoEffect(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): string {
  const [first] = unmetConditions(catalogue, parameter, values);
  const found = first === undefined ? null : targetOf(catalogue, first);
  if (found === null) return "";
  const wanted = formatSetting(found.needed, found.value).split(":")[0] ?? "";
  return `${parameter.label} changes nothing here; it would with “${found.needed.label}” at “${wanted}”.`;
}

/** A knob that has its place in this machine and does nothing while a switch stands otherwise: which one.
 * null: it works, or it has no place here at all. */
export function unmetSwitch(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): Requirement | null {
  const unmet = unmetConditions(catalogue, parameter, values).map((one) =>
    targetOf(catalogue, one),
  );
  const [first] = unmet;
  const switches = unmet.every(
    (one) => one?.needed.kind.type === "switch" && one.needed.effect !== "restart",
  );
  if (!switches || first === null || first === undefined) return null;
  const { needed, value } = first;
  const position = formatSetting(needed, value);
  return {
    sentence: `Works only while ${needed.label} is ${position}.`,
    action: `Turn ${needed.label} ${position}`,
    set: { [needed.path]: value },
  };
}

/** A group's knobs as far as they have a place on this machine. */
export function shownKnobs(catalogue: Catalogue, group: Group, values: SettingValues): Parameter[] {
  return catalogue.parameters.filter(
    (one) =>
      one.group === group.id &&
      (isApplicable(catalogue, one, values) || unmetSwitch(catalogue, one, values) !== null),
  );
}

/** Whether one of the knobs that can be seen, and so reset, stands elsewhere than in the scenario. */
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

/** It means something to kernels of another family only: this machine could not become one of those. */
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
