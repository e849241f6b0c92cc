// Facts about how numbers read.
import { expect, it } from "vitest";
import {
  formatSignificant,
  formatMicroseconds,
  formatMoment,
  formatNumber,
  formatPercentFixed,
  formatRate,
  formatPercent,
} from "./numbers";

it("thousands_are_separated", () => {
  expect([0, 999, 12_000, 1_234_567].map((n) => formatNumber(n))).toEqual([
    "0",
    "999",
    "12,000",
    "1,234,567",
  ]);
  expect(formatRate(4700)).toBe("4,700/s");
  expect(formatRate(2.34)).toBe("2.3/s");
});

it("a_measured_number_has_three_figures_or_all_before_its_point", () => {
  expect([4700.4, 97.23, 0.00512, 0].map(formatSignificant)).toEqual([
    "4,700",
    "97.2",
    "0.00512",
    "0",
  ]);
});

it("shares_read_as_per_cent_and_never_as_quite_all_or_nothing", () => {
  const plain = (share: number) => formatPercent(share).replaceAll("\u202f", " ");
  expect([0, 0.0004, 0.034, 0.7415, 0.998, 0.9998, 1].map(plain)).toEqual([
    "0 %",
    "< 0.1 %",
    "3.4 %",
    "74 %",
    "99.8 %",
    "99.9 %",
    "100 %",
  ]);
});

it("times_choose_their_unit_and_keep_three_figures", () => {
  expect([0, 67, 9.5, 312, 1230, 53_210, 2_000_000].map(formatMicroseconds)).toEqual([
    "0 µs",
    "67 µs",
    "9.5 µs",
    "312 µs",
    "1.23 ms",
    "53.2 ms",
    "2 s",
  ]);
});

it("moments_are_exact_to_the_microsecond", () => {
  expect(formatMoment(61_853_700, 150e6)).toBe("412.358 ms");
  expect(formatMoment(300_187_500, 150e6)).toBe("2,001.250 ms");
});

it("parts_of_a_whole_have_a_decimal_each_and_none_reads_as_quite_all_or_nothing", () => {
  const said = [0.286, 0.06, 0.0004, 0.9997, 1, 0].map((share) =>
    formatPercentFixed(share).replaceAll("\u202f", " "),
  );
  expect(said).toEqual(["28.6 %", "6.0 %", "< 0.1 %", "99.9 %", "100.0 %", "0.0 %"]);
});
