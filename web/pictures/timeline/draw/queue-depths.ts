// The number of packets in each queue: the least and the most in every pixel column, the limit of the queue, and a
// hatched square for each drop.
import { EventKind } from "../../../frame/frame";
import type { Mark } from "../../../frame/draw-list";
import { timeToX } from "../../../frame/timescale";
import { type QueueChart, timeScale, type TimelineScene } from "./scene";

/** Columns up to this width are drawn as points of a line, because their corners are invisible. */
const MAX_LINE_COLUMN_WIDTH = 1.25;

export function queueDepthMarks(scene: TimelineScene): Mark[] {
  return scene.layout.queueCharts.flatMap((chart) => [
    ...baselineMarks(chart),
    ...bandMarks(scene, chart),
    ...limitMarks(scene, chart),
    ...dropMarks(scene, chart),
  ]);
}

function baselineMarks(chart: QueueChart): Mark[] {
  const base = chart.y + chart.h - 0.5;
  return [
    {
      mark: "line",
      points: [chart.x, base, chart.x + chart.w, base],
      color: "controlLine",
      width: 1,
    },
  ];
}

export function queueLimit(scene: TimelineScene, place: number): number {
  const now = scene.frame.places.capacity(place);
  return now > 0 ? now : (scene.topology.places[place]?.capacity ?? 0);
}

/** The number of packets at the top of the chart. */
function chartTop(scene: TimelineScene, { place }: QueueChart): number {
  return scene.queueTops[place] ?? 1;
}

function countToY(chart: QueueChart, count: number, top: number): number {
  return chart.y + chart.h - 1 - (Math.min(count, top) / top) * (chart.h - 5);
}

function bandMarks(scene: TimelineScene, chart: QueueChart): Mark[] {
  const { frame, layout, topology } = scene;
  const places = topology.places.length;
  const columns = Math.floor(frame.depths.length / Math.max(1, places));
  if (columns === 0) return [];
  const scale = timeScale(scene);
  const top = chartTop(scene, chart);
  const firstColumn = chart.place * columns;
  const span = frame.to - frame.from;
  const left = layout.plot.x;
  const right = layout.plot.x + layout.plot.w;
  const upper: number[] = [];
  const lower: number[] = [];
  const base = chart.y + chart.h - 1;
  const narrow =
    timeToX(scale, frame.from + span / columns) - timeToX(scale, frame.from) <=
    MAX_LINE_COLUMN_WIDTH;
  const extend = narrow ? extendLine : extendSteps;
  for (let column = 0; column < columns; column += 1) {
    const begin = frame.from + (span * column) / columns;
    if (begin >= frame.head) break;
    const x0 = Math.max(left, timeToX(scale, begin));
    const x1 = Math.min(right, timeToX(scale, begin + span / columns));
    if (x1 < left || x0 > right) continue;
    const y = countToY(chart, frame.depths.most(firstColumn + column), top);
    const least = countToY(chart, frame.depths.least(firstColumn + column), top);
    extend(upper, x0, x1, y);
    extend(lower, x0, x1, least);
  }
  if (upper.length === 0) return [];
  const first = upper[0] as number;
  const last = upper[upper.length - 2] as number;
  return [
    { mark: "area", points: [...upper, ...reversedPoints(lower)], fill: "delivered", alpha: 0.35 },
    { mark: "area", points: [first, base, ...lower, last, base], fill: "delivered", alpha: 0.12 },
    { mark: "line", points: upper, color: "delivered", width: 1.25 },
  ];
}

/** Adds a step from x0 to x1 to an outline, or lengthens the last step if it has the same height. */
function extendSteps(points: number[], x0: number, x1: number, y: number) {
  const last = points.length;
  if (last > 0 && points[last - 1] === y) points[last - 2] = x1;
  else points.push(x0, y, x1, y);
}

/** The same for steps of about a pixel: one point each, and two points for a run of equal heights. */
function extendLine(points: number[], x0: number, x1: number, y: number) {
  const x = (x0 + x1) / 2;
  const last = points.length;
  if (last > 2 && points[last - 1] === y && points[last - 3] === y) points[last - 2] = x;
  else points.push(x, y);
}

function reversedPoints(points: readonly number[]): number[] {
  const turned: number[] = [];
  for (let index = points.length - 2; index >= 0; index -= 2) {
    turned.push(points[index] as number, points[index + 1] as number);
  }
  return turned;
}

function limitMarks(scene: TimelineScene, chart: QueueChart): Mark[] {
  const limit = queueLimit(scene, chart.place);
  if (limit === 0) return [];
  const y = countToY(chart, limit, chartTop(scene, chart));
  const points = [chart.x + 4, y, chart.x + chart.w, y];
  return [{ mark: "line", points, color: "ink2", width: 1, dash: [3, 3] }];
}

/** A square on the line of the limit for each dropped packet. */
function dropMarks(scene: TimelineScene, chart: QueueChart): Mark[] {
  const { frame, layout } = scene;
  const scale = timeScale(scene);
  const limit = queueLimit(scene, chart.place);
  const top = chartTop(scene, chart);
  const y = countToY(chart, limit || top, top);
  const points: number[] = [];
  for (let row = 0; row < frame.events.length; row += 1) {
    if (frame.events.kind(row) !== EventKind.dropped) continue;
    if (frame.events.place(row) !== chart.place) continue;
    const x = timeToX(scale, frame.events.time(row));
    if (x >= layout.plot.x && x <= layout.plot.x + layout.plot.w) points.push(x, y);
  }
  if (points.length === 0) return [];
  return [{ mark: "signs", shape: "square", points, size: 7, hatch: true, stroke: "loss" }];
}
