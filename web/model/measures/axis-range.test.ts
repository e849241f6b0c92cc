// Facts about axes over settings: linear, logarithmic, with 0 and with "no limit".
import { expect, it } from "vitest";
import {
  dividingValues,
  shareOfValue,
  tickValues,
  valueAtShare,
  type AxisRange,
} from "./axis-range";

const linear: AxisRange = { min: 0, max: 200_000, scale: "linear", infinity: false };
const log: AxisRange = { min: 1, max: 1000, scale: "log", infinity: false };
const quota: AxisRange = { ...log, infinity: true };
const logWithZero: AxisRange = { ...log, min: 0 };

it("each_decade_of_a_logarithmic_axis_has_the_same_length", () => {
  expect([1, 10, 100, 1000].map((value) => shareOfValue(log, value))).toEqual([
    0,
    expect.closeTo(1 / 3, 9),
    expect.closeTo(2 / 3, 9),
    1,
  ]);
});

it("zero_has_a_place_on_a_logarithmic_axis", () => {
  expect(shareOfValue(logWithZero, 0)).toBe(0);
  expect(tickValues(logWithZero, 4)).toEqual([0, 1, 10, 100, 1000]);
});

it("no_limit_is_at_the_end_behind_the_largest_number", () => {
  expect(shareOfValue(quota, Infinity)).toBe(1);
  expect(shareOfValue(quota, 1000)).toBeCloseTo(0.9, 9);
  expect(valueAtShare(quota, 1)).toBe(Infinity);
  expect(valueAtShare(quota, 0.91)).toBe(1000);
  expect(dividingValues(quota, 6)).toEqual([1, 3, 10, 32, 100, 316, 1000, Infinity]);
});

it("a_position_gives_back_its_value", () => {
  for (const range of [linear, log, quota, logWithZero]) {
    for (const value of [1, 7, 640]) {
      expect(valueAtShare(range, shareOfValue(range, value))).toBeCloseTo(value, 6);
    }
  }
});

it("a_finer_division_includes_the_coarser_one", () => {
  for (const range of [linear, log, quota, logWithZero]) {
    expect(dividingValues(range, 24)).toEqual(expect.arrayContaining(dividingValues(range, 6)));
  }
});

it("a_short_axis_has_each_whole_number_once", () => {
  const cpus: AxisRange = { min: 1, max: 4, scale: "linear", infinity: false };
  expect(dividingValues(cpus, 24)).toEqual([1, 2, 3, 4]);
  expect(tickValues(cpus, 6)).toEqual([1, 2, 3, 4]);
});
