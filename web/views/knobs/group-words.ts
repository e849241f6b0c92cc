// What a folded group of knobs says of itself, and what a meaningless one needs. Pure.
import type { Catalogue, Group, Parameter, Value } from "../../engine/model";
import {
  conditionsOf,
  parameterOf,
  unmetConditions,
  type Condition,
  type Values,
} from "../../store/settings";
import { sayValue } from "../../store/words";

/** "2,000/s", "off", "on, 5 packets": the basic knobs, as far as they say something. */
export function groupSummary(
  group: Group,
  meaningful: readonly Parameter[],
  values: Values,
): string {
  const basic = meaningful.filter((parameter) => parameter.basic);
  const words = basic.map((parameter) => basicWords(group, parameter, values[parameter.path]));
  const [first, ...others] = basic;
  // A switched-off group needs no more words than that.
  if (first?.kind.type === "switch" && isNamesake(group, first) && values[first.path] !== true) {
    return "off";
  }
  return first === undefined && others.length === 0
    ? ""
    : words.filter((one) => one !== "").join(", ");
}

function basicWords(group: Group, parameter: Parameter, value: Value | undefined): string {
  if (parameter.kind.type !== "switch") return sayValue(parameter, value);
  if (isNamesake(group, parameter)) return sayValue(parameter, value);
  return value === true ? parameter.label : "";
}

function isNamesake(group: Group, parameter: Parameter): boolean {
  return parameter.label.toLowerCase() === group.label.toLowerCase();
}

/** What must hold for a knob to do anything: in words, and as the change that makes it so. */
export interface Needed {
  sentence: string;
  /** On the button; empty: it is not for this page to turn. */
  action: string;
  set: Record<string, Value>;
}

/** What a knob's `when` asks for first, where the knob means nothing for this machine. */
export function whatItNeeds(catalogue: Catalogue, parameter: Parameter): Needed | null {
  const [first] = conditionsOf(parameter);
  const found = first === undefined ? null : demand(catalogue, first);
  if (found === null) return null;
  const { needed, value } = found;
  const restarts = needed.effect === "restart" ? " (restarts the machine)" : "";
  return {
    sentence: `Means something only with ${needed.label}: ${sayValue(needed, value)}.`,
    action: `Set ${needed.label} to that${restarts}`,
    set: { [needed.path]: value },
  };
}

/** A knob that has its place in this machine and does nothing while a switch stands otherwise: which one.
 * null: it works, or it has no place here at all. */
export function whatItWaitsFor(
  catalogue: Catalogue,
  parameter: Parameter,
  values: Values,
): Needed | null {
  const unmet = unmetConditions(parameter, values).map((one) => demand(catalogue, one));
  const [first] = unmet;
  const switches = unmet.every(
    (one) => one?.needed.kind.type === "switch" && one.needed.effect !== "restart",
  );
  if (!switches || first === null || first === undefined) return null;
  const { needed, value } = first;
  const position = sayValue(needed, value);
  return {
    sentence: `Works only while ${needed.label} is ${position}.`,
    action: `Turn ${needed.label} ${position}`,
    set: { [needed.path]: value },
  };
}

function demand(catalogue: Catalogue, { path, wanted }: Condition) {
  const needed = parameterOf(catalogue, path);
  const [first = ""] = wanted;
  if (needed === undefined) return null;
  const value: Value = first === "true" ? true : first === "false" ? false : first;
  return { needed, value };
}
