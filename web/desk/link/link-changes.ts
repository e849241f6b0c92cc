// Changes in a link: settings ("traffic.rate:12000,polling.enabled:true"), and interventions, which have a time too.
// The parser checks each setting against the parameter table.
import { msg, tr } from "../../i18n/i18n";
import type { Catalogue, Intervention, Parameter, Scenario } from "../../generated/model";
import { RefusedError } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import { decode } from "./link-repair";
import {
  catalogueForMachine,
  findParameter,
  parseValue,
  PROFILE_PATH,
  validateValue,
  valuesAtStart,
  type SettingValues,
} from "../../model/scenario/settings";
import { cutText } from "../../lib/format/cut-text";

export function parseChanges(text: string, catalogue: Catalogue, field: string): SettingValues {
  const values: SettingValues = {};
  const problems: FieldProblem[] = [];
  for (const part of text.split(",").filter((one) => one !== "")) {
    const cut = part.indexOf(":");
    if (cut < 1)
      refuse(field, part, tr("not of the form path:value"), tr("e.g. traffic.rate:12000"));
    const path = decode(part.slice(0, cut));
    const parameter = findParameter(catalogue, path);
    const text = decode(part.slice(cut + 1));
    if (parameter === undefined) {
      const allowed = similarSettings(path, catalogue.parameters);
      problems.push({ field: path, value: text, problem: tr("there is no such setting"), allowed });
      continue;
    }
    const value = parseValue(parameter, text);
    const before = values[path];
    const problem =
      before === undefined
        ? validateValue(parameter, value)
        : duplicateField(path, String(before), String(value));
    if (problem !== null) problems.push(problem);
    else values[path] = value;
  }
  if (problems.length > 0) throw new RefusedError(problems);
  return values;
}

export function formatChanges(values: SettingValues): string {
  return Object.entries(values)
    .map(([path, value]) => `${encodeURIComponent(path)}:${encodeURIComponent(String(value))}`)
    .join(",");
}

const CHANGES = msg("cycles from the start and what changes, e.g. 75000000~traffic.rate:12000");

/** Parses "75000000~limit:5;+15000~7". A time with "+" counts from the intervention before; a value without a path is
 * for the same setting. */
export function parseInterventions(text: string, catalogue: Catalogue): Intervention[] {
  const interventions: Intervention[] = [];
  for (const part of text.split(";").filter((one) => one !== "")) {
    const before = interventions.at(-1);
    const [at = "", changes, ...more] = part.split("~");
    if (changes === undefined) refuse("do", part, tr("has no changes"), tr(CHANGES));
    if (more.length > 0) refuse("do", part, tr("has two times"), tr(CHANGES));
    const [, later, digits = ""] = /^(\+?)(.*)$/s.exec(at) ?? [];
    const from = later === "+" ? (before?.at ?? 0) : 0;
    const path = before === undefined ? undefined : singlePath(before.set);
    const full = changes.includes(":") || path === undefined ? changes : `${path}:${changes}`;
    const set = parseChanges(full, catalogue, "do");
    const when = from + parseWholeNumber("do", digits, tr(CHANGES));
    if (when < (before?.at ?? 0))
      refuse("do", part, tr("earlier than the one before it"), tr("moments in order"));
    for (const [name, value] of Object.entries(set)) {
      if (findParameter(catalogue, name)?.effect !== "restart") continue;
      refuse(
        name,
        String(value),
        tr("cannot change while the machine runs"),
        tr("in set, for a new run"),
      );
    }
    interventions.push({ at: when, set });
  }
  return interventions;
}

export function formatInterventions(interventions: readonly Intervention[]): string {
  return interventions
    .map(({ at, set }, index) => {
      const before = interventions[index - 1];
      if (before === undefined) return `${at}~${formatChanges(set)}`;
      const path = singlePath(set);
      const same = path !== undefined && path === singlePath(before.set);
      const changes = same ? encodeURIComponent(String(set[path])) : formatChanges(set);
      // A change of the same setting as before (a drag) gets the short form.
      return `${same ? `+${at - before.at}` : at}~${changes}`;
    })
    .join(";");
}

