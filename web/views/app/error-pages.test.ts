// Facts about the page for an unknown address: it links to every page, and finds the page that was probably meant.
import { expect, it } from "vitest";
import { findSimilarPage, PAGES } from "./error-pages";
import { findRoute, NOT_FOUND, ROUTES } from "./routes";

it("the_page_for_an_unknown_address_links_to_every_page_of_the_navigation", () => {
  expect(PAGES.map(({ path, name }) => [path, name])).toEqual(
    ROUTES.map(({ path, label }) => [path, label]),
  );
});

it.each([
  ["#/lesson", "Lessons"],
  ["#/explorer?find=napi", "Explore"],
  ["#/Figure/6-3", "Figures"],
  ["#lab", "Lab"],
])("the_address_%s_probably_means_%s", (hash, name) => {
  expect(findRoute(hash)).toBe(NOT_FOUND);
  expect(findSimilarPage(hash)?.name).toBe(name);
});

it.each(["#/nowhere", "#/x", "#/"])("the_address_%s_resembles_no_page", (hash) => {
  expect(findSimilarPage(hash)).toBeUndefined();
});
