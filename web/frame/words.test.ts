// Numbers in words, and words that fit.
import { describe, expect, it } from "vitest";
import { truncateText, textWidth } from "../format/text-width";
import {
  formatDuration,
  formatMoment,
  formatPercentPlain,
  formatPacketRate,
  formatNumber,
} from "./words";

const HERTZ = 150_000_000;

describe("words for numbers", () => {
  it("separate_thousands", () => {
    expect([0, 999, 1000, 12_480, 1_234_567].map(formatNumber)).toEqual([
      "0",
      "999",
      "1,000",
      "12,480",
      "1,234,567",
    ]);
  });

  it("tell_time_in_the_unit_that_fits", () => {
    const told = [126, 10_050, 7_980_000, 276_000_000].map((cycles) =>
      formatDuration(cycles, HERTZ),
    );
    expect(told).toEqual(["840 ns", "67 µs", "53.2 ms", "1.84 s"]);
  });

  it("tell_a_moment_to_the_microsecond", () => {
    expect(formatMoment(412.358e-3 * HERTZ, HERTZ)).toBe("412.358 ms");
  });

  it("never_round_to_nothing_or_to_everything", () => {
    expect([0, 0.0004, 0.054, 0.74, 0.9996, 1].map(formatPercentPlain)).toEqual([
      "0 %",
      "< 0.1 %",
      "5.4 %",
      "74 %",
      "99.9 %",
      "100 %",
    ]);
  });

  it("count_when_there_are_too_few_for_a_rate", () => {
    expect(formatPacketRate(12, 8.3e-3 * HERTZ, HERTZ)).toBe("12 in 8.3 ms");
    expect(formatPacketRate(1106, 0.1 * HERTZ, HERTZ)).toBe("11,060/s");
  });
});

describe("fitText", () => {
  it("keeps_what_fits_and_marks_what_it_cuts", () => {
    expect(truncateText("ether_input", 200, 12, "mono")).toBe("ether_input");
    const cut = truncateText("ether_input", 50, 12, "mono");
    expect(cut).toBe("ether…");
    expect(textWidth(cut, 12, "mono")).toBeLessThanOrEqual(50);
  });

  it("says_nothing_rather_than_one_letter", () => {
    expect(truncateText("ether_input", 12, 12, "mono")).toBe("");
  });
});
