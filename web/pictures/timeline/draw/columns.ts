// Lanes of a wide range: each lane shows its share of the time in each pixel column, as an area that has the height
// of the lane at 100 %. All lanes of a CPU add up to 1 in every column.
import type { Mark } from "../../../frame/draw-list";
import { timeToX } from "../../../frame/timescale";
import { usesCpu, type TopologyContext } from "../../../frame/topology";
import { contextColor } from "../../machine/draw/scene";
import { timeScale, type TimelineScene } from "./scene";

export function columnMarks(scene: TimelineScene): Mark[] {
  return shareAreas(scene, usesCpu);
}

/** Idle time has no procedures, so its lane shows shares also in a narrow range. */
export function idleMarks(scene: TimelineScene): Mark[] {
  return shareAreas(scene, (context) => context.kind === "idle");
}

function shareAreas(scene: TimelineScene, wanted: (context: TopologyContext) => boolean): Mark[] {
  const { layout, topology, frame } = scene;
  if (frame.columns.length === 0) return [];
  return layout.lanes.flatMap((lane): Mark[] => {
    const context = topology.contexts[lane.context];
    if (context === undefined || !wanted(context)) return [];
    const points = outline(scene, lane.context, lane.y + lane.h - 2, lane.h - 4);
    if (points.length === 0) return [];
    return [{ mark: "area", points, fill: contextColor(topology, lane.context) }];
  });
}

/** Columns up to this width are drawn as points of a line, because their corners are invisible. */
const MAX_LINE_COLUMN_WIDTH = 1.25;

/** The outline of the shares; equal neighbours are one step. */
function outline(scene: TimelineScene, context: number, base: number, height: number): number[] {
  const { frame, layout } = scene;
  const scale = timeScale(scene);
  const count = frame.columns.length;
  const contexts = frame.contexts.length;
  const span = frame.to - frame.from;
  const left = layout.plot.x;
  const right = layout.plot.x + layout.plot.w;
  const points: number[] = [];
  let last = -1;
  let lastX = left;
  const narrow =
    (timeToX(scale, frame.to) - timeToX(scale, frame.from)) / count <= MAX_LINE_COLUMN_WIDTH;
  for (let column = 0; column < count; column += 1) {
    const x = timeToX(scale, frame.from + (span * column) / count);
    if (x < left - 2 || x > right + 2) continue;
    const share = frame.columns.share(column * contexts + context);
    const y = base - share * height;
    if (points.length === 0) points.push(Math.max(left, x), base);
    if (Math.abs(y - last) > 0.2) {
      const from = narrow ? lastX : Math.max(left, x);
      if (last >= 0 && from !== points[points.length - 2]) points.push(from, last);
      points.push(Math.max(left, x), y);
      last = y;
    }
    lastX = Math.max(left, x);
  }
  if (points.length === 0) return [];
  const end = Math.min(right, Math.max(lastX, timeToX(scale, frame.to)));
  points.push(end, last, end, base);
  return points;
}
