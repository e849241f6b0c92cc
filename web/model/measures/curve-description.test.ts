// The throughput curve in sentences.
import { expect, it } from "vitest";
import {
  describeCurve,
  describeExtremes,
  describeOperatingPoint,
  livelockPoint,
} from "./curve-description";

const at = (delivered: number, index: number) => ({ rate: 2000 * (index + 1), delivered });

it("a_curve_that_collapses_is_called_receive_livelock", () => {
  const words = describeCurve([2000, 4000, 3000, 1500, 40, 0].map(at), 4000);
  expect(words).toContain("rises to 4,000/s, at 4,000/s offered");
  expect(words).toContain("Loss begins above 4,000/s");
  expect(words).toContain("40/s at 10,000/s offered. If the CPU is busy");
});

it("the_livelock_point_is_the_first_rate_beyond_the_peak_at_which_almost_nothing_is_left", () => {
  expect(livelockPoint([2000, 4000, 3000, 1500, 40, 0].map(at))?.rate).toBe(10_000);
  expect(livelockPoint([0, 4000, 3000].map(at))).toBeNull();
  expect(livelockPoint([])).toBeNull();
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

it("a_kernel_that_delivers_nothing_has_no_peak", () => {
  expect(describeCurve([0, 0, 0].map(at), 0)).toBe("Nothing is delivered at any rate tried.");
});

it("the_operating_point_may_have_no_delivered_rate_yet", () => {
  expect(describeOperatingPoint(12_000, 790)).toBe("You are at 12,000/s offered, 790/s delivered.");
  expect(describeOperatingPoint(12_000, null)).toBe("You are at 12,000/s offered.");
});

const axis = {
  noun: "The delivered rate",
  formatX: (x: number) => (x === Infinity ? "no limit" : `${x} packets`),
  formatY: (y: number) => `${y}/s`,
};

it("a_curve_over_a_setting_is_described_by_its_highest_and_lowest_point", () => {
  const points = [
    { x: 1, y: 3000 },
    { x: 10, y: 4900 },
    { x: Infinity, y: 40 },
  ];
  expect(describeExtremes(points, axis)).toBe(
    "The delivered rate at 3 points: highest 4900/s at 10 packets, lowest 40/s at no limit.",
  );
});

it("a_setting_that_hardly_changes_the_curve_is_described_so", () => {
  const points = [
    { x: 1, y: 4990 },
    { x: 10, y: 5000 },
  ];
  expect(describeExtremes(points, axis)).toBe(
    "The delivered rate at 2 points hardly changes: it is between 4990/s and 5000/s from 1 packets to 10 packets.",
  );
  expect(describeExtremes(points.slice(1), axis)).toBe("");
});

it("packets_for_the_application_are_offered_besides", () => {
  const load = { wires: 1, local: 503 };
  const words = describeCurve([1500, 2500, 2400].map(at), null, { load });
  expect(words).toContain("Besides, about 500/s arrive for the application.");
  expect(words).toContain("rises to 2,500/s, at 4,000/s offered for forwarding");
  const hung = describeCurve([120, 60, 30].map(at), null, { load });
  expect(hung).toContain("Most is delivered at 0/s offered for forwarding: about 500/s.");
});
