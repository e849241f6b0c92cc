// Facts about a figure's pictures before they are computed, and about the units of computed ones.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { CallsTimeline } from "./calls";
import { LineChart } from "./chart";
import type { FigureLine } from "../../desk/figures/measure-figure";
import { CLAIMS, groupDigits, formatWithUnit } from "./record";

const lines = [{ label: "as it was", wires: 1, points: [] }];
const chart = (complete: boolean, drawn: readonly FigureLine[] = lines) =>
  renderToStaticMarkup(
    <LineChart
      name="M figure 6-3"
      picture={{ kind: "delivered" }}
      lines={drawn}
      marks={[]}
      width={600}
      complete={complete}
    />,
  );
const bar = { procedure: "input", context: 0, packet: 1, begin: 0, end: 0.87 };
const calls = (bars: (typeof bar)[]) =>
  renderToStaticMarkup(
    <CallsTimeline
      name="M figure 7-4"
      title="A burst"
      contexts={["Device"]}
      bars={bars}
      width={600}
      isPending={bars.length === 0}
    />,
  );

it("a_chart_before_computing_says_so_and_has_no_numbers_on_its_axes", () => {
  expect(chart(false)).toContain("as it was: not computed yet.");
  expect(chart(false)).not.toContain("chart-tick");
  expect(chart(true)).toContain("as it was: nothing was measured.");
});

it("a_range_of_seeds_is_drawn_where_it_is_visible_and_explained_in_the_legend", () => {
  const point = (x: number, low: number, high: number) => ({
    ...{ x, low, high, seeds: 3 },
    y: (low + high) / 2,
  });
  const drawn = chart(true, [
    { label: "as it was", wires: 1, points: [point(1000, 999, 1001), point(2000, 1000, 3000)] },
  ]);
  const [, path = ""] = /class="figure-range" d="([^"]*)"/.exec(drawn) ?? [];
  expect(path.match(/V/g)).toHaveLength(1);
  expect(drawn).toContain("the mean of 3 seeds. A bar goes from the lowest to the highest");
  const agreeing = chart(true, [
    { label: "as it was", wires: 1, points: [point(1000, 999, 1001)] },
  ]);
  expect(agreeing).toContain("The lowest and the highest seed never differ");
});

it("a_time_line_before_computing_has_no_scale_and_counts_no_calls", () => {
  expect(calls([])).toContain("A burst: not computed yet.");
  expect(calls([])).not.toContain("chart-tick");
});

it("the_numbers_of_a_time_line_are_rounded", () => {
  const drawn = calls([bar]);
  expect(drawn).toContain("one call in 1 µs");
  expect(drawn).toMatch(/class="chart-tick"[^>]*>0.6</);
  expect(drawn).not.toMatch(/\d\.\d{5}/);
});

it("microseconds_use_the_micro_sign", () => {
  const claim = CLAIMS.find(({ unit }) => unit === "us");
  expect(claim && formatWithUnit("12", claim)).toBe("12 µs");
  for (const one of CLAIMS) {
    const texts = [
      groupDigits(one.says),
      formatWithUnit(one.stated, one),
      formatWithUnit(one.measured ?? "", one),
    ];
    expect(texts.filter((text) => /(\d|hundred) us\b/.test(text))).toEqual([]);
  }
});
