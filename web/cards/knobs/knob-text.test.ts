// Facts about the texts of groups and knobs.
import { describe, expect, it } from "vitest";
import type { Parameter } from "../../generated/model";
import type { SettingValues } from "../../model/scenario/settings";
import { catalogueOf } from "../../model/scenario/small-catalogue.test-data";
import {
  describeOrigin,
  groupSummary,
  isAnyChanged,
  isOfOtherFamily,
  neededSwitch,
  sharedSwitch,
  shownKnobs,
  requirementOf,
  unmetSwitch,
  explainNoEffect,
} from "./knob-text";

const catalogue = catalogueOf();
const of = (path: string, changes: Partial<Parameter> = {}): Parameter => {
  const found = catalogue.parameters.find((parameter) => parameter.path === path);
  if (found === undefined) throw new Error(path);
  return { ...found, ...changes };
};
const group = { id: "g", label: "Cure", one_line: "" };
const cure = of("cure", { label: "Cure" });
const limit = of("limit", { unit: "packets" });

it("a_number_that_the_scenario_sets_comes_from_the_scenario", () => {
  const ring = of("limit", { default: 10, source: { text: "Stated in M 6.6.1.", values: [] } });
  expect(describeOrigin(ring, 10, "R 6, table 2")).toBe("Stated in M 6.6.1.");
  expect(describeOrigin(ring, 16, "R 6, table 2")).toBe("Set by the scenario: R 6, table 2.");
  expect(describeOrigin(ring, 16, "")).toBe("Set by the scenario.");
  const mode = of("mode", { source: { text: "Described in M 6.3.", values: [] } });
  expect(describeOrigin(mode, "b", "R 6, table 2")).toBe("Described in M 6.3.");
});

describe("group summary", () => {
  it("a_group_whose_own_switch_is_off_is_summarized_as_off", () => {
    expect(groupSummary(group, [cure, limit], { cure: false, limit: 10 })).toBe("off");
  });

  it("a_group_whose_own_switch_is_on_is_summarized_with_its_numbers", () => {
    expect(groupSummary(group, [cure, limit], { cure: true, limit: 10 })).toBe("on, 10 packets");
  });

  it("switches_of_a_mixed_group_are_named_when_they_are_on", () => {
    const mixed = { ...group, label: "Programs" };
    expect(groupSummary(mixed, [cure], { cure: false })).toBe("all off");
    expect(groupSummary(mixed, [cure], { cure: true })).toBe("Cure");
  });

  it("a_long_summary_keeps_what_fits_in_a_line_or_two", () => {
    const packets = ["a", "b", "c"].map((path) => ({ ...limit, path }));
    const values = { a: 1_000_000, b: 200, c: 3 };
    expect(groupSummary(group, packets, values)).toBe("1,000,000 packets, …");
  });

  it("a_number_without_a_unit_is_named", () => {
    const plain = { ...limit, label: "Nice value", unit: "" };
    expect(groupSummary(group, [plain], { limit: -15 })).toBe("nice value -15");
  });

  it("a_zero_is_shown_only_at_the_first_position", () => {
    const packets = ["a", "b"].map((path) => ({ ...limit, path }));
    expect(groupSummary(group, packets, { a: 3, b: 0 })).toBe("3 packets");
    expect(groupSummary(group, packets, { a: 0, b: 3 })).toBe("0 packets, 3 packets");
  });

  it("a_group_without_basic_knobs_names_its_switches_that_are_on", () => {
    const advanced = { ...cure, basic: false, label: "Batching" };
    expect(groupSummary(group, [advanced], { cure: true })).toBe("batching");
    expect(groupSummary(group, [advanced], { cure: false })).toBe("");
  });

  it("scaled_costs_are_told_only_when_they_are_scaled", () => {
    const scale = {
      ...limit,
      path: "scale.x",
      label: "All interrupt costs",
      default: 100,
      unit: "%",
    };
    expect(groupSummary(group, [scale], { "scale.x": 100 })).toBe("");
    expect(groupSummary(group, [scale], { "scale.x": 50 })).toBe("all interrupt costs 50 %");
  });

  it("only_basic_knobs_are_in_the_summary", () => {
    expect(groupSummary(group, [of("ring", { basic: false })], { ring: 64 })).toBe("");
  });
});