function singlePath(set: SettingValues): string | undefined {
  const paths = Object.keys(set);
  return paths.length === 1 ? paths[0] : undefined;
}

export function parseWholeNumber(field: string, text: string, allowed: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  return refuse(field, text, tr("not a whole number of at most 16 digits"), allowed);
}

/** The scenario that a link names; without a name, the first. */
export function parseBase(field: string, id: string | undefined, catalogue: Catalogue): Scenario {
  const first = catalogue.scenarios[0];
  const found = id === undefined ? first : catalogue.scenarios.find((one) => one.id === decode(id));
  if (found !== undefined) return found;
  const ids = catalogue.scenarios.map((one) => one.id);
  return refuse(field, id ?? "", tr("there is no such scenario"), similarNames(id ?? "", ids));
}

/** The catalogue for the machine that the changes name: ranges depend on the machine, so it is found first. */
export function catalogueForChanges(
  changes: string,
  base: Scenario,
  catalogue: Catalogue,
): Catalogue {
  const named = changes.split(",").find((part) => part.startsWith(`${PROFILE_PATH}:`));
  if (named === undefined) return catalogueForMachine(catalogue, base.settings);
  return catalogueForMachine(catalogue, {
    [PROFILE_PATH]: decode(named.slice(PROFILE_PATH.length + 1)),
  });
}

/** The scenario of the catalogue that a link names for a machine, and the settings in which the machine differs from it. A
 * lesson's scenario is written as its difference from a scenario that every page knows. */
export function changesFromBase(
  of: Pick<Scenario, "id">,
  scenario: Scenario,
  catalogue: Catalogue,
): { base: Scenario; set: SettingValues } {
  const base = catalogue.scenarios.find(({ id }) => id === of.id) ?? catalogue.scenarios[0];
  if (base === undefined) throw new Error("the catalogue has no scenario");
  const start = valuesAtStart(catalogue, scenario);
  // Settings that the link leaves out have the base scenario's values on the machine that the link names.
  const profile = start[PROFILE_PATH];
  const named: SettingValues = profile === undefined ? {} : { [PROFILE_PATH]: profile };
  const settings = { ...base.settings, ...named };
  const baseValues = valuesAtStart(catalogue, { ...base, settings });
  const set: SettingValues = {};
  if (profile !== undefined && profile !== valuesAtStart(catalogue, base)[PROFILE_PATH]) {
    set[PROFILE_PATH] = profile;
  }
  for (const [path, value] of Object.entries(start)) {
    if (value !== baseValues[path]) set[path] = value;
  }
  return { base, set };
}

/** The names with the same first part as this one; if there is none, all first parts. */
export function similarNames(
  name: string,
  names: readonly string[],
  describe = (one: string) => one,
): string {
  const beginning = (one: string) => /^[^.-]*[.-]?/.exec(one)?.[0] ?? "";
  const same = names.filter((one) => beginning(one) === beginning(name));
  if (same.length > 0) return same.map(describe).join(", ");
  return [...new Set(names.map(beginning))]
    .map((one) => (/[.-]$/.test(one) ? `${one}…` : one))
    .join(", ");
}

/** The same for the path of a setting, with the labels that the page shows: "Offered rate (traffic.rate)". */
export function similarSettings(path: string, settings: readonly Parameter[]): string {
  const shown = new Map(settings.map((one) => [one.path, `${one.label} (${one.path})`]));
  return similarNames(path, [...shown.keys()], (one) => shown.get(one) ?? one);
}

export function refuse(field: string, value: string, problem: string, allowed: string): never {
  const shown = value === "" ? tr("empty") : cutText(value, 80);
  throw new RefusedError([{ field, value: shown, problem, allowed }]);
}

export function duplicateField(field: string, one: string, other: string): FieldProblem {
  const value = [one, other]
    .map((text) => (text === "" ? tr("empty") : cutText(text, 40)))
    .join(tr(", then "));
  return {
    field,
    value,
    problem: tr("given twice"),
    allowed: tr("once; remove the one that is wrong"),
  };
}
