// Facts about the pictures of cards: their lines, their operating point and their words.
import { expect, it } from "vitest";
import { curvePaths, describeSparkline, type Curve, type Sparklines } from "./sparkline";
import sparklines from "./sparklines.json";

const curve: Curve = {
  kind: "curve",
  to: 400,
  offered: 400,
  local: 0,
  at: 150,
  peak: 200,
  peakAt: 200,
  delivered: [100, 200, 100, 0],
};

it("a_curve_begins_at_zero_and_has_every_point", () => {
  const { delivered } = curvePaths(curve, 200, 46);
  expect(delivered).toBe("M0,46L50,26L100,6L150,26L200,46");
});

it("the_operating_point_lies_on_the_curve", () => {
  expect(curvePaths(curve, 200, 46).dot).toEqual({ x: 75, y: 16 });
});

it("the_ideal_line_ends_at_the_picture_and_follows_two_wires", () => {
  expect(curvePaths(curve, 200, 46).ideal).toBe("M0,46L115,0");
  const two: Curve = { ...curve, offered: 800 };
  expect(curvePaths(two, 200, 46).ideal).toBe("M0,46L57.5,0");
});

it("the_peak_is_a_point_of_the_curve", () => {
  const sharp: Curve = { ...curve, peak: 230, peakAt: 150 };
  expect(curvePaths(sharp, 200, 46).delivered).toBe("M0,46L50,28.6L75,6L100,11.2L150,28.6L200,46");
});

it("packets_for_the_application_arrive_at_every_rate", () => {
  const hung: Curve = { ...curve, offered: 500, local: 100, peak: 100, peakAt: 0, delivered: [20] };
  const { delivered, ideal } = curvePaths(hung, 200, 46);
  expect(delivered).toMatch(/^M0,6L/);
  expect(ideal).toMatch(/^M0,6L/);
});

it("a_card_never_says_that_more_is_delivered_than_is_offered", () => {
  for (const [key, one] of Object.entries(sparklines as unknown as Sparklines)) {
    const numbers = /([\d,]+) of ([\d,]+)\/s/.exec(describeSparkline(one));
    const [delivered, offered] = (numbers?.slice(1) ?? []).map((text) =>
      Number(text.replaceAll(",", "")),
    );
    if (one.kind === "curve") expect(delivered, key).toBeLessThanOrEqual(offered ?? NaN);
  }
});

it("the_words_give_the_peak_and_the_end_of_a_curve", () => {
  expect(describeSparkline(curve)).toBe("peak about 200/s; 0 of 400/s delivered");
  const router: Curve = { ...curve, offered: 14_880, peak: 4_990, delivered: [4_464, 4_990] };
  expect(describeSparkline(router)).toBe("peak about 5,000/s; 5,000 of 14,880/s delivered");
});

it("the_words_give_the_two_largest_shares_of_the_cpu", () => {
  const shares = { process: 0.2, idle: 0.7, clock: 0.1 };
  const words = describeSparkline({ kind: "shares", shares }).replace(/\s/gu, " ");
  expect(words).toBe("CPU time: idle 70 %, processes 20 %");
});
