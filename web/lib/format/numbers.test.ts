// Facts about the texts of numbers.
import { describe, expect, it } from "vitest";
import {
  decimalsForStep,
  formatCompact,
  formatDuration,
  formatMicroseconds,
  formatMoment,
  formatNumber,
  formatPackets,
  formatPacketRate,
  formatPercent,
  formatPercentFixed,
  formatPercentPlain,
  formatRate,
  formatSignificant,
  niceStep,
} from "./numbers";

const HERTZ = 150_000_000;
const withPlainSpaces = (text: string) => text.replaceAll("\u202f", " ");

describe("counts and rates", () => {
  it("separate_thousands", () => {
    const numbers = [0, 999, 1000, 12_480, 1_234_567, -0.4].map((value) => formatNumber(value));
    expect(numbers).toEqual(["0", "999", "1,000", "12,480", "1,234,567", "0"]);
    expect(formatRate(4700)).toBe("4,700/s");
    expect(formatRate(2.34)).toBe("2.3/s");
    expect([1, 2000].map(formatPackets)).toEqual(["1 packet", "2,000 packets"]);
  });

  it("have_three_significant_digits_or_all_digits_before_the_point", () => {
    const numbers = [4700.4, 97.23, 0.00512, 0].map(formatSignificant);
    expect(numbers).toEqual(["4,700", "97.2", "0.00512", "0"]);
  });

  it("are_shown_as_counts_if_there_are_too_few_for_a_rate", () => {
    expect(formatPacketRate(12, 8.3e-3 * HERTZ, HERTZ)).toBe("12 in 8.3 ms");
    expect(formatPacketRate(1106, 0.1 * HERTZ, HERTZ)).toBe("11,060/s");
    expect(formatPacketRate(0, 0, HERTZ)).toBe("");
  });

  it("are_short_on_an_axis", () => {
    expect([0, 500, 5000, 14_880].map(formatCompact)).toEqual(["0", "500", "5k", "14.9k"]);
  });
});

describe("shares", () => {
  const shares = [0, 0.0004, 0.034, 0.0997, 0.7415, 0.998, 0.9998, 1];

  it("never_round_to_nothing_or_to_everything", () => {
    const texts = ["0 %", "< 0.1 %", "3.4 %", "10 %", "74 %", "99.8 %", "99.9 %", "100 %"];
    expect(shares.map(formatPercentPlain)).toEqual(texts);
    expect(shares.map(formatPercent).map(withPlainSpaces)).toEqual(texts);
  });

  it("of_one_whole_have_one_decimal_each", () => {
    const texts = [0.286, 0.06, 0.0004, 0.9997, 1, 0].map(formatPercentFixed).map(withPlainSpaces);
    expect(texts).toEqual(["28.6 %", "6.0 %", "< 0.1 %", "99.9 %", "100.0 %", "0.0 %"]);
  });
});

describe("times", () => {
  it("choose_their_unit_and_keep_three_digits", () => {
    const durations = [126, 10_050, 7_980_000, 276_000_000].map((n) => formatDuration(n, HERTZ));
    expect(durations).toEqual(["840 ns", "67 µs", "53.2 ms", "1.84 s"]);
    const microseconds = [0, 67, 9.5, 312, 999.6, 1230, 53_210, 2_000_000];
    expect(microseconds.map(formatMicroseconds)).toEqual([
      "0 µs",
      "67 µs",
      "9.5 µs",
      "312 µs",
      "1 ms",
      "1.23 ms",
      "53.2 ms",
      "2 s",
    ]);
    expect(formatMicroseconds(NaN)).toBe("none");
  });

  it("of_the_run_are_exact_to_the_microsecond", () => {
    expect(formatMoment(61_853_700, HERTZ)).toBe("412.358 ms");
    expect(formatMoment(300_187_500, HERTZ)).toBe("2,001.250 ms");
    expect(formatMoment(61_853_700, HERTZ, 1e-3)).toBe("412 ms");
  });
});

describe("the labels of an axis", () => {
  it("are_apart_by_one_two_or_five_times_a_power_of_ten", () => {
    expect([0.7, 1, 1.1, 3, 5.1, 240].map(niceStep)).toEqual([1, 1, 2, 5, 10, 500]);
  });

  it("have_enough_decimals_for_the_distance_between_them", () => {
    expect([1000, 1, 0.5, 0.02].map(decimalsForStep)).toEqual([0, 0, 1, 2]);
  });
});
