// Facts about links: what is written is read back, and what is wrong is named.
import { describe, expect, it } from "vitest";
import { RefusedError } from "../engine/problems";
import { readLink, writeLink, type LabPlace } from "./link";
import { catalogueOf, scenarioOf } from "./made-up.test-data";

const catalogue = catalogueOf();
const base = catalogue.scenarios[1] ?? scenarioOf();
const place: LabPlace = {
  base,
  scenario: {
    ...base,
    seed: 11,
    settings: { rate: 900, ring: 64 },
    interventions: [
      { at: 100, set: { rate: 12_000 } },
      { at: 250, set: { cure: true, limit: "infinity", mode: "bursty" } },
    ],
  },
  t: 300,
  head: 420,
  speed: Infinity,
  view: { from: 10, to: 90 },
  viewWidth: 0,
  selectedPacket: 8412,
  playing: false,
};

function problems(hash: string) {
  try {
    readLink(hash, catalogue);
  } catch (error) {
    if (error instanceof RefusedError) return error.problems;
    throw error;
  }
  return [];
}

describe("link", () => {
  it("a_state_survives_the_round_trip", () => {
    const link = readLink(writeLink(place, catalogue), catalogue);
    expect(link).toEqual({ ...place, otherModel: null });
  });

  it.each([
    { from: -75_000, to: 1_500_000 },
    { from: -900, to: -100 },
  ])("a_timeline_that_begins_before_0_survives_too_%o", (view) => {
    const link = writeLink({ ...place, view }, catalogue);
    expect(readLink(link, catalogue)).toMatchObject({ view, viewWidth: 0 });
  });

  it("a_timeline_that_follows_keeps_its_width", () => {
    const link = writeLink({ ...place, view: null, viewWidth: 149_999.6 }, catalogue);
    expect(link).toContain("&view=150000&");
    expect(readLink(link, catalogue)).toMatchObject({ view: null, viewWidth: 150_000 });
  });

  it("a_link_is_readable", () => {
    expect(writeLink(place, catalogue)).toBe(
      "#/lab?v=1&model=m1&scenario=second&seed=11&set=ring:64" +
        "&do=100~rate:12000;250~cure:true,limit:infinity,mode:bursty" +
        "&t=300&head=420&speed=max&view=10-90&select=8412&play=0",
    );
  });

  it("a_drag_is_short_and_is_the_same_run", () => {
    const interventions = [5, 33, 46, "infinity"].map((limit, index) => ({
      at: 75_000_000 + index * 15_000,
      set: { limit },
    }));
    const dragged = { ...place, scenario: { ...place.scenario, interventions } };
    const link = writeLink(dragged, catalogue);
    expect(link).toContain("&do=75000000~limit:5;+15000~33;+15000~46;+15000~infinity&");
    expect(readLink(link, catalogue)?.scenario.interventions).toEqual(interventions);
  });

  it("a_setting_that_went_back_to_its_default_is_written_too", () => {
    const link = writeLink({ ...place, scenario: { ...place.scenario, settings: {} } }, catalogue);
    expect(link).toContain("set=rate:1000");
    expect(readLink(link, catalogue)?.scenario.settings).toEqual({ rate: 1000 });
  });

  it("no_state_is_no_link", () => {
    expect(readLink("", catalogue)).toBeNull();
    expect(readLink("#/lab", catalogue)).toBeNull();
    expect(readLink("#/lessons?x=1", catalogue)).toBeNull();
  });

  it("a_short_link_written_by_hand_is_enough", () => {
    const link = readLink("#/lab?scenario=second&set=rate:5000", catalogue);
    expect(link?.scenario.settings).toEqual({ rate: 5000 });
    expect(link?.t).toBeNull();
    expect(link?.playing).toBeNull();
  });

  it("another_model_is_told_and_is_no_mistake", () => {
    expect(readLink("#/lab?model=m0", catalogue)?.otherModel).toBe("m0");
  });

  it.each([
    ["#/lab?v=9", "v", "1"],
    ["#/lab?scenario=nowhere", "scenario", "first, second"],
    ["#/lab?colour=red", "colour", "v, model, scenario"],
    ["#/lab?set=rate:99999", "rate", "0 to 14880"],
    ["#/lab?set=rate", "set", "traffic.rate:12000"],
    ["#/lab?set=nothing:1", "nothing", ""],
    ["#/lab?do=x~rate:1", "do", "digits only"],
    ["#/lab?t=-4", "t", "digits only"],
    ["#/lab?speed=900", "speed", "or max"],
    ["#/lab?view=90-10", "view", "from-to"],
    ["#/lab?view=90-", "view", "a width in cycles"],
    ["#/lab?view=0", "view", "a width in cycles"],
    ["#/lab?select=0", "select", "1 to"],
    ["#/lab?set=rate:%E0%A4%A", "rate", "0 to 14880"],
  ])("%s_names_%s", (hash, field, allowed) => {
    expect(problems(hash)[0]).toMatchObject({ field });
    expect(problems(hash)[0]?.allowed).toContain(allowed);
  });

  it("every_mistake_is_named_at_once", () => {
    expect(problems("#/lab?set=rate:99999,cure:maybe&t=x").map(({ field }) => field)).toEqual([
      "rate",
      "cure",
      "t",
    ]);
  });
});
