// The timelines of two machines as one draw list. Lanes and queues are drawn for each machine; the axis and the marks of
// times (playhead, loop, measurement) are drawn once.
import type { Mark } from "../../../frame/draw-list";
import type { Topology } from "../../../frame/topology";
import { backgroundMarks, limitTitleMarks, titleMarks, unknownTimeMarks } from "./background";
import { loopMarks, measureMarks, packetMarks, playheadMarks } from "./overlay";
import { laneMarks } from "./index";
import { queueLimit } from "./queue-depths";
import { machineScenes, pairedPlaces, type Pair, type PairedTimelineScene } from "./paired-scene";
import type { TimelineScene } from "./scene";

export function pairedTimelinePicture(scene: PairedTimelineScene): Mark[] {
  const scenes = machineScenes(scene);
  const [first] = scenes;
  return [
    ...backgroundMarks(...scenes),
    ...scenes.flatMap(laneMarks),
    ...unknownTimeMarks(first),
    ...scenes.flatMap(titleMarks),
    ...differentLimitMarks(scenes),
    ...letterMarks(scene),
    ...scenes.flatMap(packetMarks),
    ...loopMarks(first),
    ...measureMarks(first),
    ...playheadMarks(first),
  ];
}

/** The letter of the machine, left of each of its lanes. */
function letterMarks({ layout }: PairedTimelineScene): Mark[] {
  const size = layout.fontSizes.small;
  return layout.letters.map(({ letter, x, y }) => ({
    mark: "text",
    x,
    y: y + size * 0.35,
    text: letter,
    size,
    weight: 700,
    face: "text",
    color: "ink",
    align: "center",
  }));
}

/** The limit of the second machine's queue, if it differs from the limit that the common title names. */
function differentLimitMarks(scenes: Pair<TimelineScene>): Mark[] {
  const topologies = scenes.map(({ topology }) => topology) as unknown as Pair<Topology>;
  return pairedPlaces(topologies).flatMap(([one, other]) => {
    if (one === null || other === null) return [];
    const limits = [queueLimit(scenes[0], one), queueLimit(scenes[1], other)];
    return limits[0] === limits[1] ? [] : limitTitleMarks(scenes[1], other);
  });
}
