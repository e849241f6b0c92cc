// Facts about the conversion between cycles and nanoseconds.
import { expect, it } from "vitest";
import { toCycles, toNanoseconds } from "./nanoseconds";

it("a_whole_cycle_comes_back_as_itself_at_every_clock_rate_and_after_hours", () => {
  for (const hertz of [1_000, 25e6, 66_666_667, 150e6, 2.4e9, 3.3e9]) {
    for (const cycle of [0, 1, 7, 61_853_701, 3.6e3 * hertz + 1]) {
      expect(toCycles(toNanoseconds(cycle, hertz), hertz), `${cycle} at ${hertz}`).toBe(cycle);
    }
  }
});

it("a_time_between_two_cycles_stays_between_them", () => {
  expect(toCycles(toNanoseconds(7, 1_000), 150)).toBeCloseTo(1.05, 9);
});

it("the_live_edge_is_infinitely_late_in_both", () => {
  expect(toCycles(toNanoseconds(Infinity, 150e6), 150e6)).toBe(Infinity);
});
