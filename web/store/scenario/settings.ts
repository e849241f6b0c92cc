// What each knob stands at: the parameter's default, the machine's (its profile), the scenario's
// settings, then the interventions up to a time. Also the way back from a run to a scenario that
// starts with today's knobs.
import type { Catalogue, Parameter, Profile, Scenario, Value } from "../../engine/model";

export type SettingValues = Record<string, Value>;

/** The parameter that names the machine. */
export const PROFILE_PATH = "machine.profile";

/** The catalogue as a machine has it: its parameters with that machine's defaults and ranges. */
export function catalogueForMachine(catalogue: Catalogue, values: SettingValues): Catalogue {
  const [first] = catalogue.profiles;
  const profile = catalogue.profiles.find(({ id }) => id === values[PROFILE_PATH]) ?? first;
  return profile === undefined ? catalogue : cataloguesByProfile(catalogue)(profile);
}

const cataloguesByProfile = memoize((catalogue: Catalogue) =>
  memoize((profile: Profile): Catalogue => {
    const parameters = catalogue.parameters.map((parameter) => {
      const standard = profile.settings[parameter.path];
      const range = profile.ranges.find(({ path }) => path === parameter.path);
      const { kind } = parameter;
      return {
        ...parameter,
        default: standard ?? parameter.default,
        kind: range && kind.type === "integer" ? { ...kind, min: range.min, max: range.max } : kind,
      };
    });
    return { ...catalogue, parameters };
  }),
);

/** Every parameter's value at cycle t. An intervention at t itself counts. */
export function valuesAt(catalogue: Catalogue, scenario: Scenario, t: number): SettingValues {
  const values = { ...valuesAtStart(catalogue, scenario) };
  for (const intervention of scenario.interventions) {
    if (intervention.at <= t) Object.assign(values, intervention.set);
  }
  return values;
}

/** Every parameter's value as the scenario begins. Every knob asks for its own: they are put together once. */
export function valuesAtStart(catalogue: Catalogue, scenario: Scenario): Readonly<SettingValues> {
  return startValues(catalogue)(scenario);
}

const startValues = memoize((catalogue: Catalogue) =>
  memoize((scenario: Scenario) => {
    const values: SettingValues = {};
    const { parameters } = catalogueForMachine(catalogue, scenario.settings);
    for (const parameter of parameters) values[parameter.path] = parameter.default;
    return Object.assign(values, scenario.settings);
  }),
);

/** The values that differ from their machine's defaults: what a scenario's settings hold. */
export function nonDefaultSettings(catalogue: Catalogue, values: SettingValues): SettingValues {
  const settings: SettingValues = {};
  for (const { path, default: standard } of catalogueForMachine(catalogue, values).parameters) {
    const value = values[path];
    if (value !== undefined && value !== standard) settings[path] = value;
  }
  return settings;
}

/** A scenario that starts with these knobs: same seed, no interventions. */
export function scenarioStartingWith(
  catalogue: Catalogue,
  scenario: Scenario,
  values: SettingValues,
): Scenario {
  const moved = adaptToMachine(catalogue, scenario.settings, values);
  return { ...scenario, settings: nonDefaultSettings(catalogue, moved), interventions: [] };
}

/** On another machine, knobs that were not touched stand where that machine has them, and the others
 * within its ranges. */
function adaptToMachine(
  catalogue: Catalogue,
  old: SettingValues,
  values: SettingValues,
): SettingValues {
  const before = catalogueForMachine(catalogue, old);
  const after = catalogueForMachine(catalogue, values);
  if (before === after) return values;
  const moved: SettingValues = { ...values };
  after.parameters.forEach(({ path, kind, default: standard }, index) => {
    const value = values[path];
    if (path === PROFILE_PATH || value === undefined) return;
    if (value === before.parameters[index]?.default) moved[path] = standard;
    else if (kind.type === "integer" && typeof value === "number") {
      moved[path] = Math.min(kind.max, Math.max(kind.min, value));
    }
  });
  return moved;
}

/** The run up to t: what a branch starts from. */
export function truncatedAt(scenario: Scenario, t: number): Scenario {
  return { ...scenario, interventions: scenario.interventions.filter(({ at }) => at <= t) };
}

/** The run as it goes on from t when these knobs are turned there: one that begins with them where they
 * make another machine. */
export function withChangeAt(
  catalogue: Catalogue,
  scenario: Scenario,
  t: number,
  set: SettingValues,
): Scenario {
  if (needsRestart(catalogue, set)) return restartedAt(catalogue, scenario, t, set);
  const before = truncatedAt(scenario, t);
  return { ...before, interventions: [...before.interventions, { at: t, set }] };
}

