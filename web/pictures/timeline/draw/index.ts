// The whole timeline as one draw list, from back to front. Lanes and queues are drawn for each machine; the axis and the marks of
// times (playhead, loop, measurement) are drawn once.
import type { Mark } from "../../../frame/draw-list";
import { columnMarks, idleMarks } from "./columns";
import { queueDepthMarks, queueLimit } from "./queue-depths";
import { eventMarks } from "./events";
import { backgroundMarks, limitTitleMarks, titleMarks, unknownTimeMarks } from "./background";
import { loopMarks, packetMarks, measureMarks, playheadMarks } from "./overlay";
import { spanMarks } from "./spans";
import { machineScenes, placeRows } from "./layout";
import type { TimelineScene, TimelinesScene } from "./scene";

export function timelinePicture(scene: TimelinesScene): Mark[] {
  const scenes = machineScenes(scene);
  const [first] = scenes;
  return [
    ...backgroundMarks(...scenes),
    ...scenes.flatMap(laneMarks),
    ...unknownTimeMarks(first),
    ...withTitles(
      first,
      [...scenes.flatMap(titleMarks), ...differentLimitMarks(scenes), ...letterMarks(scene)],
      [
        ...scenes.flatMap(packetMarks),
        ...loopMarks(first),
        ...measureMarks(first),
        ...playheadMarks(first),
      ],
    ),
  ];
}

/** On a phone the names are inside the plot, so they are above the lines of times, which would cross them. */
function withTitles({ layout }: TimelineScene, titles: Mark[], overlay: Mark[]): Mark[] {
  return layout.isNarrow ? [...overlay, ...titles] : [...titles, ...overlay];
}

/** What a machine did, in its lanes and in the charts of its queues. */
function laneMarks(scene: TimelineScene): Mark[] {
  return [
    ...(scene.frame.spansComplete
      ? [...idleMarks(scene), ...spanMarks(scene)]
      : columnMarks(scene)),
    ...queueDepthMarks(scene),
    ...eventMarks(scene),
  ];
}

/** The letter of the machine, left of each of its lanes. */
function letterMarks({ layout }: TimelinesScene): Mark[] {
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
function differentLimitMarks([first, second]: readonly TimelineScene[]): Mark[] {
  if (first === undefined || second === undefined) return [];
  return placeRows([first.topology, second.topology]).flatMap(([one = null, other = null]) => {
    if (one === null || other === null) return [];
    const isSame = queueLimit(first, one) === queueLimit(second, other);
    return isSame ? [] : limitTitleMarks(second, other);
  });
}
