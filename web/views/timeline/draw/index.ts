// The whole picture of the timeline as one draw list, back to front.
import type { Mark } from "../../../frame/draw-list";
import { columnMarks, idleMarks } from "./columns";
import { depthMarks } from "./queue-depths";
import { eventMarks } from "./events";
import { groundMarks, titleMarks, veilMarks } from "./background";
import { journeyMarks, measureMarks, playheadMarks } from "./overlay";
import { spanMarks } from "./spans";
import type { TimelineScene } from "../scene";

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
