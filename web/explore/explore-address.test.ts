// Facts about the address of the page Explore.
import { expect, it } from "vitest";
import { exploreHash, parseExploreHash, SEARCH_HASH } from "./explore-address";

it("an_address_is_read_back_as_written", () => {
  const state = { view: "paper", find: "a & b = 6-3", isSearchWanted: true } as const;
  expect(parseExploreHash(exploreHash(state))).toEqual(state);
});

it("the_plain_address_shows_the_questions_without_a_search", () => {
  expect(parseExploreHash("#/explore")).toEqual({
    view: "question",
    find: "",
    isSearchWanted: false,
  });
  expect(exploreHash(parseExploreHash("#/explore?by=nonsense"))).toBe("#/explore");
});

it("the_address_of_the_search_wants_the_focus_there", () => {
  expect(parseExploreHash(SEARCH_HASH)).toMatchObject({ find: "", isSearchWanted: true });
});
