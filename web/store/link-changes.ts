// Changes as a link writes them: "traffic.rate:12000,polling.enabled:true", and what happened when.
// Reading checks each against the parameter table.
import type { Catalogue, Intervention } from "../engine/model";
import { RefusedError } from "../engine/problems";
import type { FieldProblem } from "../engine/protocol";
import { parameterOf, parseValue, problemWith, type Values } from "./settings";

export function readChanges(text: string, catalogue: Catalogue, field: string): Values {
  const values: Values = {};
  const problems: FieldProblem[] = [];
  for (const part of text.split(",").filter((one) => one !== "")) {
    const cut = part.indexOf(":");
    if (cut < 1) fail(field, part, "not of the form path:value", "e.g. traffic.rate:12000");
    const path = decode(part.slice(0, cut));
    const parameter = parameterOf(catalogue, path);
    if (parameter === undefined) {
      problems.push({ field: path, value: "", problem: "is no setting", allowed: "" });
      continue;
    }
    const value = parseValue(parameter, decode(part.slice(cut + 1)));
    const problem = problemWith(parameter, value);
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

/** "75000000~limit:5;+15000~7": a "+" counts from the one before, a bare value is for the same knob. */
export function readInterventions(text: string, catalogue: Catalogue): Intervention[] {
  const interventions: Intervention[] = [];
  for (const part of text.split(";").filter((one) => one !== "")) {
    const before = interventions.at(-1);
    const [at = "", changes = ""] = part.split("~");
    const [, later, digits = ""] = /^(\+?)(.*)$/s.exec(at) ?? [];
    const from = later === "+" ? (before?.at ?? 0) : 0;
    const path = before === undefined ? undefined : onlyPath(before.set);
    const full = changes.includes(":") || path === undefined ? changes : `${path}:${changes}`;
    const set = readChanges(full, catalogue, "do");
    interventions.push({ at: from + wholeNumber("do", digits), set });
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

export function wholeNumber(field: string, text: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  return fail(field, text, "not a whole number", "digits only");
}

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function fail(field: string, value: string, problem: string, allowed: string): never {
  throw new RefusedError([{ field, value: value.slice(0, 80), problem, allowed }]);
}
