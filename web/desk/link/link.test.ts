// Facts about links: they are read back as written, and mistakes are named.
import { describe, expect, it } from "vitest";
import { RefusedError } from "../../engine/problems";
import { parseLink, formatLink, type LinkState } from "./link";
import { DEFAULT_CHOICES } from "../../model/curve-choices";
import { similarNames } from "./link-changes";
import { catalogueOf, scenarioOf } from "../../model/scenario/small-catalogue.test-data";

const catalogue = catalogueOf();
const base = catalogue.scenarios[1] ?? scenarioOf();
const state: LinkState = {
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
  range: { from: 10, to: 90 },
  viewWidth: 0,
  loop: { from: 20, to: 40 },
  selection: { kind: "packet", packet: 8412 },
  playing: false,
  layout: "projector",
  curves: DEFAULT_CHOICES,
  question: null,
  showsCode: false,
};

function problems(hash: string) {
  try {
    parseLink(hash, catalogue);
  } catch (error) {
    if (error instanceof RefusedError) return error.problems;
    throw error;
  }
  return [];
}

describe("link", () => {
  it("a_state_survives_the_round_trip", () => {
    const link = parseLink(formatLink(state, catalogue), catalogue);
    const { curves, ...others } = state;
    // A link without pinned curves leaves them as they are.
    const axes: Partial<typeof curves> = { ...curves };
    delete axes.pinned;
    const { base, scenario, t, head, ...view } = others;
    const shown = { ...view, curves: axes };
    expect(link).toEqual({ base, scenario, t, head, view: shown, otherModel: null });
  });

  it("a_link_has_the_challenge_whose_machine_it_is", () => {
    const scenario = { ...state.scenario, id: "challenge-7-slow" };
    const hash = formatLink({ ...state, scenario }, catalogue, "workshop");
    expect(hash).toContain("&challenge=7&");
    expect(parseLink(hash, catalogue)?.scenario.id).toBe("challenge-7");
    expect(problems(hash.replace("challenge=7", "challenge=x"))).toMatchObject([
      { field: "challenge" },
    ]);
  });

  it.each([
    { from: -75_000, to: 1_500_000 },
    { from: -900, to: -100 },
  ])("a_timeline_that_begins_before_0_survives_too_%o", (range) => {
    const link = formatLink({ ...state, range }, catalogue);
    expect(parseLink(link, catalogue)).toMatchObject({ view: { range, viewWidth: 0 } });
  });

  it("a_timeline_that_follows_keeps_its_width", () => {
    const link = formatLink({ ...state, range: null, viewWidth: 149_999.6 }, catalogue);
    expect(link).toContain("&view=150000&");
    expect(parseLink(link, catalogue)).toMatchObject({ view: { range: null, viewWidth: 150_000 } });
  });

  it("a_link_is_readable", () => {
    expect(formatLink(state, catalogue)).toBe(
      "#/lab?v=1&model=m1&scenario=second&seed=11&set=ring:64" +
        "&do=100~rate:12000;250~cure:true,limit:infinity,mode:bursty" +
        "&t=300&head=420&speed=max&view=10-90&loop=20-40&select=8412&play=0&look=projector",
    );
  });

  it("a_loop_that_is_no_range_is_refused", () => {
    expect(problems("#/lab?loop=40-20")).toMatchObject([{ field: "loop" }]);
    expect(problems("#/lab?loop=soon")).toMatchObject([{ field: "loop" }]);
    expect(parseLink("#/lab?t=300", catalogue)?.view.loop).toBeNull();
  });

  it("a_drag_has_a_short_form_and_is_the_same_run", () => {
    const interventions = [5, 33, 46, "infinity"].map((limit, index) => ({
      at: 75_000_000 + index * 15_000,
      set: { limit },
    }));
    const dragged = { ...state, scenario: { ...state.scenario, interventions } };
    const link = formatLink(dragged, catalogue);
    expect(link).toContain("&do=75000000~limit:5;+15000~33;+15000~46;+15000~infinity&");
    expect(parseLink(link, catalogue)?.scenario.interventions).toEqual(interventions);
  });

  it("a_setting_that_returned_to_its_default_is_written_too", () => {
    const link = formatLink({ ...state, scenario: { ...state.scenario, settings: {} } }, catalogue);
    expect(link).toContain("set=rate:1000");
    expect(parseLink(link, catalogue)?.scenario.settings).toEqual({ rate: 1000 });
  });

  it("the_code_view_is_open_only_if_the_link_says_so", () => {
    expect(formatLink(state, catalogue)).not.toContain("code=");
    const link = formatLink({ ...state, showsCode: true }, catalogue);
    expect(parseLink(link, catalogue)?.view.showsCode).toBe(true);
    expect(parseLink("#/lab?t=3", catalogue)?.view.showsCode).toBe(false);
    expect(() => parseLink("#/lab?code=yes", catalogue)).toThrow();
  });

  it("the_layout_is_written_unless_it_is_automatic", () => {
    expect(formatLink({ ...state, layout: "auto" }, catalogue)).not.toContain("look");
    expect(parseLink("#/lab?t=3", catalogue)?.view.layout).toBeUndefined();
  });

  it("a_question_is_read_back_and_is_absent_without_one", () => {
    const link = formatLink({ ...state, question: "why-collapse" }, catalogue);
    expect(link).toMatch(/&question=why-collapse$/);
    expect(parseLink(link, catalogue)?.view.question).toBe("why-collapse");
    expect(formatLink(state, catalogue)).not.toContain("question");
    expect(parseLink("#/lab?t=3", catalogue)?.view.question).toBeNull();
    expect(problems("#/lab?question=Why%3F")[0]?.field).toBe("question");
  });

  it("a_hash_without_state_is_not_a_link", () => {
    expect(parseLink("", catalogue)).toBeNull();
    expect(parseLink("#/lab", catalogue)).toBeNull();
    expect(parseLink("#/lessons?x=1", catalogue)).toBeNull();
  });

  it("a_short_link_written_by_hand_is_enough", () => {
    const link = parseLink("#/lab?scenario=second&set=rate:5000", catalogue);
    expect(link?.scenario.settings).toEqual({ rate: 5000 });
    expect(link?.t).toBeNull();
    expect(link?.view.playing).toBeUndefined();
  });

  it("another_model_is_reported_but_not_refused", () => {
    expect(parseLink("#/lab?model=m0", catalogue)?.otherModel).toBe("m0");
  });

  it.each([
    ["#/lab?v=9", "v", "1"],
    ["#/lab?scenario=nowhere", "scenario", "first, second"],
    ["#/lab?colour=red", "colour", "v, model, scenario"],
    ["#/lab?set=rate:99999", "rate", "0 to 14880"],
    ["#/lab?set=rate", "set", "traffic.rate:12000"],
    ["#/lab?set=nothing:1", "nothing", "rate, traffic.…"],
    ["#/lab?set=rate:NaN", "rate", "0 to 14880"],
    ["#/lab?set=rate:Infinity", "rate", "0 to 14880"],
    ["#/lab?do=5", "do", "75000000~traffic.rate:12000"],
    ["#/lab?do=9~rate:1;5~rate:2", "do", "moments in order"],
    ["#/lab?do=5~ring:8", "ring", "in set"],
    ["#/lab?t=Infinity", "t", "cycles from the start"],
    ["#/lab?t=500&head=100", "t", "0 to 100"],
    ["#/lab?look=large", "look", "auto, projector"],
    ["#/lab?play=maybe", "play", "1 to open it playing"],
    ["#/lab?do=x~rate:1", "do", "cycles from the start"],
    ["#/lab?t=-4", "t", "cycles from the start"],
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

  it.each([
    ["#/lab?t=5&t=6", "t", "5, then 6"],
    ["#/lab?set=rate:5&set=ring:8", "set", "rate:5, then ring:8"],
    ["#/lab?set=rate:5,rate:6", "rate", "5, then 6"],
    ["#/lab?do=9~limit:1,limit:2", "limit", "1, then 2"],
  ])("a_field_that_is_given_twice_is_refused_with_both_values: %s", (hash, field, value) => {
    expect(problems(hash)).toMatchObject([{ field, value, problem: "given twice" }]);
  });

  it("a_missing_value_is_reported_as_empty", () => {
    const empty = problems("#/lab?set=rate:&t=");
    expect(empty.map(({ field, value }) => `${field} is ${value}`)).toEqual([
      "rate is empty",
      "t is empty",
    ]);
  });

  it("infinity_is_read_in_any_spelling", () => {
    expect(parseLink("#/lab?set=limit:Infinity", catalogue)?.scenario.settings.limit).toBe(
      "infinity",
    );
  });

  it("an_unknown_name_lists_similar_names", () => {
    const names = ["traffic.rate", "traffic.seed", "limit.share", "lab"];
    expect(similarNames("traffic.rte", names)).toBe("traffic.rate, traffic.seed");
    expect(similarNames("nothing", names)).toBe("traffic.…, limit.…, lab");
  });

  it("an_unknown_setting_lists_similar_ones_with_their_labels", () => {
    const [parameter] = catalogue.parameters;
    if (parameter === undefined) throw new Error("the made-up catalogue has a parameter");
    const rate = { ...parameter, path: "traffic.rate", label: "Offered rate" };
    const known = { ...catalogue, parameters: [rate] };
    const parse = () => parseLink("#/lab?set=traffic.colour:1", known);
    expect(parse).toThrow(RefusedError);
    expect(parse).toThrow(/Offered rate \(traffic\.rate\)/);
  });

  it("every_mistake_is_named_at_once", () => {
    expect(problems("#/lab?set=rate:99999,cure:maybe&t=x").map(({ field }) => field)).toEqual([
      "rate",
      "cure",
      "t",
    ]);
  });
});
