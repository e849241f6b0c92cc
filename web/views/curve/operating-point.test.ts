// Facts about the keys of the operating point, and about its description.
import { expect, it } from "vitest";
import { rateAfterKey, describeOperatingPoint } from "./operating-point";

it("arrows_move_one_step_and_page_keys_ten", () => {
  expect(rateAfterKey("ArrowRight", 2000, 100, 14_880)).toBe(2100);
  expect(rateAfterKey("ArrowDown", 2000, 100, 14_880)).toBe(1900);
  expect(rateAfterKey("PageUp", 2000, 100, 14_880)).toBe(3000);
});

it("the_rate_stays_on_the_axis", () => {
  expect(rateAfterKey("ArrowLeft", 50, 100, 14_880)).toBe(0);
  expect(rateAfterKey("PageUp", 14_800, 100, 14_880)).toBe(14_880);
  expect(rateAfterKey("Home", 2000, 100, 14_880)).toBe(0);
  expect(rateAfterKey("End", 2000, 100, 14_880)).toBe(14_880);
});

it("other_keys_do_nothing", () => {
  expect(rateAfterKey("Tab", 2000, 100, 14_880)).toBeNull();
});

it("while_time_runs_only_the_offered_rate_is_described", () => {
  const here = { rate: 12_000, delivered: 940.4, measured: true, onCurve: null };
  expect(describeOperatingPoint(here, false)).toBe("12,000 packets a second offered");
  expect(describeOperatingPoint({ ...here, delivered: 950 }, false)).toBe(
    describeOperatingPoint(here, false),
  );
  expect(describeOperatingPoint(here, true)).toBe("12,000 packets a second offered, 940 delivered");
});
