// Everything that the timeline's picture is a function of.
import type { Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import type { TimeRange, TimeScale } from "../../frame/timescale";
import type { Topology } from "../../frame/topology";
import type { TimelineLayout } from "./rows";

/** Two points in time, in cycles, between which is measured. */
export interface Measure {
  a: number;
  b: number;
}

export interface TimelineScene {
  topology: Topology;
  layout: TimelineLayout;
  frame: Frame;
  range: TimeRange;
  selection: Selection;
  highlight: Selection;
  measure: Measure | null;
}

export function timeScale(scene: Pick<TimelineScene, "layout" | "range">): TimeScale {
  const { plot } = scene.layout;
  return { range: scene.range, x: plot.x, width: plot.w };
}
