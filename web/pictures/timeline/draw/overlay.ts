// Above everything: the steps of the selected packet across the lanes, the measured range, and the playhead.
import type { Mark } from "../../../frame/draw-list";
import { selectedPacket, stepsOf } from "../../../frame/selection";
import { textWidth } from "../../../lib/format/text-width";
import { timeToX } from "../../../frame/timescale";
import { formatDuration } from "../../../lib/format/numbers";
import { callY, forEachSpan } from "./spans";
import { timeScale, type TimelineScene } from "./scene";

export function packetMarks(scene: TimelineScene): Mark[] {
  return [
    ...highlightedStepMarks(scene),
    ...selectedPacketMarks(scene),
    ...highlightedPacketMarks(scene),
  ];
}

function selectedPacketMarks(scene: TimelineScene): Mark[] {
  const { frame, layout } = scene;
  const packet = selectedPacket(scene.selection);
  if (packet < 0 || frame.selected !== packet) return [];
  const scale = timeScale(scene);
  const left = layout.plot.x;
  const right = layout.plot.x + layout.plot.w;
  const boxes: number[] = [];
  const route: number[] = [];
  for (let row = 0; row < frame.packetSteps.length; row += 1) {
    const lane = layout.lanes[frame.packetSteps.context(row)];
    if (lane === undefined) continue;
    const x0 = timeToX(scale, frame.packetSteps.begin(row));
    const x1 = timeToX(scale, frame.packetSteps.end(row));
    const y = callY(scene, lane, frame.packetSteps.depth(row));
    const middle = y + layout.callHeight / 2;
    route.push(clamp(x0, left, right), middle, clamp(x1, left, right), middle);
    if (x1 < left || x0 > right) continue;
    const x = Math.max(left, x0);
    boxes.push(x - 1, y - 1, Math.max(2, Math.min(right, x1) - x) + 2, layout.callHeight + 1);
  }
  const marks: Mark[] = [];
  if (route.length > 2)
    marks.push({ mark: "line", points: route, color: "accent", width: 1.25, dash: [3, 3] });
  if (boxes.length > 0) {
    marks.push({ mark: "boxes", boxes, stroke: "accent", lineWidth: 2.5 });
  }
  return marks;
}

/** Outlines the bars of the packet that the pointer is on in another view. */
function highlightedPacketMarks(scene: TimelineScene): Mark[] {
  const packet = selectedPacket(scene.highlight);
  if (packet < 0) return [];
  const boxes: number[] = [];
  forEachSpan(scene, (span) => {
    if (scene.frame.spans.packet(span.row) !== packet) return;
    const y = callY(scene, span.lane, span.depth);
    boxes.push(span.x - 1, y - 1, span.w + 2, scene.layout.callHeight + 1);
  });
  return boxes.length === 0 ? [] : [{ mark: "boxes", boxes, stroke: "accent" }];
}

/** Outlines the bars of the line of code that the pointer is on. A step that opens no procedure has no bar of its own: then
 * the bars of its procedure are outlined. */
function highlightedStepMarks(scene: TimelineScene): Mark[] {
  const { highlight, topology } = scene;
  if (highlight?.kind !== "step") return [];
  const steps = stepsOf(highlight);
  const procedures = steps.map((step) => topology.steps[step]?.procedure);
  const own: number[] = [];
  const ofProcedure: number[] = [];
  forEachSpan(scene, (span) => {
    const step = scene.frame.spans.step(span.row);
    const box = [
      span.x - 1,
      callY(scene, span.lane, span.depth) - 1,
      span.w + 2,
      scene.layout.callHeight + 1,
    ];
    if (steps.includes(step)) own.push(...box);
    else if (procedures.includes(topology.steps[step]?.procedure)) ofProcedure.push(...box);
  });
  const boxes = own.length > 0 ? own : ofProcedure;
  return boxes.length === 0 ? [] : [{ mark: "boxes", boxes, stroke: "accent", lineWidth: 2 }];
}

export function measureMarks(scene: TimelineScene): Mark[] {
  const { measure, layout, topology } = scene;
  if (measure === null) return [];
  const scale = timeScale(scene);
  const { plot, fontSizes } = layout;
  const right = plot.x + plot.w;
  const x0 = clamp(timeToX(scale, Math.min(measure.a, measure.b)), plot.x, right);
  const x1 = clamp(timeToX(scale, Math.max(measure.a, measure.b)), plot.x, right);
  const length = Math.abs(measure.b - measure.a);
  const text = formatDuration(length, topology.clock_hz);
  const width = textWidth(text, fontSizes.body, "mono", 600);
  const middle = clamp((x0 + x1) / 2, plot.x + width / 2 + 6, right - width / 2 - 6);
  return [
    {
      mark: "rect",
      x: x0,
      y: plot.y,
      w: Math.max(1, x1 - x0),
      h: plot.h,
      fill: "accent",
      alpha: 0.12,
    },
    { mark: "line", points: [x0, plot.y, x0, layout.height], color: "accent", width: 1.5 },
    { mark: "line", points: [x1, plot.y, x1, layout.height], color: "accent", width: 1.5 },
    {
      mark: "text",
      x: middle,
      y: layout.height - fontSizes.body * 0.6,
      text,
      size: fontSizes.body,
      weight: 600,
      face: "mono",
      color: "accent",
      align: "center",
      background: "card",
    },
  ];
}

/** The range that plays round and round: a band over the axis, with a line at each end. */
export function loopMarks(scene: TimelineScene): Mark[] {
  const { layout, loop } = scene;
  if (loop === null) return [];
  const scale = timeScale(scene);
  const { plot, axis } = layout;
  const [left, right] = [plot.x, plot.x + plot.w];
  const [x0, x1] = [timeToX(scale, loop.from), timeToX(scale, loop.to)];
  if (x1 < left || x0 > right) return [];
  const [begin, end] = [clamp(x0, left, right), clamp(x1, left, right)];
  const w = Math.max(1, end - begin);
  const marks: Mark[] = [
    { mark: "rect", x: begin, y: axis.y, w, h: 5, fill: "accent" },
    { mark: "rect", x: begin, y: axis.y, w, h: layout.height, fill: "accent", alpha: 0.08 },
  ];
  for (const x of [x0, x1]) {
    if (x < left || x > right) continue;
    const points = [x, axis.y, x, layout.height];
    marks.push({ mark: "line", points, color: "accent", width: 1.5, dash: [5, 3] });
  }
  return marks;
}

export function playheadMarks(scene: TimelineScene): Mark[] {
  const { layout, frame } = scene;
  const x = timeToX(timeScale(scene), frame.t);
  if (x < layout.plot.x - 1 || x > layout.plot.x + layout.plot.w + 1) return [];
  const top = layout.axis.h;
  return [
    { mark: "line", points: [x, top, x, layout.height], color: "ink", width: 1.5 },
    { mark: "area", points: [x - 6, top - 9, x + 6, top - 9, x, top], fill: "ink" },
  ];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
