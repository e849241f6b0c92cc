// Facts about the curve in words.
import { expect, it } from "vitest";
import { curveWords, hereWords, isOneBurst } from "./curve-words";

const at = (delivered: number, index: number) => ({ rate: 2000 * (index + 1), delivered });

it("a_curve_that_collapses_is_called_livelock_with_the_rate_from_which", () => {
  const words = curveWords([2000, 4000, 3000, 1500, 40, 0].map(at), 4000);
  expect(words).toContain("rises to 4,000/s, at 4,000/s offered");
  expect(words).toContain("Loss begins above 4,000/s");
  expect(words).toContain("40/s from 10,000/s offered on. That is receive livelock.");
});

it("a_curve_that_stays_up_is_called_level", () => {
  const words = curveWords([2000, 4000, 5000, 4990, 4980, 4980].map(at), 4900);
  expect(words).toContain("stays level: 4,980/s at 12,000/s offered");
  expect(words).not.toContain("livelock");
});

it("a_curve_that_falls_part_of_the_way_says_how_far", () => {
  expect(curveWords([2000, 4000, 3000].map(at), null)).toContain("falls, to 3,000/s");
});

it("a_fixed_burst_is_not_told_as_a_rate", () => {
  const burst = [130, 130, 130, 130, 130, 130].map(at);
  expect(isOneBurst(burst)).toBe(true);
  expect(curveWords(burst, 0)).toContain("one burst");
  expect(isOneBurst([2000, 4000, 5000, 5000, 5000, 5000].map(at))).toBe(false);
});

it("where_one_stands_is_told_as_far_as_it_is_known", () => {
  expect(hereWords(12_000, 790)).toBe("You are at 12,000/s offered, 790/s delivered.");
  expect(hereWords(12_000, null)).toBe("You are at 12,000/s offered.");
});
