// Over everything: the chosen packet's journey across the lanes, the measured stretch, the playhead.
import { readField, PacketStepField, SpanField } from "../../../frame/frame";
import type { Mark } from "../../../frame/draw-list";
import { selectedPacket } from "../../../frame/selection";
import { textWidth } from "../../../format/text-width";
import { timeToX } from "../../../frame/timescale";
import { formatDuration } from "../../../frame/words";
import { callY, eachSpan } from "./spans";
import { scaleOf, type TimelineScene } from "../scene";

export function journeyMarks(scene: TimelineScene): Mark[] {
  return [...journeyOfSelected(scene), ...haloOfPointed(scene)];
}

function journeyOfSelected(scene: TimelineScene): Mark[] {
  const { frame, rows } = scene;
  const packet = selectedPacket(scene.selection);
  if (packet < 0 || frame.selected !== packet) return [];
  const scale = scaleOf(scene);
  const left = rows.plot.x;
  const right = rows.plot.x + rows.plot.w;
  const boxes: number[] = [];
  const way: number[] = [];
  for (let row = 0; row < frame.rowCount("packetSteps"); row += 1) {
    const lane = rows.lanes[readField(frame, "packetSteps", row, PacketStepField.context)];
    if (lane === undefined) continue;
    const x0 = timeToX(scale, readField(frame, "packetSteps", row, PacketStepField.begin));
    const x1 = timeToX(scale, readField(frame, "packetSteps", row, PacketStepField.end));
    const y = callY(scene, lane, readField(frame, "packetSteps", row, PacketStepField.depth));
    const middle = y + rows.callHeight / 2;
    way.push(clamp(x0, left, right), middle, clamp(x1, left, right), middle);
    if (x1 < left || x0 > right) continue;
    const x = Math.max(left, x0);
    boxes.push(x - 1, y - 1, Math.max(2, Math.min(right, x1) - x) + 2, rows.callHeight + 1);
  }
  const marks: Mark[] = [];
  if (way.length > 2)
    marks.push({ mark: "line", points: way, color: "accent", width: 1.25, dash: [3, 3] });
  if (boxes.length > 0) {
    marks.push({ mark: "boxes", boxes, stroke: "accent", lineWidth: 2.5 });
  }
  return marks;
}

/** Bars of the packet that is pointed at elsewhere. */
function haloOfPointed(scene: TimelineScene): Mark[] {
  const packet = selectedPacket(scene.highlight);
  if (packet < 0) return [];
  const boxes: number[] = [];
  eachSpan(scene, (span) => {
    if (readField(scene.frame, "spans", span.row, SpanField.packet) !== packet) return;
    const y = callY(scene, span.lane, span.depth);
    boxes.push(span.x - 1, y - 1, span.w + 2, scene.rows.callHeight + 1);
  });
  return boxes.length === 0 ? [] : [{ mark: "boxes", boxes, stroke: "accent" }];
}

export function measureMarks(scene: TimelineScene): Mark[] {
  const { measure, rows, topology } = scene;
  if (measure === null) return [];
  const scale = scaleOf(scene);
  const { plot, sizes } = rows;
  const right = plot.x + plot.w;
  const x0 = clamp(timeToX(scale, Math.min(measure.a, measure.b)), plot.x, right);
  const x1 = clamp(timeToX(scale, Math.max(measure.a, measure.b)), plot.x, right);
  const length = Math.abs(measure.b - measure.a);
  const text = formatDuration(length, topology.clock_hz);
  const width = textWidth(text, sizes.body, "mono", 600);
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
    { mark: "line", points: [x0, plot.y, x0, rows.height], color: "accent", width: 1.5 },
    { mark: "line", points: [x1, plot.y, x1, rows.height], color: "accent", width: 1.5 },
    {
      mark: "text",
      x: middle,
      y: rows.height - sizes.body * 0.6,
      text,
      size: sizes.body,
      weight: 600,
      face: "mono",
      color: "accent",
      align: "center",
      background: "card",
    },
  ];
}

export function playheadMarks(scene: TimelineScene): Mark[] {
  const { rows, frame } = scene;
  const x = timeToX(scaleOf(scene), frame.t);
  if (x < rows.plot.x - 1 || x > rows.plot.x + rows.plot.w + 1) return [];
  const top = rows.axis.h;
  return [
    { mark: "line", points: [x, top, x, rows.height], color: "ink", width: 1.5 },
    { mark: "area", points: [x - 6, top - 9, x + 6, top - 9, x, top], fill: "ink" },
  ];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
