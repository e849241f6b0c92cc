// Facts about what the timeline's keys say.
import { expect, it } from "vitest";
import { describeMeasure, describeRange } from "./descriptions";

const HERTZ = 150e6;
const ms = (milliseconds: number) => milliseconds * 150e3;

it("a_stretch_is_said_with_as_many_digits_as_it_is_wide", () => {
  expect(describeRange({ from: ms(200), to: ms(210) }, HERTZ)).toBe(
    "10 ms shown, from 200.0 to 210.0 ms.",
  );
  expect(describeRange({ from: ms(200), to: ms(200.02) }, HERTZ)).toBe(
    "20 µs shown, from 200.0000 to 200.0200 ms.",
  );
});

it("a_measurement_is_told_at_its_first_point_and_when_it_is_gone", () => {
  expect(describeMeasure({ a: ms(218), b: ms(218) }, HERTZ)).toMatch(/^Measuring from 218.000 ms/);
  expect(describeMeasure({ a: ms(218), b: ms(219) }, HERTZ)).toBe("");
  expect(describeMeasure(null, HERTZ)).toBe("Nothing is measured.");
});
