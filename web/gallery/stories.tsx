// The stories of the gallery. Each is also a screenshot to test.
import { useState } from "react";
import type { Selection } from "../frame/selection";
import { staticFrameSource, type FrameSource } from "../frame/frame-source";
import { MACHINE_LETTERS } from "../model/machine-letters";
import type { Palette } from "../ui/palette";
import { MachineView } from "../cards/machine";
import { TimelineView } from "../cards/timeline";
import { PairedTimelineView, type TimelineMachine } from "../cards/timeline/paired-view";
import { curveStories } from "./curve-stories";
import { EXPLORE_STORIES } from "./explore-stories";
import CodeView from "../cards/code";
import { CODE_FRAMES, FROZEN_FRAMES, type FrozenFrame } from "./frozen";
import { SYNTHETIC_FRAMES } from "./scenes";
import { STATE_STORIES } from "./state-stories";

export interface Story {
  id: string;
  title: string;
  Story(props: { palette: Palette }): React.ReactNode;
}

function chosenPacket({ frame }: FrozenFrame): Selection {
  return frame.selected < 0 ? null : { kind: "packet", packet: frame.selected };
}

function machine(id: string, moment: FrozenFrame): Story {
  const frames = staticFrameSource(moment.frame);
  function Shown({ palette }: { palette: Palette }) {
    const [selection, setSelection] = useState<Selection>(chosenPacket(moment));
    return (
      <MachineView
        topology={moment.topology}
        frames={frames}
        palette={palette}
        selection={selection}
        onSelect={setSelection}
        reducedMotion={false}
        motionSpan={moment.motionSpan}
      />
    );
  }
  return { id: `machine-${id}`, title: `Machine: ${id}`, Story: Shown };
}

function timeline(id: string, moment: FrozenFrame, loops = false): Story {
  const { frame, topology } = moment;
  // The middle half of what is visible.
  const quarter = (frame.to - frame.from) / 4;
  const loop = loops ? { from: frame.from + quarter, to: frame.to - quarter } : null;
  const frames = staticFrameSource(frame);
  function Shown({ palette }: { palette: Palette }) {
    const [selection, setSelection] = useState<Selection>(chosenPacket(moment));
    return (
      <TimelineView
        topology={topology}
        frames={frames}
        palette={palette}
        onRangeChange={ignore}
        onWidth={ignore}
        onSeek={ignore}
        loop={loop}
        onLoop={ignore}
        selection={selection}
        onSelect={setSelection}
      />
    );
  }
  const name = loops ? `${id}-loop` : id;
  return { id: `timeline-${name}`, title: `Timeline: ${name}`, Story: Shown };
}

/** The timelines of two machines, lane by lane. */
function pairedTimelines(ids: readonly [string, string]): Story {
  const moments = ids.map((id) => FROZEN_FRAMES[id] as FrozenFrame);
  const sources = moments.map(({ frame }) => staticFrameSource(frame));
  function Shown({ palette }: { palette: Palette }) {
    const [selection, setSelection] = useState<Selection>(null);
    const machine = (index: 0 | 1): TimelineMachine => ({
      letter: MACHINE_LETTERS[index],
      topology: (moments[index] as FrozenFrame).topology,
      frames: sources[index] as FrameSource,
      selection,
      onSelect: setSelection,
      highlight: null,
      onHighlight: ignore,
      onSeek: ignore,
      onWidth: ignore,
    });
    return (
      <PairedTimelineView
        machines={[machine(0), machine(1)]}
        runs=""
        palette={palette}
        onRangeChange={ignore}
        loop={null}
        onLoop={ignore}
      />
    );
  }
  const name = ids.join(" and ");
  return { id: `timelines-${ids.join("-")}`, title: `Timelines: ${name}`, Story: Shown };
}

function code(id: string, { frame, topology }: FrozenFrame): Story {
  const frames = staticFrameSource(frame);
  function Shown() {
    const [highlight, setHighlight] = useState<Selection>(null);
    return (
      <CodeView
        topology={topology}
        frames={frames}
        playing={false}
        highlight={highlight}
        onHighlight={setHighlight}
      />
    );
  }
  return { id, title: `Code: ${id.replace("code-", "")}`, Story: Shown };
}

function ignore() {
  // A frozen frame answers no requests.
}

export const stories: Story[] = [
  ...Object.entries(FROZEN_FRAMES).map(([id, moment]) => machine(id, moment)),
  ...Object.entries(FROZEN_FRAMES).map(([id, moment]) => timeline(id, moment)),
  ...Object.entries(FROZEN_FRAMES)
    .slice(0, 1)
    .map(([id, moment]) => timeline(id, moment, true)),
  pairedTimelines(["collapsed", "cured"]),
  pairedTimelines(["healthy", "screend"]),
  ...EXPLORE_STORIES,
  ...STATE_STORIES,
  ...Object.entries(CODE_FRAMES).map(([id, moment]) => code(id, moment)),
  ...Object.entries(SYNTHETIC_FRAMES).map(([id, moment]) => machine(id, moment)),
  ...curveStories,
];
