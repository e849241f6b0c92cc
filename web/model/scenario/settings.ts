// The value of each setting: the parameter's default, then the machine's profile, then the scenario's settings, then
// the interventions up to a time. Also makes a scenario that starts with the current values, and checks the conditions
// under which a setting has an effect.
import { tr } from "../../i18n/i18n";
import type {
  Catalogue,
  Message,
  Parameter,
  Profile,
  Scenario,
  Value,
} from "../../generated/model";
import { parseNumber } from "../../lib/format/parse-number";

export type SettingValues = Record<string, Value>;

/** The parameter that names the machine's profile. */
export const PROFILE_PATH = "machine.profile";

/** The catalogue with the defaults, ranges and sources of one machine. */
export function catalogueForMachine(catalogue: Catalogue, values: SettingValues): Catalogue {
  const [first] = catalogue.profiles;
  const profile = catalogue.profiles.find(({ id }) => id === values[PROFILE_PATH]) ?? first;
  return profile === undefined ? catalogue : cataloguesByProfile(catalogue)(profile);
}

const cataloguesByProfile = memoize((catalogue: Catalogue) =>
  memoize((profile: Profile): Catalogue => {
    const [first] = catalogue.profiles;
    const sourceOf = ({ source, of_first_machine: isOfFirst = false }: Parameter): Message =>
      isOfFirst && first !== undefined && profile !== first
        ? { text: catalogue.taken_over, values: [first.label, source] }
        : source;
    const parameters = catalogue.parameters.map((parameter) => {
      const own = profile.settings.find(({ values }) => parameter.path in values);
      const range = profile.ranges.find(({ path }) => path === parameter.path);
      const { kind } = parameter;
      return {
        ...parameter,
        default: own?.values[parameter.path] ?? parameter.default,
        source: own?.source ?? sourceOf(parameter),
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

/** Every parameter's value at the start of a scenario. Memoized, because every knob asks for its own value. */
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

/** The values that differ from the machine's defaults: a scenario's settings hold only these. */
export function nonDefaultSettings(catalogue: Catalogue, values: SettingValues): SettingValues {
  const settings: SettingValues = {};
  for (const { path, default: defaultValue } of catalogueForMachine(catalogue, values).parameters) {
    const value = values[path];
    if (value !== undefined && value !== defaultValue) settings[path] = value;
  }
  return settings;
}

/** Identifies the program of a machine; undefined if its kernel is built in. */
export function programKey({ program }: Scenario) {
  return program && [program.digest || program.text, program.statement, program.knobs];
}

/** Sorts settings by path, as canonical scenarios do: equal settings have equal texts, and the pool finds cached reports. */
export function sortByPath(values: SettingValues): SettingValues {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The scenario with these values at its start: same seed, no interventions. */
export function scenarioStartingWith(
  catalogue: Catalogue,
  scenario: Scenario,
  values: SettingValues,
): Scenario {
  const moved = adaptToMachine(catalogue, scenario.settings, values);
  return { ...scenario, settings: nonDefaultSettings(catalogue, moved), interventions: [] };
}

/** Fits values to another machine: untouched settings take its defaults, the others are limited to its ranges. */
function adaptToMachine(
  catalogue: Catalogue,
  old: SettingValues,
  values: SettingValues,
): SettingValues {
  const before = catalogueForMachine(catalogue, old);
  const after = catalogueForMachine(catalogue, values);
  if (before === after) return values;
  const moved: SettingValues = { ...values };
  after.parameters.forEach(({ path, kind, default: defaultValue }, index) => {
    const value = values[path];
    if (path === PROFILE_PATH || value === undefined) return;
    if (value === before.parameters[index]?.default) moved[path] = defaultValue;
    else if (kind.type === "integer" && typeof value === "number") {
      moved[path] = Math.min(kind.max, Math.max(kind.min, value));
    }
  });
  return moved;
}

/** The run up to cycle t, from which a branch starts. */
export function truncatedAt(scenario: Scenario, t: number): Scenario {
  return { ...scenario, interventions: scenario.interventions.filter(({ at }) => at <= t) };
}

/** The run in which these settings change at cycle t. If one of them needs another machine, a run that starts with
 * them. */
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

/** A run that starts with the values at cycle t, changed by these settings. */
export function restartedAt(
  catalogue: Catalogue,
  scenario: Scenario,
  t: number,
  set: SettingValues,
): Scenario {
  return scenarioStartingWith(catalogue, scenario, { ...valuesAt(catalogue, scenario, t), ...set });
}

/** The same run with one setting at its value in `base` from the beginning to the end. */
export function withSettingReset(
  catalogue: Catalogue,
  base: Scenario,
  scenario: Scenario,
  path: string,
): Scenario {
  const value = valuesAtStart(catalogue, base)[path];
  return value === undefined ? scenario : withFixedSettings(catalogue, scenario, { [path]: value });
}

/** The same run with these settings from the beginning to the end. */
export function withFixedSettings(
  catalogue: Catalogue,
  scenario: Scenario,
  set: SettingValues,
): Scenario {
  const start = { ...valuesAtStart(catalogue, scenario), ...set };
  const interventions = scenario.interventions
    .map(({ at, set: changes }) => {
      const others = Object.entries(changes).filter(([path]) => !(path in set));
      return { at, set: Object.fromEntries(others) };
    })
    .filter(({ set: changes }) => Object.keys(changes).length > 0);
  return { ...scenarioStartingWith(catalogue, scenario, start), interventions };
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

/** One condition of a parameter's `when`: "path=value|other". Conditions are joined by "&", alternatives by ";". */
export interface Condition {
  path: string;
  wanted: readonly string[];
}

/** The conditions of a parameter. If it has several alternatives, returns the first. */
export function conditionsOf(parameter: Parameter): readonly Condition[] {
  return alternativesOf(parameter)[0] ?? [];
}

/** Memoized, because every change of a knob makes all others check their conditions. */
const alternativesOf = memoize(({ when }: Parameter) =>
  when === "" ? [] : when.split(";").map(parseConditions),
);

function parseConditions(alternative: string): Condition[] {
  return alternative.split("&").map((condition) => {
    const [path = "", ...rest] = condition.trim().split("=");
    return { path: path.trim(), wanted: rest.join("=").split("|") };
  });
}

/** The unmet conditions of a parameter with these values, which do not change: none if one of its alternatives holds, else those of the first alternative. */
export function unmetConditions(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): readonly Condition[] {
  return unmetAt(catalogue)(values)(parameter);
}

/** Memoized for values, because every knob asks, and most ask about the same few conditions. */
const unmetAt = memoize((catalogue: Catalogue) =>
  memoize((values: SettingValues) => {
    const machine = catalogueForMachine(catalogue, values);
    const unmet = memoize((parameter: Parameter): readonly Condition[] => {
      const alternatives = alternativesOf(parameter).map((conditions) =>
        conditions.filter(({ path, wanted }) => !wanted.includes(String(effectiveValue(path)))),
      );
      return alternatives.some((lacks) => lacks.length === 0) ? [] : (alternatives[0] ?? []);
    });
    /** The value that the machine uses. A setting without effect, left over from another machine, counts as its default. */
    const effectiveValue = (path: string): Value | undefined => {
      const parameter = findParameter(machine, path);
      const hasEffect = parameter === undefined || unmet(parameter).length === 0;
      return hasEffect ? values[path] : parameter.default;
    };
    return unmet;
  }),
);

/** Whether a setting has an effect: all its conditions hold. */
export function isApplicable(
  catalogue: Catalogue,
  parameter: Parameter,
  values: SettingValues,
): boolean {
  return unmetConditions(catalogue, parameter, values).length === 0;
}

/** The allowed values of a parameter, as text. */
export function formatAllowed({ kind }: Parameter): string {
  switch (kind.type) {
    case "switch":
      return tr("true or false");
    case "choice":
      return kind.options.map(({ id }) => id).join(", ");
    case "integer":
      return tr("{min} to {max}{value}", {
        min: kind.min,
        max: kind.max,
        value: kind.infinity ? tr(", or infinity") : "",
      });
  }
}

/** The problem with a value, in the form of the core's problems; null when the value is allowed. */
export function validateValue(parameter: Parameter, value: Value) {
  const { kind, path } = parameter;
  const allowed = formatAllowed(parameter);
  const problem = (problem: string) => ({
    field: path,
    value: String(value) || tr("empty"),
    problem,
    allowed,
  });
  switch (kind.type) {
    case "switch":
      return typeof value === "boolean" ? null : problem(tr("not a switch"));
    case "choice": {
      const found = kind.options.some(({ id }) => id === String(value));
      return found ? null : problem(tr("not one of the choices"));
    }
    case "integer": {
      if (kind.infinity && value === "infinity") return null;
      if (typeof value !== "number" || !Number.isInteger(value)) {
        return problem(tr("not a whole number"));
      }
      return value >= kind.min && value <= kind.max ? null : problem(tr("out of range"));
    }
  }
}

/** Parses a value from a link or a text field. Does not validate it. */
export function parseValue(parameter: Parameter, text: string): Value {
  if (parameter.kind.type === "switch" && (text === "true" || text === "false")) {
    return text === "true";
  }
  // A number that can mean two stays a text, which is refused: "12.000".
  const number = parameter.kind.type === "integer" ? parseNumber(text) : null;
  if (number !== null) return number;
  const unlimited = parameter.kind.type === "integer" && parameter.kind.infinity;
  return unlimited && /^infinity$/i.test(text) ? "infinity" : text;
}

/** Memoizes a function of an immutable object. */
export function memoize<Of extends object, Made>(compute: (of: Of) => Made): (of: Of) => Made {
  const values = new WeakMap<Of, { value: Made }>();
  return (of) => {
    const known = values.get(of) ?? { value: compute(of) };
    values.set(of, known);
    return known.value;
  };
}
