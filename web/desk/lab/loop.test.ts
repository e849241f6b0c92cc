// Facts about loops.
import { expect, it } from "vitest";
import { advanceInLoop, loopBetween } from "./loop";

const HERTZ = 1e6;
const LOOP = { from: 1_000, to: 2_000 };

it("a_loop_has_its_marks_in_either_order", () => {
  expect(loopBetween(5, 9)).toEqual({ from: 5, to: 9 });
  expect(loopBetween(9, 5)).toEqual({ from: 5, to: 9 });
  expect(loopBetween(5, 5)).toBeNull();
  expect(loopBetween(null, 5)).toBeNull();
});

it("the_end_of_a_loop_is_shown_and_then_its_beginning", () => {
  expect(advanceInLoop(1_990, LOOP, 16, 0.001, HERTZ)).toBe(2_000);
  expect(advanceInLoop(2_000, LOOP, 16, 0.001, HERTZ)).toBe(1_000);
  expect(advanceInLoop(5_000, LOOP, 16, 0.001, HERTZ)).toBe(1_000);
});

it("a_time_before_the_loop_plays_into_it", () => {
  expect(advanceInLoop(500, LOOP, 10, 0.001, HERTZ)).toBe(510);
});

it("a_round_is_never_shorter_than_half_a_second", () => {
  const perFrame = advanceInLoop(1_000, LOOP, 16, Infinity, HERTZ) - 1_000;
  expect(perFrame).toBeLessThanOrEqual((16 / 500) * 1_000);
});

it("a_loop_past_the_end_of_the_run_turns_there", () => {
  expect(advanceInLoop(1_490, LOOP, 100, 1, HERTZ, 1_500)).toBe(1_500);
  expect(advanceInLoop(1_500, LOOP, 100, 1, HERTZ, 1_500)).toBe(1_000);
});
