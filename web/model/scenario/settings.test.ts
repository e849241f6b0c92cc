// Facts about the values of settings, with a small made-up catalogue.
import { describe, expect, it } from "vitest";
import { catalogueOf, scenarioOf } from "./small-catalogue.test-data";
import {
  isApplicable,
  memoize,
  needsRestart,
  catalogueForMachine,
  findParameter,
  parseValue,
  validateValue,
  scenarioStartingWith,
  truncatedAt,
  withChangeAt,
  unmetConditions,
  type SettingValues,
  valuesAt,
  valuesAtStart,
} from "./settings";

const catalogue = catalogueOf();
const of = (path: string) => {
  const found = findParameter(catalogue, path);
  if (found === undefined) throw new Error(path);
  return found;
};
const run = scenarioOf({
  settings: { rate: 2000 },
  interventions: [
    { at: 100, set: { rate: 5000 } },
    { at: 200, set: { cure: true, limit: 5 } },
  ],
});

describe("values", () => {
  it("settings_override_defaults_and_interventions_override_both", () => {
    expect(valuesAt(catalogue, run, 0)).toMatchObject({ rate: 2000, cure: false, limit: 10 });
    expect(valuesAt(catalogue, run, 150)).toMatchObject({ rate: 5000, cure: false });
    expect(valuesAt(catalogue, run, 300)).toMatchObject({ rate: 5000, cure: true, limit: 5 });
  });

  it("an_intervention_counts_at_its_own_cycle", () => {
    expect(valuesAt(catalogue, run, 99).rate).toBe(2000);
    expect(valuesAt(catalogue, run, 100).rate).toBe(5000);
  });

  it("a_restart_keeps_the_current_values_and_drops_the_interventions", () => {
    const values = { ...valuesAt(catalogue, run, 300), ring: 64 };
    const restarted = scenarioStartingWith(catalogue, run, values);
    expect(restarted.interventions).toEqual([]);
    expect(restarted.settings).toEqual({ rate: 5000, cure: true, limit: 5, ring: 64 });
    expect(restarted.seed).toBe(run.seed);
    expect(valuesAtStart(catalogue, restarted)).toEqual(values);
  });

  it("a_branch_keeps_what_happened_up_to_its_time", () => {
    expect(truncatedAt(run, 100).interventions).toHaveLength(1);
    expect(truncatedAt(run, 99).interventions).toHaveLength(0);
  });

  it("a_change_at_a_time_drops_later_changes_or_restarts_the_run", () => {
    const turned = withChangeAt(catalogue, run, 150, { limit: 7 });
    expect(turned.interventions.map(({ at }) => at)).toEqual([100, 150]);
    expect(valuesAt(catalogue, turned, 300)).toMatchObject({ rate: 5000, limit: 7 });
    const anew = withChangeAt(catalogue, run, 150, { ring: 64 });
    expect(anew.interventions).toEqual([]);
    expect(anew.settings).toEqual({ rate: 5000, ring: 64 });
  });

  it("only_restart_knobs_need_a_restart", () => {
    expect(needsRestart(catalogue, { rate: 1, cure: true })).toBe(false);
    expect(needsRestart(catalogue, { rate: 1, ring: 64 })).toBe(true);
  });

  it("one_of_several_alternatives_is_enough", () => {
    const knob = { ...of("limit"), when: "mode=a;cure=true&rate=5000" };
    const meant = (values: SettingValues) => isApplicable(catalogueOf(), knob, values);
    expect(meant({ mode: "a", cure: false, rate: 2000 })).toBe(true);
    expect(meant({ mode: "b", cure: true, rate: 5000 })).toBe(true);
    expect(meant({ mode: "b", cure: true, rate: 2000 })).toBe(false);
    expect(unmetConditions(catalogueOf(), knob, { mode: "b", cure: true, rate: 2000 })).toEqual([
      { path: "mode", wanted: ["a"] },
    ]);
  });

  it("a_conditional_setting_has_an_effect_only_when_its_condition_holds", () => {
    expect(isApplicable(catalogueOf(), of("limit"), { cure: false })).toBe(false);
    expect(isApplicable(catalogueOf(), of("limit"), { cure: true })).toBe(true);
    expect(isApplicable(catalogueOf(), { ...of("limit"), when: "mode=a|b" }, { mode: "b" })).toBe(
      true,
    );
  });

  it("a_condition_on_a_setting_without_effect_uses_its_default", () => {
    const asked = { ...of("mode"), when: "cure=true", default: "a" };
    const others = catalogueOf().parameters.filter(({ path }) => path !== "mode");
    const catalogue = { ...catalogueOf(), parameters: [...others, asked] };
    const rate = { ...of("rate"), when: "mode=a" };
    expect(isApplicable(catalogue, rate, { cure: true, mode: "b" })).toBe(false);
    expect(isApplicable(catalogue, rate, { cure: false, mode: "b" })).toBe(true);
  });

  it("all_knobs_and_cards_check_the_conditions_of_one_machine_once", () => {
    let reads = 0;
    const values = new Proxy<SettingValues>(
      { cure: true, mode: "a" },
      {
        get(target, path) {
          reads++;
          return target[String(path)];
        },
      },
    );
    const check = () => catalogue.parameters.map((one) => isApplicable(catalogue, one, values));
    const first = check();
    const readOnce = reads;
    expect(check()).toEqual(first);
    expect(reads).toBe(readOnce);
  });
});

