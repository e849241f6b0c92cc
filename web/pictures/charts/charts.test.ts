// Shapes of charts: axes, paths, stacked bars, histograms.
import { describe, expect, it } from "vitest";
import { formatDuration } from "../../lib/format/numbers";
import { textWidth } from "../../lib/format/text-width";
import {
  axis,
  axisWithHeadroom,
  clippedLineEnd,
  linePath,
  toX,
  toY,
  settingAxis,
  ticksWithEnd,
  valueAtX,
  type Plot,
} from "./curve-geometry";
import type { AxisRange } from "../../model/measures/axis-range";
import { histogram, percentile, percentileText } from "../../model/measures/histogram";
import { stack } from "./stack";

const plot: Plot = {
  size: { width: 340, height: 260 },
  margins: { top: 10, right: 10, bottom: 30, left: 40 },
  x: axis(14_880, 3),
  y: axisWithHeadroom(4700, 3),
  fontSize: 12,
};

describe("curve geometry", () => {
  it("axes_begin_at_zero_and_have_round_ticks", () => {
    expect(plot.x.ticks).toEqual([0, 5000, 10_000]);
    expect(plot.x.max).toBe(14_880);
    expect(plot.y).toEqual({ max: 6000, ticks: [0, 2000, 4000, 6000] });
  });

  it("ticks_have_the_decimals_of_their_step_and_no_two_are_the_same", () => {
    expect(axis(1, 4).ticks).toEqual([0, 0.5, 1]);
    expect(axis(1, 6).ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(axis(0.13, 4).ticks).toEqual([0, 0.05, 0.1]);
    expect(axisWithHeadroom(1, 4)).toEqual({ max: 1.5, ticks: [0, 0.5, 1, 1.5] });
  });

  it("a_pointer_on_the_axis_gives_the_value_under_it", () => {
    for (const value of [0, 2000, 14_880]) {
      expect(valueAtX(plot, toX(plot, value))).toBeCloseTo(value, 6);
    }
    expect(valueAtX(plot, -50)).toBe(0);
    expect(valueAtX(plot, 9999)).toBe(14_880);
  });

  it("an_axis_ends_with_its_largest_value_and_no_tick_overlaps_it", () => {
    const words = (x = plot.x) => ticksWithEnd({ ...plot, x }, String).map(([, text]) => text);
    expect(words()).toEqual(["0", "5000", "10000", "14880"]);
    expect(words(axis(10_500, 2))).toEqual(["0", "10500"]);
    expect(words(axis(15_000, 3))).toEqual(["0", "5000", "10000", "15000"]);
  });

  it("labels_of_a_logarithmic_axis_do_not_touch", () => {
    const range: AxisRange = { min: 10, max: 100_000, scale: "log", infinity: false };
    const ofTime = (microseconds: number) => formatDuration(microseconds, 1e6);
    const size = { width: 240, height: 200 };
    const periods = { ...plot, size, x: settingAxis(range, 3) };
    const ticks = ticksWithEnd(periods, ofTime);
    expect(ticks.length).toBeGreaterThan(2);
    const last = toX(periods, range.max) - textWidth(ofTime(range.max), 12);
    const [before, words] = ticks.at(-2) ?? [0, ""];
    expect(toX(periods, before) + textWidth(words, 12) / 2).toBeLessThan(last);
  });

  it("higher_is_up_and_the_origin_is_bottom_left", () => {
    expect(toY(plot, 0)).toBe(230);
    expect(toY(plot, 6000)).toBe(10);
    expect(
      linePath(plot, [
        { x: 0, y: 0 },
        { x: 14_880, y: 6000 },
      ]),
    ).toBe("M40 230L330 10");
  });

  it("the_loss_free_line_ends_at_the_edge_of_the_plot", () => {
    expect(clippedLineEnd(plot, 1)).toEqual({ x: 6000, y: 6000 });
    expect(clippedLineEnd(plot, 0.1)).toEqual({ x: 14_880, y: 1488 });
  });
});

describe("stack", () => {
  it("parts_and_gaps_fill_the_bar", () => {
    const parts = stack([74, 20, 0, 6], (value) => value);
    expect(parts).toHaveLength(3);
    const last = parts.at(-1);
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeCloseTo(100, 9);
    expect(parts.map(({ share }) => share)).toEqual([0.74, 0.2, 0.06]);
  });

  it("a_tiny_part_keeps_a_least_width_at_the_cost_of_the_widest", () => {
    const parts = stack([1, 100_000], (value) => value);
    expect(parts[0]?.width).toBe(0.6);
    expect((parts[1]?.x ?? 0) + (parts[1]?.width ?? 0)).toBeCloseTo(100, 9);
  });

  it("zero_values_give_no_bar", () => {
    expect(stack([0, 0], (value) => value)).toEqual([]);
  });
});

describe("histogram", () => {
  const bins = [
    { low: 100, high: 200, count: 0 },
    { low: 200, high: 400, count: 30 },
    { low: 400, high: 800, count: 10 },
  ];

  it("covers_whole_decades_and_its_highest_bar_is_full", () => {
    const made = histogram(bins);
    expect(made?.low).toBe(100);
    expect(made?.high).toBe(1000);
    expect(made?.ticks.map(({ us, x }) => [us, Math.round(x)])).toEqual([
      [100, 0],
      [1000, 100],
    ]);
    expect(Math.max(...(made?.bars.map(({ height }) => height) ?? []))).toBe(100);
    expect(made?.bars).toHaveLength(2);
  });

  it("percentiles_are_inside_their_bin", () => {
    expect(percentile(bins, 0.5)).toBeCloseTo(200 + 200 * (20 / 30), 6);
    expect(percentile(bins, 0.99)).toBeGreaterThan(400);
    expect(percentile([], 0.5)).toBeNull();
  });

  it("a_latency_beyond_the_last_bin_has_no_number_and_a_bar_to_the_end_of_its_decade", () => {
    const open = [...bins, { low: 3_145_728, high: Infinity, count: 60 }];
    expect(percentileText(open, 0.5)).toBe("> 3.15 s");
    expect(percentileText(open, 0.3)).toBe("400 µs");
    expect(percentileText([], 0.5)).toBe("none");
    const made = histogram(open);
    const bar = made?.bars.at(-1);
    expect(made?.high).toBe(10_000_000);
    expect((bar?.x ?? 0) + (bar?.width ?? 0)).toBeCloseTo(100, 6);
    expect(bar?.height).toBeGreaterThan(0);
  });

  it("no_deliveries_give_no_histogram", () => {
    expect(histogram([{ low: 1, high: 2, count: 0 }])).toBeNull();
  });
});
