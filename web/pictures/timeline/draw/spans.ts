// Lanes of a narrow range: every procedure is a bar in the lane of its context, with one row for each call depth and
// a name if it fits. Work on packets that are dropped later has a hatched foot.
import { PacketOutcome } from "../../../frame/frame";
import type { ColorName, Mark } from "../../../frame/draw-list";
import { truncateText } from "../../../lib/format/text-width";
import { contextColor } from "../../machine/draw/scene";
import { type TimelineLane, timeScale, type TimelineScene } from "./scene";

/** The least width of a bar with a name. */
export const MIN_LABELLED_WIDTH = 40;
const WASTED_FOOT_HEIGHT = 5;

export function spanMarks(scene: TimelineScene): Mark[] {
  const { layout } = scene;
  const solid = new Map<number, number[]>();
  const inner = new Map<number, number[]>();
  const wasted: number[] = [];
  const labels: Mark[] = [];
  const ends = new Map<number, number>();
  forEachSpan(scene, (span) => {
    const { lane, depth, x, w, outcome, row } = span;
    const y = callY(scene, lane, depth);
    const h = layout.callHeight - 1.5;
    const key = lane.context * 16 + depth;
    // Bars on the same pixel are drawn once.
    const before = ends.get(key) ?? -Infinity;
    if (x + w <= before + 0.3) return;
    ends.set(key, x + w);
    const boxes = depth % 2 === 0 ? solid : inner;
    const list = boxes.get(lane.context) ?? [];
    list.push(x, y, w, h);
    boxes.set(lane.context, list);
    if (outcome === PacketOutcome.dropped)
      wasted.push(x, y + h - WASTED_FOOT_HEIGHT, w, WASTED_FOOT_HEIGHT);
    if (w >= MIN_LABELLED_WIDTH) labels.push(labelMark(scene, depth, row, x, y, w));
  });
  const marks: Mark[] = [];
  for (const [context, boxes] of solid) {
    marks.push({ mark: "boxes", boxes, fill: contextColor(scene.topology, context) });
  }
  for (const [context, boxes] of inner) {
    const color = contextColor(scene.topology, context);
    marks.push({ mark: "boxes", boxes, fill: "card" });
    marks.push({ mark: "boxes", boxes: inset(boxes), fill: softColor(color), stroke: color });
  }
  if (wasted.length > 0) marks.push({ mark: "boxes", boxes: wasted, hatch: true });
  return [...marks, ...labels];
}

/** Insets boxes by half a pixel, because a stroke is centred on the edge. */
function inset(boxes: readonly number[]): number[] {
  const found: number[] = [];
  for (let index = 0; index < boxes.length; index += 4) {
    const w = boxes[index + 2] as number;
    if (w < 2) continue;
    found.push(
      (boxes[index] as number) + 0.5,
      (boxes[index + 1] as number) + 0.5,
      w - 1,
      (boxes[index + 3] as number) - 1,
    );
  }
  return found;
}

function softColor(color: ColorName): ColorName {
  return `${color}Soft` as ColorName;
}

export interface DrawnSpan {
  row: number;
  lane: TimelineLane;
  depth: number;
  x: number;
  w: number;
  outcome: number;
}

/** Visits the visible spans, clipped to the plot and at least a pixel wide. */
export function forEachSpan(scene: TimelineScene, visit: (span: DrawnSpan) => void) {
  const { frame, layout } = scene;
  const scale = timeScale(scene);
  const left = layout.plot.x;
  const right = layout.plot.x + layout.plot.w;
  const { spans } = frame;
  const perCycle = scale.width / (scale.range.to - scale.range.from);
  const origin = scale.x - scale.range.from * perCycle;
  for (let row = 0; row < spans.length; row += 1) {
    const lane = layout.lanes[spans.context(row)];
    if (lane === undefined || lane.callRows === 0) continue;
    const x0 = origin + spans.begin(row) * perCycle;
    const x1 = origin + spans.end(row) * perCycle;
    if (x1 < left || x0 > right) continue;
    const x = Math.max(left, x0);
    const w = Math.max(1, Math.min(right, x1) - x - (x1 - x0 > 3 ? 0.75 : 0));
    const depth = Math.min(lane.callRows - 1, spans.depth(row));
    visit({ row, lane, depth, x, w, outcome: spans.outcome(row) });
  }
}

export function callY(scene: TimelineScene, lane: TimelineLane, depth: number): number {
  return lane.callsY + Math.min(depth, lane.callRows - 1) * scene.layout.callHeight;
}

function labelMark(
  scene: TimelineScene,
  depth: number,
  row: number,
  x: number,
  y: number,
  w: number,
): Mark {
  const { topology, layout, frame } = scene;
  const step = frame.spans.step(row);
  const size = layout.fontSizes.small;
  return {
    mark: "text",
    x: x + 4,
    y: y + layout.callHeight / 2 + size * 0.3,
    text: truncateText(topology.steps[step]?.procedure ?? "", w - 7, size, "mono"),
    size,
    weight: 400,
    face: "mono",
    color: depth % 2 === 0 ? "card" : "ink",
    align: "left",
  };
}

/** The depth of calls of each context in a frame. */
export function callDepths(scene: Pick<TimelineScene, "frame" | "topology">): number[] {
  const depths = scene.topology.contexts.map(() => 1);
  const { spans } = scene.frame;
  for (let row = 0; row < spans.length; row += 1) {
    const context = spans.context(row);
    const depth = spans.depth(row) + 1;
    if (depth > (depths[context] ?? 1)) depths[context] = depth;
  }
  return depths;
}
