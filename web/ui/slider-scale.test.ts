// Facts about slider positions and their values.
import { describe, expect, it } from "vitest";
import {
  lastPosition,
  positionOfValue,
  roundStep,
  usualPosition,
  valueAtPosition,
  type SliderRange,
} from "./slider-scale";

const rate: SliderRange = { min: 0, max: 14_880, scale: "linear", infinity: false };
const quota: SliderRange = { min: 1, max: 1000, scale: "log", infinity: true };

describe("slider", () => {
  it("the_offered_rate_moves_in_hundreds_and_reaches_the_wire_rate_exactly", () => {
    expect(valueAtPosition(rate, 20)).toBe(2000);
    expect(valueAtPosition(rate, 1)).toBe(100);
    expect(valueAtPosition(rate, lastPosition(rate))).toBe(14_880);
  });

  it("a_quota_moves_in_ones_at_first_and_its_last_position_is_infinity", () => {
    expect([0, 1, 2, 3, 4].map((position) => valueAtPosition(quota, position))).toEqual([
      1, 2, 3, 4, 5,
    ]);
    expect(valueAtPosition(quota, lastPosition(quota))).toBe("infinity");
    expect(valueAtPosition(quota, lastPosition(quota) - 1)).toBe(1000);
  });

  it.each([rate, quota, { ...rate, min: 1, max: 4 }, { ...quota, min: 0, max: 10_000_000 }])(
    "every_position_is_the_position_of_its_value",
    (range) => {
      for (let position = 0; position <= lastPosition(range); position++) {
        expect(positionOfValue(range, valueAtPosition(range, position))).toBe(position);
      }
    },
  );

  it("values_increase_with_the_position", () => {
    for (let position = 1; position < lastPosition(quota); position++) {
      const before = Number(valueAtPosition(quota, position - 1));
      expect(Number(valueAtPosition(quota, position))).toBeGreaterThan(before);
    }
  });

  it("a_value_between_two_steps_gets_the_nearer_position", () => {
    expect(positionOfValue(rate, 2040)).toBe(20);
    expect(positionOfValue(rate, 2060)).toBe(21);
    expect(positionOfValue(rate, 99_999)).toBe(lastPosition(rate));
  });

  it.each([
    { min: 1, max: 256, scale: "log", infinity: false },
    { min: 1, max: 1000, scale: "log", infinity: true },
    { min: 50, max: 100_000, scale: "log", infinity: false },
    { min: 0, max: 10_000_000, scale: "log", infinity: false },
  ] as const)("a_logarithmic_range_from_$min_to_$max_reaches_every_usual_value", (range) => {
    const reached = new Set(
      Array.from({ length: lastPosition(range) + 1 }, (_, at) => valueAtPosition(range, at)),
    );
    const usual = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096, 5, 10, 20, 50, 60, 90, 100]
      .concat([200, 300, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000, range.max])
      .filter((value) => value >= range.min && value <= range.max);
    expect(usual.filter((value) => !reached.has(value))).toEqual([]);
    expect(reached.size).toBeLessThan(240);
  });

  it("a_value_that_the_range_names_has_a_position", () => {
    for (const scale of ["linear", "log"] as const) {
      const range = { min: 64, max: 15_180, scale, infinity: false, usual: [1517] };
      expect(valueAtPosition(range, positionOfValue(range, 1517))).toBe(1517);
    }
  });

  it("the_page_keys_visit_every_power_of_two", () => {
    const ring: SliderRange = { min: 1, max: 256, scale: "log", infinity: false };
    const visited: unknown[] = [];
    for (let at = 0; at < lastPosition(ring); at = usualPosition(ring, at, 1))
      visited.push(valueAtPosition(ring, at));
    expect(visited).toEqual(expect.arrayContaining([1, 2, 4, 8, 16, 32, 64, 128]));
    expect(usualPosition(ring, lastPosition(ring), 1)).toBe(lastPosition(ring));
    expect(valueAtPosition(ring, usualPosition(ring, positionOfValue(ring, 64), -1))).toBe(50);
    expect(usualPosition(ring, 1, -1)).toBe(0);
  });

  it("steps_are_round", () => {
    expect([3, 100, 255, 1_454, 14_880].map(roundStep)).toEqual([1, 1, 2, 10, 100]);
  });
});
