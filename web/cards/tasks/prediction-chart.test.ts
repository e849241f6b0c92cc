// Facts about drawing: dots are set where the line went through.
import { expect, it } from "vitest";
import { strokeThrough } from "./prediction-chart";

const task = { xs: [1000, 2000, 4000], max: 6000 };
const NOTHING = [null, null, null];

/** Moves a pointer through these positions. */
function draw(places: readonly { x: number; y: number }[], before: (number | null)[] = NOTHING) {
  const [first = { x: 0, y: 0 }] = places;
  let guess = strokeThrough(task, before, first, first);
  places.slice(1).forEach((to, index) => {
    guess = strokeThrough(task, guess, places[index] ?? to, to);
  });
  return guess;
}

const diagonal = Array.from({ length: 21 }, (_, index) => ({ x: index * 210, y: index * 210 }));

it("a_passed_dot_is_on_the_line_and_not_at_the_nearest_position_of_the_pointer", () => {
  expect(draw(diagonal)).toEqual([1000, 2000, 4000]);
});

it("a_line_drawn_backwards_sets_the_same_dots", () => {
  expect(draw([...diagonal].reverse())).toEqual([1000, 2000, 4000]);
});

it("a_press_sets_the_nearest_dot_and_leaves_the_others", () => {
  expect(draw([{ x: 2200, y: 500 }], [1000, 2000, 4000])).toEqual([1000, 500, 4000]);
});

it("a_stroke_that_ends_before_the_last_dot_sets_it_too", () => {
  expect(
    draw([
      { x: 100, y: 100 },
      { x: 3900, y: 3000 },
    ])[2],
  ).toBe(3000);
});
