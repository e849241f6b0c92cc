// Facts about the curves of the chart: what the labels of two equal ones say.
import { expect, it } from "vitest";
import type { Report } from "../../generated/model";
import { measureOf } from "../../model/measures/measures";
import { drawnCurves, isSameCurve, type ChartCurve } from "./chart-curves";

const delivered = measureOf("delivered");

const curve = (look: ChartCurve["look"], tag: string, ...delivered_pps: number[]): ChartCurve => ({
  id: tag,
  tag,
  name: "Curve",
  look,
  points: delivered_pps.map((pps, index) => ({
    x: 1_000 * index,
    trials: [{ seed: 1, report: { delivered_pps: pps } as unknown as Report }],
  })),
});

const tags = (...curves: ChartCurve[]) => drawnCurves(curves, delivered).map(({ tag }) => tag);

it("the_curve_before_a_change_that_changes_nothing_is_the_curve_of_now", () => {
  expect(tags(curve("previous", "before", 0, 900), curve("current", "", 0, 900))).toEqual([
    "before = now",
    "",
  ]);
});

it("curves_that_differ_or_are_not_measured_yet_have_their_own_labels", () => {
  const now = curve("current", "", 0, 900);
  expect(tags(curve("previous", "before", 0, 800), now)).toEqual(["before", ""]);
  expect(tags(curve("previous", "before", 0, 900, 950), now)).toEqual(["before", ""]);
  expect(tags(curve(0, "A", 0, 900), now)).toEqual(["A", ""]);
  expect(isSameCurve(curve("previous", "before"), curve("current", ""), delivered)).toBe(false);
});
