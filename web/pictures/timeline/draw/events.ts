// Events at an instant: arrivals, whose shape shows the outcome (full dot: accepted, ring: refused, hatched square:
// dropped later), departures, and turned knobs.
import { PacketOutcome, EventKind } from "../../../frame/frame";
import type { Mark } from "../../../frame/draw-list";
import { timeToX } from "../../../frame/timescale";
import { timeScale, type TimelineScene } from "./scene";

const EVENT_RADIUS = 3.5;

export function eventMarks(scene: TimelineScene): Mark[] {
  const { layout, frame, topology } = scene;
  const hardware = topology.contexts.findIndex((context) => context.kind === "hardware");
  const lane = layout.lanes[hardware];
  if (lane === undefined) return [];
  const upper = lane.y + lane.h * 0.32;
  const lower = lane.y + lane.h * 0.74;
  const scale = timeScale(scene);
  const lost = wastedPackets(scene);
  const taken: number[] = [];
  const refused: number[] = [];
  const wasted: number[] = [];
  const sent: number[] = [];
  const turned: number[] = [];
  for (let row = 0; row < frame.events.length; row += 1) {
    const x = timeToX(scale, frame.events.time(row));
    if (x < layout.plot.x || x > layout.plot.x + layout.plot.w) continue;
    const packet = frame.events.packet(row);
    switch (frame.events.kind(row)) {
      case EventKind.arrival:
        (lost.has(packet) ? wasted : taken).push(x, upper);
        break;
      case EventKind.refused:
        refused.push(x, upper);
        break;
      case EventKind.sent:
        sent.push(x, lower);
        break;
      case EventKind.intervention:
        turned.push(x);
        break;
      default:
    }
  }
  return [
    { mark: "dots", points: taken, radius: EVENT_RADIUS, fill: "delivered" },
    {
      mark: "signs",
      shape: "ring",
      points: refused,
      size: 2 * EVENT_RADIUS,
      fill: "card",
      stroke: "ink2",
    },
    {
      mark: "signs",
      shape: "square",
      points: wasted,
      size: 2 * EVENT_RADIUS + 1,
      hatch: true,
      stroke: "loss",
    },
    { mark: "signs", shape: "triangle", points: sent, size: 2 * EVENT_RADIUS, fill: "delivered" },
    ...turned.flatMap((x) => changeMarks(scene, x)),
  ];
}

/** A knob was turned: a line through the picture. If another machine is in it, only through the lanes of this one. */
function changeMarks({ layout }: TimelineScene, x: number): Mark[] {
  const stretches =
    layout.isPaired === true
      ? layout.lanes.map(({ y, h }) => [y, y + h] as const)
      : [[layout.axis.h - 4, layout.height] as const];
  return stretches.map(([from, to]) => ({
    mark: "line",
    points: [x, from, x, to],
    color: "accent",
    width: 1.5,
    dash: [4, 3],
  }));
}

/** Visible packets that are dropped after work was spent on them. */
export function wastedPackets(scene: TimelineScene): Set<number> {
  const { spans, events } = scene.frame;
  const lost = new Set<number>();
  for (let row = 0; row < spans.length; row += 1) {
    if (spans.outcome(row) === PacketOutcome.dropped) lost.add(spans.packet(row));
  }
  for (let row = 0; row < events.length; row += 1) {
    if (events.kind(row) === EventKind.dropped) lost.add(events.packet(row));
  }
  return lost;
}
