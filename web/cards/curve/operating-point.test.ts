// Facts about the keys of the operating point, and about its description.
import { expect, it } from "vitest";
import { measureOf } from "../../model/measures/measures";
import type { Parameter } from "../../generated/model";
import type { CurveAxis } from "../../model/curve-axis";
import { valueAfterKey, describeOperatingPoint } from "./operating-point";

const rates = { min: 0, max: 14_880, scale: "linear", infinity: false } as const;
const quotas = { min: 1, max: 1000, scale: "log", infinity: true } as const;

const axis = (path: string, unit: string, range: CurveAxis["range"]): CurveAxis => ({
  path,
  parameter: { path, unit, label: path } as Parameter,
  range,
});

it("arrows_move_one_step_and_page_keys_ten", () => {
  expect(valueAfterKey("ArrowRight", 2000, rates)).toBe(2100);
  expect(valueAfterKey("ArrowDown", 2000, rates)).toBe(1900);
  expect(valueAfterKey("PageUp", 2000, rates)).toBe(3000);
});

it("the_value_stays_on_the_axis", () => {
  expect(valueAfterKey("ArrowLeft", 50, rates)).toBe(0);
  expect(valueAfterKey("PageUp", 14_800, rates)).toBe(14_880);
  expect(valueAfterKey("Home", 2000, rates)).toBe(0);
  expect(valueAfterKey("End", 2000, rates)).toBe(14_880);
});

it("on_a_logarithmic_axis_the_last_stop_is_no_limit", () => {
  expect(valueAfterKey("ArrowRight", 1, quotas)).toBe(2);
  expect(valueAfterKey("ArrowRight", 1000, quotas)).toBe(Infinity);
  expect(valueAfterKey("End", 5, quotas)).toBe(Infinity);
  expect(valueAfterKey("ArrowLeft", Infinity, quotas)).toBe(1000);
});

it("other_keys_do_nothing", () => {
  expect(valueAfterKey("Tab", 2000, rates)).toBeNull();
});

it("while_time_runs_only_the_value_across_is_described", () => {
  const here = { x: 12_000, height: 940.4, measured: true, onCurve: null };
  const describe = (height: number, still: boolean) =>
    describeOperatingPoint(
      { ...here, height },
      still,
      axis("traffic.rate", "packets/s", rates),
      measureOf("delivered"),
    );
  expect(describe(940.4, false)).toBe("12,000 packets a second offered");
  expect(describe(950, false)).toBe(describe(940.4, false));
  expect(describe(940.4, true)).toBe("12,000 packets a second offered, 940 delivered");
});

it("another_setting_and_another_measure_have_their_units", () => {
  const here = { x: Infinity, height: 12.5, measured: false, onCurve: 12.5 };
  const quota = axis("limit.quota", "packets", quotas);
  expect(describeOperatingPoint(here, true, quota, measureOf("wasted"))).toBe(
    "no limit, wasted CPU time: about 13 %",
  );
});

it("a_value_outside_the_axis_is_said_to_be_outside", () => {
  const here = { height: 940.4, measured: true, onCurve: null };
  const rate = axis("traffic.rate", "packets/s", rates);
  const describe = (x: number, over = rate) =>
    describeOperatingPoint({ ...here, x }, false, over, measureOf("delivered"));
  expect(describe(rates.max)).not.toContain("outside");
  expect(describe(rates.max + 1)).toMatch(/packets a second offered, outside the axis$/);
  expect(describe(Infinity, axis("limit.quota", "packets", quotas))).toBe("no limit");
});
