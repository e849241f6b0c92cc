// Facts about the search in the list of settings for the horizontal axis.
import { expect, it } from "vitest";
import type { Parameter } from "../../generated/model";
import { searchSettings, type AxisGroup } from "./axis-search";

const parameter = (path: string, label: string, one_line: string) =>
  ({ path, label, one_line }) as Parameter;

const rate = parameter("traffic.rate", "Offered rate", "Clients that wait have their own.");
const quota = parameter("quota", "Quota", "Packets a callback may handle.");
const share = parameter("limit.share", "Share for packets", "Share of the cycles.");
const clients = parameter("traffic.clients", "Clients", "Clients that send a request.");

const GROUPS: readonly AxisGroup[] = [
  { title: "Basic", parameters: [rate, quota] },
  { title: "CPU cycle limit", parameters: [share] },
];

const search = (query: string) =>
  searchSettings(
    GROUPS,
    (matches) => [clients].filter(matches).map(({ label }) => `${label} needs a pattern.`),
    query,
  );

const paths = (query: string) =>
  search(query).groups.flatMap(({ parameters }) => parameters.map(({ path }) => path));

it("without_words_all_settings_are_listed_and_enter_chooses_the_first", () => {
  expect(paths(" ")).toEqual(["traffic.rate", "quota", "limit.share"]);
  expect(search("")).toMatchObject({ idle: [], first: "traffic.rate" });
});

it("enter_does_not_choose_another_setting_when_the_named_one_has_no_effect_here", () => {
  expect(search("client")).toMatchObject({ idle: ["Clients needs a pattern."], first: null });
});

it("a_setting_with_the_word_in_its_name_comes_before_one_whose_explanation_has_it", () => {
  expect(paths("packets")).toEqual(["quota", "limit.share"]);
  expect(search("packets").first).toBe("limit.share");
});

it("a_word_of_an_explanation_or_a_group_finds_a_setting_if_no_name_has_it", () => {
  expect(search("callback").first).toBe("quota");
  expect(search("cpu cycle").first).toBe("limit.share");
  expect(search("xylophone")).toEqual({ groups: [], idle: [], first: null });
});
