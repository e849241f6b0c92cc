// Facts about loops.
import { expect, it } from "vitest";
import { advanceInLoop, loopBetween } from "./loop";

const LOOP = { from: 1_000_000, to: 2_000_000 };

it("a_loop_has_its_marks_in_either_order", () => {
  expect(loopBetween(5, 9)).toEqual({ from: 5, to: 9 });
  expect(loopBetween(9, 5)).toEqual({ from: 5, to: 9 });
  expect(loopBetween(5, 5)).toBeNull();
  expect(loopBetween(null, 5)).toBeNull();
});

it("the_end_of_a_loop_is_shown_and_then_its_beginning", () => {
  expect(advanceInLoop(1_990_000, LOOP, 16, 0.001)).toBe(2_000_000);
  expect(advanceInLoop(2_000_000, LOOP, 16, 0.001)).toBe(1_000_000);
  expect(advanceInLoop(5_000_000, LOOP, 16, 0.001)).toBe(1_000_000);
});

it("a_time_before_the_loop_plays_into_it", () => {
  expect(advanceInLoop(500_000, LOOP, 10, 0.001)).toBe(510_000);
});

it("a_round_is_never_shorter_than_half_a_second", () => {
  const perFrame = advanceInLoop(1_000_000, LOOP, 16, Infinity) - 1_000_000;
  expect(perFrame).toBeLessThanOrEqual((16 / 500) * 1_000_000);
});

it("a_loop_past_the_end_of_the_run_turns_there", () => {
  expect(advanceInLoop(1_490_000, LOOP, 100, 1, 1_500_000)).toBe(1_500_000);
  expect(advanceInLoop(1_500_000, LOOP, 100, 1, 1_500_000)).toBe(1_000_000);
});
