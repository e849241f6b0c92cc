// What each knob stands at: the parameter's default, the scenario's settings, then the interventions
// up to a time. Also the way back from a run to a scenario that starts with today's knobs.
import type { Catalogue, Parameter, Scenario, Value } from "../engine/model";

export type Values = Record<string, Value>;

/** Every parameter's value at cycle t. An intervention at t itself counts. */
export function valuesAt(catalogue: Catalogue, scenario: Scenario, t: number): Values {
  const values = valuesAtStart(catalogue, scenario);
  for (const intervention of scenario.interventions) {
    if (intervention.at <= t) Object.assign(values, intervention.set);
  }
  return values;
}

/** Every parameter's value as the scenario begins. */
export function valuesAtStart(catalogue: Catalogue, scenario: Scenario): Values {
  const values: Values = {};
  for (const parameter of catalogue.parameters) values[parameter.path] = parameter.default;
  return Object.assign(values, scenario.settings);
}

/** The values that differ from the parameters' defaults: what a scenario's settings hold. */
export function settingsOf(catalogue: Catalogue, values: Values): Values {
  const settings: Values = {};
  for (const { path, default: standard } of catalogue.parameters) {
    const value = values[path];
    if (value !== undefined && value !== standard) settings[path] = value;
  }
  return settings;
}

/** A scenario that starts with these knobs: same seed, no interventions. */
export function restartedWith(catalogue: Catalogue, scenario: Scenario, values: Values): Scenario {
  return { ...scenario, settings: settingsOf(catalogue, values), interventions: [] };
}

/** The run up to t: what a branch starts from. */
export function truncatedAt(scenario: Scenario, t: number): Scenario {
  return { ...scenario, interventions: scenario.interventions.filter(({ at }) => at <= t) };
}

export function needsRestart(catalogue: Catalogue, changes: Values): boolean {
  return Object.keys(changes).some((path) => parameterOf(catalogue, path)?.effect === "restart");
}

export function parameterOf(catalogue: Catalogue, path: string): Parameter | undefined {
  return catalogue.parameters.find((parameter) => parameter.path === path);
}

/** What a knob's `when` asks for: "path=value|other", several joined by "&". */
export interface Condition {
  path: string;
  wanted: readonly string[];
}

export function conditionsOf({ when }: Parameter): Condition[] {
  if (when === "") return [];
  return when.split("&").map((condition) => {
    const [path = "", ...rest] = condition.trim().split("=");
    return { path: path.trim(), wanted: rest.join("=").split("|") };
  });
}

export function unmetConditions(parameter: Parameter, values: Values): Condition[] {
  return conditionsOf(parameter).filter(
    ({ path, wanted }) => !wanted.includes(String(values[path])),
  );
}

/** A knob is meaningful when all that it asks for holds. */
export function isMeaningful(parameter: Parameter, values: Values): boolean {
  return unmetConditions(parameter, values).length === 0;
}

/** Why a value cannot be this parameter's, in the shape of the core's own problems; null when it can. */
export function problemWith(parameter: Parameter, value: Value) {
  const { kind, path } = parameter;
  const problem = (text: string, allowed: string) => ({
    field: path,
    value: String(value),
    problem: text,
    allowed,
  });
  switch (kind.type) {
    case "switch":
      return typeof value === "boolean" ? null : problem("not a switch", "true or false");
    case "choice": {
      const ids = kind.options.map(({ id }) => id);
      return ids.includes(String(value)) ? null : problem("not one of the choices", ids.join(", "));
    }
    case "integer": {
      if (kind.infinity && value === "infinity") return null;
      const allowed = `${kind.min} to ${kind.max}${kind.infinity ? ", or infinity" : ""}`;
      if (typeof value !== "number" || !Number.isInteger(value)) {
        return problem("not a whole number", allowed);
      }
      return value >= kind.min && value <= kind.max ? null : problem("out of range", allowed);
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
  return text;
}