/** A run that begins with the knobs as they stand at t, and these. */
export function restartedAt(
  catalogue: Catalogue,
  scenario: Scenario,
  t: number,
  set: SettingValues,
): Scenario {
  return scenarioStartingWith(catalogue, scenario, { ...valuesAt(catalogue, scenario, t), ...set });
}

export function needsRestart(catalogue: Catalogue, changes: SettingValues): boolean {
  return Object.keys(changes).some((path) => findParameter(catalogue, path)?.effect === "restart");
}

export function findParameter(catalogue: Catalogue, path: string): Parameter | undefined {
  return parametersByPath(catalogue.parameters).get(path);
}

const parametersByPath = memoize(
  (parameters: readonly Parameter[]) =>
    new Map(parameters.map((parameter) => [parameter.path, parameter])),
);

/** What a knob's `when` asks for: "path=value|other", several joined by "&"; alternatives are divided by ";". */
export interface Condition {
  path: string;
  wanted: readonly string[];
}

/** Of several alternatives the first. */
export function conditionsOf(parameter: Parameter): readonly Condition[] {
  return alternativesOf(parameter)[0] ?? [];
}

/** Read once: a knob that is turned makes every other one ask for its conditions. */
const alternativesOf = memoize(({ when }: Parameter) =>
  when === "" ? [] : when.split(";").map(parseConditions),
);

function parseConditions(alternative: string): Condition[] {
  return alternative.split("&").map((condition) => {
    const [path = "", ...rest] = condition.trim().split("=");
    return { path: path.trim(), wanted: rest.join("=").split("|") };
  });
}

/** What a knob asks for and does not find: nothing when one of its alternatives holds, else what the first one lacks. */
export function unmetConditions(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): readonly Condition[] {
  const unmet = alternativesOf(parameter).map((conditions) =>
    conditions.filter(
      ({ path, wanted }) => !wanted.includes(String(effectiveValue(catalogue, path, values))),
    ),
  );
  return unmet.some((lacks) => lacks.length === 0) ? [] : (unmet[0] ?? []);
}

/** A knob is meaningful when all that it asks for holds. */
export function isApplicable(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): boolean {
  return unmetConditions(catalogue, parameter, values).length === 0;
}

/** What the machine goes by: a knob that means nothing on it, left by another machine, is as if untouched. */
function effectiveValue(
  catalogue: Catalogue,
  path: string,
  values: SettingValues,
): Value | undefined {
  const parameter = findParameter(catalogueForMachine(catalogue, values), path);
  if (parameter === undefined || isApplicable(catalogue, parameter, values)) return values[path];
  return parameter.default;
}

/** Every value that a parameter can have, in words. */
export function formatAllowed({ kind }: Parameter): string {
  switch (kind.type) {
    case "switch":
      return "true or false";
    case "choice":
      return kind.options.map(({ id }) => id).join(", ");
    case "integer":
      return `${kind.min} to ${kind.max}${kind.infinity ? ", or infinity" : ""}`;
  }
}

/** Why a value cannot be this parameter's, in the shape of the core's own problems; null when it can. */
export function validateValue(parameter: Parameter, value: Value) {
  const { kind, path } = parameter;
  const allowed = formatAllowed(parameter);
  const because = (problem: string) => ({
    field: path,
    value: String(value) || "empty",
    problem,
    allowed,
  });
  switch (kind.type) {
    case "switch":
      return typeof value === "boolean" ? null : because("not a switch");
    case "choice": {
      const found = kind.options.some(({ id }) => id === String(value));
      return found ? null : because("not one of the choices");
    }
    case "integer": {
      if (kind.infinity && value === "infinity") return null;
      if (typeof value !== "number" || !Number.isInteger(value)) {
        return because("not a whole number");
      }
      return value >= kind.min && value <= kind.max ? null : because("out of range");
    }
  }
}

/** Reads a value as a link or a text field writes it; the result still has to be checked. */
export function parseValue(parameter: Parameter, text: string): Value {
  if (parameter.kind.type === "switch" && (text === "true" || text === "false")) {
    return text === "true";
  }
  if (parameter.kind.type === "integer" && /^-?[\d., _]+$/.test(text)) {
    return Number(text.replace(/[, _]/g, ""));
  }
  const unlimited = parameter.kind.type === "integer" && parameter.kind.infinity;
  return unlimited && /^infinity$/i.test(text) ? "infinity" : text;
}

/** Makes on the first call for an object, and remembers that as long as the object is there. */
export function memoize<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new WeakMap<Of, { value: Made }>();
  return (of) => {
    const known = made.get(of) ?? { value: make(of) };
    made.set(of, known);
    return known.value;
  };
}
