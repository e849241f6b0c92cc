// Labels on a chart: no line crosses them, for typical curves of the lab.
import { describe, expect, it } from "vitest";
import {
  axis,
  axisWithHeadroom,
  clippedLineEnd,
  toX,
  toY,
  type Plot,
  type PlotPoint,
} from "./curve-geometry";
import {
  candidatesAlongCurve,
  candidatesAroundDot,
  candidatesBesideLine,
  pointsAlong,
  labelArea,
  labelHeight,
  placeLabels,
  type LabelBox,
} from "./label-placement";

/** Offered and delivered rates: typical shapes that the simulator measures. */
const CURVES: Record<string, readonly (readonly [number, number])[]> = {
  collapse: [
    [2000, 2000],
    [4108, 4108],
    [5520, 3480],
    [7380, 2590],
    [9860, 1590],
    [12_000, 810],
    [14_880, 0],
  ],
  plateau: [
    [2000, 2000],
    [4000, 4000],
    [5060, 5060],
    [6000, 4990],
    [10_000, 4990],
    [14_880, 4990],
  ],
  "loss from the first packet": [
    [1000, 980],
    [2000, 1930],
    [14_880, 13_000],
  ],
};

const PLOTS = [
  { width: 284, height: 230, type: 12 },
  { width: 400, height: 320, type: 18 },
  { width: 560, height: 500, type: 20 },
].map(({ width, height, type }) => ({ size: { width, height }, type, k: type / 12 }));

function plotOf({ size, type, k }: (typeof PLOTS)[number], lines: readonly PlotPoint[][]): Plot {
  const highest = Math.max(...lines.flat().map(({ y }) => y));
  return {
    size,
    margins: { top: 26 * k, right: 28, bottom: 14 + 34 * k, left: 36 * k },
    fontSize: type,
    x: axis(14_880, 3),
    y: axisWithHeadroom(highest, 3),
  };
}

/** Counts the points of the lines in a box. Uses more points than the placement does. */
function crossings(box: LabelBox | undefined, lines: readonly (readonly PlotPoint[])[]): number {
  if (box === undefined) return Infinity;
  const { x, y, w, h } = box;
  return lines.flatMap((line) =>
    line.slice(1).flatMap((to, index) => {
      const from = line[index] ?? to;
      return Array.from({ length: 400 }, (_, nth) => {
        const share = nth / 399;
        const at = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
        return at.x > x && at.x < x + w && at.y > y && at.y < y + h;
      }).filter(Boolean);
    }),
  ).length;
}

function labelled(screen: (typeof PLOTS)[number], names: readonly string[]) {
  const values = names.map((name) =>
    [[0, 0] as const, ...(CURVES[name] ?? [])].map(([x, y]) => ({ x, y })),
  );
  const plot = plotOf(screen, values);
  const pixel = ({ x, y }: PlotPoint) => ({ x: toX(plot, x), y: toY(plot, y) });
  const ideal = [{ x: 0, y: 0 }, clippedLineEnd(plot, 1)].map(pixel) as [PlotPoint, PlotPoint];
  const curves = values.map((line) => line.map(pixel));
  const [h, within] = [labelHeight(plot), labelArea(plot)];
  const lines = [ideal, ...curves];
  const boxes = placeLabels(
    [
      candidatesBesideLine(...ideal, 40 * screen.k, h, within),
      ...curves.map((curve) => candidatesAlongCurve(curve.slice(2), 36 * screen.k, h, within)),
    ],
    { points: pointsAlong(lines), boxes: [] },
  );
  return { boxes, lines, within };
}

describe.each(PLOTS)("on a chart of $size.width pixels", (screen) => {
  it.each([
    [["collapse"]],
    [["plateau"]],
    [["loss from the first packet"]],
    [["collapse", "plateau"]],
    [["plateau", "collapse", "loss from the first packet"]],
  ])("no_line_crosses_a_label: %s", (names) => {
    const { boxes, lines, within } = labelled(screen, names);
    for (const box of boxes) {
      expect(crossings(box, lines)).toBe(0);
      expect(box?.x).toBeGreaterThanOrEqual(within.x);
      expect((box?.x ?? Infinity) + (box?.w ?? 0)).toBeLessThanOrEqual(within.x + within.w);
    }
  });

  it("labels_do_not_overlap", () => {
    const { boxes } = labelled(screen, ["plateau", "collapse", "loss from the first packet"]);
    const all = boxes.filter((box) => box !== undefined);
    for (const [index, a] of all.entries()) {
      for (const b of all.slice(index + 1)) {
        const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
        expect(apart).toBe(true);
      }
    }
  });
});

it("a_label_is_further_away_if_a_mark_is_beside_its_line", () => {
  const within = { x: 36, y: 18, w: 240, h: 150 };
  const line: [PlotPoint, PlotPoint] = [
    { x: 36, y: 168 },
    { x: 62, y: 26 },
  ];
  const mark = { x: 52, y: 22, w: 16, h: 16 };
  const [box] = placeLabels([candidatesBesideLine(...line, 40, 15, within)], {
    points: pointsAlong([line]),
    boxes: [mark],
  });
  expect(box?.x).toBeGreaterThan(mark.x + mark.w);
  expect(box?.y).toBeLessThan(40);
});

it("a_label_without_candidates_is_not_placed", () => {
  expect(placeLabels([[]], { points: [], boxes: [] })).toEqual([undefined]);
});

describe.each(PLOTS)("around a dot in a chart of $size.width px", (size) => {
  it("a_label_stays_near_its_dot_and_in_the_chart", () => {
    const plot = plotOf(size, [[{ x: 14_880, y: 6000 }]]);
    const [h, within] = [labelHeight(plot), labelArea(plot)];
    for (const [x, y] of [
      [100, 100],
      [100, 0],
      [14_880, 0],
      [14_880, 6000],
      [5000, 3000],
    ] as const) {
      const dot = { x: toX(plot, x), y: toY(plot, y) };
      const boxes = candidatesAroundDot(dot, 8 * size.type, h, within);
      expect(boxes.length).toBeGreaterThan(2);
      for (const box of boxes) {
        const aside = Math.max(box.x - dot.x, dot.x - box.x - box.w, 0);
        expect(aside).toBeLessThan(30.1);
        expect(box.x).toBeGreaterThanOrEqual(within.x);
        expect(box.x + box.w).toBeLessThanOrEqual(within.x + within.w);
      }
    }
  });
});
