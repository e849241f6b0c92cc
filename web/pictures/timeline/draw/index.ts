// The whole timeline as one draw list, from back to front.
import type { Mark } from "../../../frame/draw-list";
import { columnMarks, idleMarks } from "./columns";
import { queueDepthMarks } from "./queue-depths";
import { eventMarks } from "./events";
import { backgroundMarks, titleMarks, unknownTimeMarks } from "./background";
import { loopMarks, packetMarks, measureMarks, playheadMarks } from "./overlay";
import { spanMarks } from "./spans";
import type { TimelineScene } from "./scene";

export function timelinePicture(scene: TimelineScene): Mark[] {
  return [
    ...backgroundMarks(scene),
    ...laneMarks(scene),
    ...unknownTimeMarks(scene),
    ...titleMarks(scene),
    ...packetMarks(scene),
    ...loopMarks(scene),
    ...measureMarks(scene),
    ...playheadMarks(scene),
  ];
}

/** What the machine did, in its lanes and in the charts of its queues. */
export function laneMarks(scene: TimelineScene): Mark[] {
  return [
    ...(scene.frame.spansComplete
      ? [...idleMarks(scene), ...spanMarks(scene)]
      : columnMarks(scene)),
    ...queueDepthMarks(scene),
    ...eventMarks(scene),
  ];
}
