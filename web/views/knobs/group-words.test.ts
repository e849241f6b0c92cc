// Facts about what a folded group of knobs says of itself.
import { describe, expect, it } from "vitest";
import type { Parameter } from "../../engine/model";
import { catalogueOf } from "../../store/made-up.test-data";
import { groupSummary, whatItNeeds, whatItWaitsFor } from "./group-words";

const catalogue = catalogueOf();
const of = (path: string, changes: Partial<Parameter> = {}): Parameter => {
  const found = catalogue.parameters.find((parameter) => parameter.path === path);
  if (found === undefined) throw new Error(path);
  return { ...found, ...changes };
};
const group = { id: "g", label: "Cure", one_line: "" };
const cure = of("cure", { label: "Cure" });
const limit = of("limit", { unit: "packets" });

describe("group summary", () => {
  it("a_group_whose_namesake_is_off_says_off_and_no_more", () => {
    expect(groupSummary(group, [cure, limit], { cure: false, limit: 10 })).toBe("off");
  });

  it("a_group_whose_namesake_is_on_says_so_with_its_numbers", () => {
    expect(groupSummary(group, [cure, limit], { cure: true, limit: 10 })).toBe("on, 10 packets");
  });

  it("switches_of_a_mixed_group_are_named_when_they_are_on", () => {
    const mixed = { ...group, label: "Programs" };
    expect(groupSummary(mixed, [cure], { cure: false })).toBe("");
    expect(groupSummary(mixed, [cure], { cure: true })).toBe("Cure");
  });

  it("only_basic_knobs_speak", () => {
    expect(groupSummary(group, [of("ring", { basic: false })], { ring: 64 })).toBe("");
  });
});

describe("what a knob needs", () => {
  it("is_said_in_words_and_as_a_change", () => {
    expect(whatItNeeds(catalogue, of("limit"))).toEqual({
      sentence: "Means something only with cure: on.",
      action: "Set cure to that",
      set: { cure: true },
    });
  });

  it("a_restart_is_announced", () => {
    const needed = whatItNeeds(catalogue, of("limit", { when: "ring=64" }));
    expect(needed?.action).toBe("Set ring to that (restarts the machine)");
  });

  it("a_switch_that_stands_otherwise_is_waited_for_in_place", () => {
    expect(whatItWaitsFor(catalogue, of("limit"), { cure: false })).toEqual({
      sentence: "Works only while cure is on.",
      action: "Turn cure on",
      set: { cure: true },
    });
    expect(whatItWaitsFor(catalogue, of("limit"), { cure: true })).toBeNull();
  });

  it("what_another_machine_has_is_not_waited_for", () => {
    const both = of("limit", { when: "ring=64&cure=true" });
    expect(whatItWaitsFor(catalogue, both, { ring: 32, cure: false })).toBeNull();
    expect(whatItWaitsFor(catalogue, both, { ring: 64, cure: false })).not.toBeNull();
  });

  it("an_unconditional_knob_needs_nothing", () => {
    expect(whatItNeeds(catalogue, of("rate"))).toBeNull();
  });
});
