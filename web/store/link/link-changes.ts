// Changes as a link writes them: "traffic.rate:12000,polling.enabled:true", and what happened when.
// Reading checks each against the parameter table.
import type { Catalogue, Intervention } from "../../engine/model";
import { RefusedError } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import { parameterOf, parseValue, problemWith, type Values } from "../scenario/settings";

export function readChanges(text: string, catalogue: Catalogue, field: string): Values {
  const values: Values = {};
  const problems: FieldProblem[] = [];
  for (const part of text.split(",").filter((one) => one !== "")) {
    const cut = part.indexOf(":");
    if (cut < 1) fail(field, part, "not of the form path:value", "e.g. traffic.rate:12000");
    const path = decode(part.slice(0, cut));
    const parameter = parameterOf(catalogue, path);
    const text = decode(part.slice(cut + 1));
    if (parameter === undefined) {
      const allowed = alike(
        path,
        catalogue.parameters.map((one) => one.path),
      );
      problems.push({ field: path, value: text, problem: "no setting", allowed });
      continue;
    }
    const value = parseValue(parameter, text);
    const before = values[path];
    const problem =
      before === undefined
        ? problemWith(parameter, value)
        : givenTwice(path, String(before), String(value));
    if (problem !== null) problems.push(problem);
    else values[path] = value;
  }
  if (problems.length > 0) throw new RefusedError(problems);
  return values;
}

export function writeChanges(values: Values): string {
  return Object.entries(values)
    .map(([path, value]) => `${encodeURIComponent(path)}:${encodeURIComponent(String(value))}`)
    .join(",");
}

const CHANGES = "cycles from the start and what changes, e.g. 75000000~traffic.rate:12000";

/** "75000000~limit:5;+15000~7": a "+" counts from the one before, a bare value is for the same knob. */
export function readInterventions(text: string, catalogue: Catalogue): Intervention[] {
  const interventions: Intervention[] = [];
  for (const part of text.split(";").filter((one) => one !== "")) {
    const before = interventions.at(-1);
    const [at = "", changes] = part.split("~");
    if (changes === undefined) fail("do", part, "changes nothing", CHANGES);
    const [, later, digits = ""] = /^(\+?)(.*)$/s.exec(at) ?? [];
    const from = later === "+" ? (before?.at ?? 0) : 0;
    const path = before === undefined ? undefined : onlyPath(before.set);
    const full = changes.includes(":") || path === undefined ? changes : `${path}:${changes}`;
    const set = readChanges(full, catalogue, "do");
    const when = from + wholeNumber("do", digits, CHANGES);
    if (when < (before?.at ?? 0))
      fail("do", part, "earlier than the one before it", "moments in order");
    for (const [name, value] of Object.entries(set)) {
      if (parameterOf(catalogue, name)?.effect !== "restart") continue;
      fail(name, String(value), "cannot change while the machine runs", "in set, for a new run");
    }
    interventions.push({ at: when, set });
  }
  return interventions;
}

export function writeInterventions(interventions: readonly Intervention[]): string {
  return interventions
    .map(({ at, set }, index) => {
      const before = interventions[index - 1];
      if (before === undefined) return `${at}~${writeChanges(set)}`;
      const path = onlyPath(set);
      const same = path !== undefined && path === onlyPath(before.set);
      const changes = same ? encodeURIComponent(String(set[path])) : writeChanges(set);
      // What stands alone is told by itself; what belongs to a drag, by its distance.
      return `${same ? `+${at - before.at}` : at}~${changes}`;
    })
    .join(";");
}

function onlyPath(set: Values): string | undefined {
  const paths = Object.keys(set);
  return paths.length === 1 ? paths[0] : undefined;
}

export function wholeNumber(field: string, text: string, allowed: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  return fail(field, text, "not a whole number of at most 16 digits", allowed);
}

/** The names that begin like this one; where none does, how names begin. */
export function alike(name: string, names: readonly string[]): string {
  const beginning = (one: string) => /^[^.-]*[.-]?/.exec(one)?.[0] ?? "";
  const same = names.filter((one) => beginning(one) === beginning(name));
  if (same.length > 0) return same.join(", ");
  return [...new Set(names.map(beginning))]
    .map((one) => (/[.-]$/.test(one) ? `${one}…` : one))
    .join(", ");
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function fail(field: string, value: string, problem: string, allowed: string): never {
  const shown = value === "" ? "empty" : value.slice(0, 80);
  throw new RefusedError([{ field, value: shown, problem, allowed }]);
}

export function givenTwice(field: string, one: string, other: string): FieldProblem {
  const value = [one, other]
    .map((text) => (text === "" ? "empty" : text.slice(0, 40)))
    .join(", then ");
  return {
    field,
    value,
    problem: "given twice",
    allowed: "once; take out the one that is not meant",
  };
}
