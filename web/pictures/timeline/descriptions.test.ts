// Texts that the keys of the timeline announce.
import { expect, it } from "vitest";
import { describeMeasure, describeRange } from "./descriptions";

const HERTZ = 150e6;
const ms = (milliseconds: number) => milliseconds * 150e3;

it("a_range_has_the_digits_that_its_width_needs", () => {
  expect(describeRange({ from: ms(200), to: ms(210) }, HERTZ)).toBe(
    "10 ms shown, from 200.0 to 210.0 ms.",
  );
  expect(describeRange({ from: ms(200), to: ms(200.02) }, HERTZ)).toBe(
    "20 µs shown, from 200.0000 to 200.0200 ms.",
  );
});

it("a_measurement_is_announced_at_its_first_point_and_at_its_end", () => {
  expect(describeMeasure({ a: ms(218), b: ms(218) }, HERTZ)).toMatch(/^Measuring from 218.000 ms/);
  expect(describeMeasure({ a: ms(218), b: ms(219) }, HERTZ)).toBe("");
  expect(describeMeasure(null, HERTZ)).toBe("Nothing is measured.");
});
