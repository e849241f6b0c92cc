// Facts about searching scenarios.
import { expect, it } from "vitest";
import type { Catalogue } from "../../engine/model";
import catalogue from "../../engine/catalogue.json";
import { searchScenarios } from "./scenario-search";

const { scenarios } = catalogue as unknown as Catalogue;
const titles = (typed: string) => searchScenarios(scenarios, typed).map(({ title }) => title);

it("an_empty_search_finds_all", () => {
  expect(searchScenarios(scenarios, "  ")).toEqual(scenarios);
});

it("every_word_must_match_in_any_order_and_case", () => {
  expect(titles("LIVELOCK receive")).toContain("Receive livelock");
  expect(titles("livelock receive").length).toBeLessThan(titles("livelock").length);
});

it("a_source_is_found_as_it_is_written", () => {
  const [first] = scenarios;
  expect(searchScenarios(scenarios, first?.source ?? "")).toContain(first);
});

it("unknown_words_find_nothing", () => {
  expect(titles("zebra crossing")).toEqual([]);
});
