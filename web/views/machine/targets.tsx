// The layer over the machine's canvas for the keyboard and for screen readers: one button for every
// lane, lamp and place, named in words and standing where the thing is drawn.
import { memo } from "react";
import type { Box, StationBox } from "../../frame/layout";
import { sameThing, thingKey, type Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/source";
import { useSlowFrame } from "../canvas/use-slow-frame";
import type { Scene, Stage } from "./scene";
import { sentenceOf, stationSentence } from "./sentences";

export interface MachineTargetsProps {
  stage: Stage;
  scene(): Scene | null;
  frames: FrameSource;
  selection: Selection;
  onSelect(selection: Selection): void;
}

interface Target {
  key: string;
  name: string;
  thing: Selection;
  box: Box;
  /** A procedures' box: it selects its context. */
  station?: number;
}

/** By itself once a second, however often the picture around it renders. */
export const MachineTargets = memo(function MachineTargets(props: MachineTargetsProps) {
  const { stage, scene, frames, selection, onSelect } = props;
  useSlowFrame(frames, 1000);
  const now = scene();
  return (
    <div role="group" aria-label="The machine: lanes, interrupt lines, queues">
      {targetsOf(stage).map(({ key, name, thing, box, station }) => (
        <button
          key={key}
          type="button"
          className="machine-target"
          aria-label={now === null || station !== undefined ? name : sentenceOf(now, thing)}
          aria-description={
            now === null || station === undefined ? undefined : stationSentence(now, station)
          }
          data-thing={station === undefined ? key : undefined}
          aria-pressed={sameThing(thing, selection)}
          style={{ left: box.x, top: box.y, width: box.w, height: box.h }}
          onClick={() => onSelect(sameThing(thing, selection) ? null : thing)}
        />
      ))}
    </div>
  );
});

/** By its first procedure and its lane: no two have the same. */
function stationName(topology: Stage["topology"], box: StationBox): string {
  const name = topology.contexts[box.context]?.name ?? "";
  const first = topology.edges[box.edges[0] ?? -1]?.steps[0] ?? -1;
  const procedure = topology.steps[first]?.procedure;
  return procedure === undefined
    ? `${name}: what it does`
    : `${name}: ${procedure} and what follows`;
}

/** In reading order: lane by lane, in each its lamps and then its places along the path. */
export function targetsOf({ topology, layout }: Stage): Target[] {
  return layout.lanes.flatMap((lane) => {
    const context = topology.contexts[lane.context];
    const lamps = layout.lamps.filter(
      (lamp) => topology.lines[lamp.line]?.context === lane.context,
    );
    const places = layout.places
      .filter((place) => topology.places[place.place]?.context === lane.context)
      .sort((a, b) => a.x - b.x || a.y - b.y);
    return [
      {
        key: thingKey({ kind: "context", context: lane.context }),
        name: context?.name ?? "",
        thing: { kind: "context", context: lane.context } as const,
        box: lane.title,
      },
      ...lamps.map((lamp) => ({
        key: thingKey({ kind: "line", line: lamp.line }),
        name: topology.lines[lamp.line]?.name ?? "",
        thing: { kind: "line", line: lamp.line } as const,
        box: lamp,
      })),
      ...layout.stations.flatMap((box, station) =>
        box.context === lane.context
          ? [
              {
                key: `station ${station}`,
                name: stationName(topology, box),
                thing: { kind: "context", context: lane.context } as const,
                box,
                station,
              },
            ]
          : [],
      ),
      ...places.map((place) => ({
        key: thingKey({ kind: "place", place: place.place }),
        name: topology.places[place.place]?.name ?? "",
        thing: { kind: "place", place: place.place } as const,
        box: place,
      })),
    ];
  });
}