describe("machines", () => {
  const MEASURED = { text: "measured", values: [] };
  const profile = { label: "", source: "", settings: [], ranges: [] };
  const machines = {
    ...catalogueOf(),
    parameters: [
      ...catalogueOf().parameters,
      { ...of("mode"), path: "machine.profile", default: "slow" },
    ],
    profiles: [
      { ...profile, id: "slow" },
      {
        ...profile,
        id: "fast",
        settings: [{ source: MEASURED, values: { ring: 64, rate: 9000 } }],
        ranges: [{ path: "rate", min: 10, max: 90_000 }],
      },
    ],
  };
  const fast = { "machine.profile": "fast" };

  it("a_scenario_overrides_the_machines_own_defaults", () => {
    const scenario = scenarioOf({ settings: { ...fast, rate: 7 } });
    expect(valuesAtStart(machines, scenario)).toMatchObject({ ring: 64, rate: 7, limit: 10 });
    expect(valuesAtStart(machines, scenarioOf({ settings: {} }))).toMatchObject({ ring: 32 });
  });

  it("a_machine_has_its_own_sources", () => {
    const sourceOn = (values: SettingValues) =>
      findParameter(catalogueForMachine(machines, values), "rate")?.source;
    expect(sourceOn(fast)).toEqual(MEASURED);
    expect(sourceOn({ "machine.profile": "slow" })).toEqual(of("rate").source);
  });

  it("a_machine_has_its_own_ranges", () => {
    const rate = findParameter(catalogueForMachine(machines, fast), "rate");
    expect(rate && validateValue(rate, 60_000)).toBeNull();
    expect(validateValue(of("rate"), 60_000)).not.toBeNull();
  });

  it("on_another_machine_untouched_settings_take_its_defaults", () => {
    const scenario = scenarioOf({ settings: { rate: 5, ring: 16 } });
    const values = { ...valuesAtStart(machines, scenario), ...fast };
    const moved = scenarioStartingWith(machines, scenario, values);
    expect(moved.settings).toEqual({ ...fast, rate: 10, ring: 16 });
    expect(valuesAtStart(machines, moved)).toMatchObject({ limit: 10, rate: 10, ring: 16 });
    const untouched = scenarioOf({ settings: {} });
    const all = { ...valuesAtStart(machines, untouched), ...fast };
    expect(scenarioStartingWith(machines, untouched, all).settings).toEqual(fast);
  });
});

describe("checks", () => {
  it("numbers_must_be_whole_and_in_range", () => {
    expect(validateValue(of("rate"), 2000)).toBeNull();
    expect(validateValue(of("rate"), 99_999)).toMatchObject({
      field: "rate",
      value: "99999",
      allowed: "0 to 14880",
    });
    expect(validateValue(of("rate"), 1.5)?.problem).toBe("not a whole number");
    expect(validateValue(of("limit"), "infinity")).toBeNull();
    expect(validateValue(of("rate"), "infinity")).not.toBeNull();
  });

  it("switches_and_choices_accept_only_their_values", () => {
    expect(validateValue(of("cure"), true)).toBeNull();
    expect(validateValue(of("cure"), "yes")?.allowed).toBe("true or false");
    expect(validateValue(of("mode"), "steady")).toBeNull();
    expect(validateValue(of("mode"), "odd")?.allowed).toBe("steady, bursty");
  });

  it("texts_are_parsed_by_the_kind_of_setting", () => {
    expect(parseValue(of("rate"), "12,000")).toBe(12000);
    expect(parseValue(of("rate"), "12 000")).toBe(12000);
    expect(validateValue(of("rate"), parseValue(of("rate"), "12.000"))?.value).toBe("12.000");
    expect(parseValue(of("cure"), "true")).toBe(true);
    expect(parseValue(of("mode"), "bursty")).toBe("bursty");
    expect(parseValue(of("limit"), "infinity")).toBe("infinity");
  });
});

it("memoize_computes_once_for_each_object", () => {
  let times = 0;
  const doubled = memoize(({ n }: { n: number }) => {
    times += 1;
    return n > 0 ? 2 * n : undefined;
  });
  const [one, none] = [{ n: 1 }, { n: 0 }];
  expect([doubled(one), doubled(none), doubled(one), doubled(none)]).toEqual([
    2,
    undefined,
    2,
    undefined,
  ]);
  expect(times).toBe(2);
  expect(doubled({ n: 1 })).toBe(2);
  expect(times).toBe(3);
});
