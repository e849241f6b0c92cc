// Facts about the page for an unknown address: it finds the page that was probably meant.
import { expect, it } from "vitest";
import { findSimilarPage } from "./error-pages";
import { findPage, NOT_FOUND } from "./pages";

it.each([
  ["#/lesson", "Lessons"],
  ["#/explorer?find=napi", "Explore"],
  ["#/Figure/6-3", "Figures"],
  ["#lab", "Lab"],
])("the_address_%s_probably_means_%s", (hash, label) => {
  expect(findPage(hash)).toBe(NOT_FOUND);
  expect(findSimilarPage(hash)?.label).toBe(label);
});

it.each(["#/nowhere", "#/x", "#/"])("the_address_%s_resembles_no_page", (hash) => {
  expect(findSimilarPage(hash)).toBeUndefined();
});
