// The whole picture of the timeline as one draw list, back to front.
import type { Mark } from "../../frame/marks";
import { columnMarks, idleMarks } from "./draw-columns";
import { depthMarks } from "./draw-depths";
import { eventMarks } from "./draw-events";
import { groundMarks, titleMarks, veilMarks } from "./draw-ground";
import { journeyMarks, measureMarks, playheadMarks } from "./draw-over";
import { spanMarks } from "./draw-spans";
import type { TimelineScene } from "./scene";

export function timelinePicture(scene: TimelineScene): Mark[] {
  return [
    ...groundMarks(scene),
    ...(scene.frame.spansComplete
      ? [...idleMarks(scene), ...spanMarks(scene)]
      : columnMarks(scene)),
    ...depthMarks(scene),
    ...eventMarks(scene),
    ...veilMarks(scene),
    ...titleMarks(scene),
    ...journeyMarks(scene),
    ...measureMarks(scene),
    ...playheadMarks(scene),
  ];
}
