// What a folded group of knobs says of itself, and what a meaningless one needs. Pure.
import type { Catalogue, Group, Parameter, Value } from "../../engine/model";
import { parameterOf, type Values } from "../../store/settings";
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

/** What a knob's `when` asks for, in words and as a change. */
export function whatItNeeds(catalogue: Catalogue, parameter: Parameter) {
  const [path = "", wanted = ""] = parameter.when.split("&")[0]?.split("=") ?? [];
  const needed = parameterOf(catalogue, path.trim());
  const first = wanted.split("|")[0] ?? "";
  if (needed === undefined) return null;
  const value: Value = first === "true" ? true : first === "false" ? false : first;
  const restarts = needed.effect === "restart" ? " (restarts the machine)" : "";
  return {
    sentence: `Means something only with ${needed.label}: ${sayValue(needed, value)}.`,
    action: `Set ${needed.label} to that${restarts}`,
    set: { [needed.path]: value },
  };
}
