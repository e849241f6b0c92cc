// The throughput curve in sentences.
import { expect, it } from "vitest";
import { describeCurve, describeOperatingPoint } from "./curve-description";

const at = (delivered: number, index: number) => ({ rate: 2000 * (index + 1), delivered });

it("a_curve_that_collapses_is_called_receive_livelock", () => {
  const words = describeCurve([2000, 4000, 3000, 1500, 40, 0].map(at), 4000);
  expect(words).toContain("rises to 4,000/s, at 4,000/s offered");
  expect(words).toContain("Loss begins above 4,000/s");
  expect(words).toContain("40/s at 10,000/s offered. That is receive livelock.");
});

it("a_curve_that_stays_up_is_called_level", () => {
  const words = describeCurve([2000, 4000, 5000, 4990, 4980, 4980].map(at), 4900);
  expect(words).toContain("stays level: 4,980/s at 12,000/s offered");
  expect(words).not.toContain("livelock");
});

it("a_curve_that_falls_partly_is_described_with_its_end", () => {
  expect(describeCurve([2000, 4000, 3000].map(at), null)).toContain("falls, to 3,000/s");
});

it("a_flat_curve_is_described_by_its_height", () => {
  const plateau = [900, 900, 900, 900, 900, 900].map(at);
  expect(describeCurve(plateau, 0)).toContain("rises to 900/s");
});

it("the_operating_point_may_have_no_delivered_rate_yet", () => {
  expect(describeOperatingPoint(12_000, 790)).toBe("You are at 12,000/s offered, 790/s delivered.");
  expect(describeOperatingPoint(12_000, null)).toBe("You are at 12,000/s offered.");
});
