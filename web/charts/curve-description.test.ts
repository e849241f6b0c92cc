// Facts about the curve in words.
import { expect, it } from "vitest";
import { describeCurve, describeOperatingPoint } from "./curve-description";

const at = (delivered: number, index: number) => ({ rate: 2000 * (index + 1), delivered });

it("a_curve_that_collapses_is_called_livelock_with_the_rate_from_which", () => {
  const words = describeCurve([2000, 4000, 3000, 1500, 40, 0].map(at), 4000);
  expect(words).toContain("rises to 4,000/s, at 4,000/s offered");
  expect(words).toContain("Loss begins above 4,000/s");
  expect(words).toContain("40/s from 10,000/s offered on. That is receive livelock.");
});

it("a_curve_that_stays_up_is_called_level", () => {
  const words = describeCurve([2000, 4000, 5000, 4990, 4980, 4980].map(at), 4900);
  expect(words).toContain("stays level: 4,980/s at 12,000/s offered");
  expect(words).not.toContain("livelock");
});

it("a_curve_that_falls_part_of_the_way_says_how_far", () => {
  expect(describeCurve([2000, 4000, 3000].map(at), null)).toContain("falls, to 3,000/s");
});

it("a_plateau_below_the_offered_rates_is_not_called_anything_else", () => {
  const plateau = [900, 900, 900, 900, 900, 900].map(at);
  expect(describeCurve(plateau, 0)).toContain("rises to 900/s");
});

it("where_one_stands_is_told_as_far_as_it_is_known", () => {
  expect(describeOperatingPoint(12_000, 790)).toBe("You are at 12,000/s offered, 790/s delivered.");
  expect(describeOperatingPoint(12_000, null)).toBe("You are at 12,000/s offered.");
});