describe("the requirement of a knob", () => {
  it("is_a_sentence_and_a_change", () => {
    expect(requirementOf(catalogue, of("limit"))).toEqual({
      sentence: "This applies only with cure: on.",
      action: "Set cure to this value",
      set: { cure: true },
    });
  });

  it("a_restart_is_announced", () => {
    const needed = requirementOf(catalogue, of("limit", { when: "ring=64" }));
    expect(needed?.action).toBe("Set ring to this value (restarts the machine)");
  });

  it("an_unmet_switch_is_the_requirement", () => {
    expect(unmetSwitch(catalogue, of("limit"), { cure: false })).toEqual({
      sentence: "Has an effect only while cure is on.",
      action: "Turn cure on",
      set: { cure: true },
    });
    expect(unmetSwitch(catalogue, of("limit"), { cure: true })).toBeNull();
  });

  it("a_switch_is_needed_whether_it_is_on_or_off", () => {
    for (const cure of [false, true]) {
      expect(neededSwitch(catalogue, of("limit"), { cure })?.action).toBe("Turn cure on");
    }
    expect(neededSwitch(catalogue, of("limit", { when: "ring=64" }), {})).toBeNull();
    expect(neededSwitch(catalogue, of("rate"), {})).toBeNull();
  });

  it("of_two_switches_the_one_that_is_off_is_needed", () => {
    const second = of("cure", { path: "second", label: "second", when: "cure=true" });
    const two = { ...catalogue, parameters: [...catalogue.parameters, second] };
    const third = of("limit", { path: "third", when: "cure=true&second=true" });
    const needed = (values: SettingValues) => neededSwitch(two, third, values)?.action;
    expect(needed({ cure: false, second: true })).toBe("Turn cure on");
    expect(needed({ cure: true, second: false })).toBe("Turn second on");
    expect(sharedSwitch(two, [second, third, third], { cure: true, second: false })?.action).toBe(
      "Turn second on",
    );
    expect(
      sharedSwitch(two, [second, third, of("rate")], { cure: true, second: false }),
    ).toBeNull();
  });

  it("a_condition_of_another_machine_is_no_requirement", () => {
    const both = of("limit", { when: "ring=64&cure=true" });
    expect(unmetSwitch(catalogue, both, { ring: 32, cure: false })).toBeNull();
    expect(unmetSwitch(catalogue, both, { ring: 64, cure: false })).not.toBeNull();
  });

  it("an_unconditional_knob_needs_nothing", () => {
    expect(requirementOf(catalogue, of("rate"))).toBeNull();
  });
});

describe("a knob of another family", () => {
  const families = [
    { id: "a", designs: ["one", "two"] },
    { id: "b", designs: ["three"] },
  ];
  const design = of("mode", { path: "kernel.design" });
  const program = of("cure", { path: "program", when: "kernel.design=one" });
  const known = {
    ...catalogue,
    families,
    parameters: [...catalogue.parameters, design, program],
  };

  it("belongs_to_another_family_if_no_kernel_of_this_family_has_it", () => {
    expect(isOfOtherFamily(known, program, "two")).toBe(false);
    expect(isOfOtherFamily(known, program, "three")).toBe(true);
  });

  it("includes_a_knob_that_depends_on_a_knob_of_another_family", () => {
    const threads = of("limit", { when: "program=true" });
    expect(isOfOtherFamily(known, threads, "three")).toBe(true);
    expect(isOfOtherFamily(known, threads, "one")).toBe(false);
  });
});

it("a_knob_without_effect_says_what_it_needs", () => {
  expect(explainNoEffect(catalogue, of("limit"), { cure: false })).toBe(
    "limit has no effect here. It has an effect when “cure” is “on”.",
  );
  expect(explainNoEffect(catalogue, of("limit"), { cure: true })).toBe("");
});

describe("a group is marked as changed", () => {
  // Only a restart can make the knob apply.
  const madeUp = {
    ...catalogue,
    parameters: catalogue.parameters.map((one) =>
      one.path === "cure" ? { ...one, effect: "restart" as const } : one,
    ),
  };
  const all = catalogue.groups.flatMap((one) =>
    shownKnobs(madeUp, one, { cure: false, limit: 99 }),
  );
  const base = (path: string) => ({ cure: false, limit: 10 })[path];

  it("by_a_shown_knob", () => {
    expect(isAnyChanged([cure], { cure: true, limit: 10 }, base)).toBe(true);
    expect(isAnyChanged([cure, limit], { cure: false, limit: 10 }, base)).toBe(false);
  });

  it("not_by_a_knob_that_does_not_apply_to_this_machine", () => {
    expect(all.map(({ path }) => path)).not.toContain("limit");
    expect(isAnyChanged(all, { cure: false, limit: 99 }, base)).toBe(false);
  });
});
