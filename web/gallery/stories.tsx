// The stories of the gallery. Each is also a screenshot to test.
import { useState } from "react";
import type { Selection } from "../frame/selection";
import { staticFrameSource, type FrameSource } from "../frame/frame-source";
import type { Palette } from "../ui/palette";
import { MachineView } from "../cards/machine";
import { TimelineView, type TimelineMachine } from "../cards/timeline";
import { curveStories } from "./curve-stories";
import { EXPLORE_STORIES } from "./explore-stories";
import CodeView from "../cards/code";
import { CODE_FRAMES, FROZEN_FRAMES, type FrozenFrame } from "./frozen";
import { SYNTHETIC_FRAMES } from "./scenes";
import { STATE_STORIES } from "./state-stories";
import { VIEW_STORIES } from "./view-stories";

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
  const { frame } = moment;
  // The middle half of what is visible.
  const quarter = (frame.to - frame.from) / 4;
  const loop = loops ? { from: frame.from + quarter, to: frame.to - quarter } : null;
  const frames = staticFrameSource(frame);
  function Shown({ palette }: { palette: Palette }) {
    const [selection, setSelection] = useState<Selection>(chosenPacket(moment));
    return (
      <TimelineView
        machines={[timelineMachine(moment, frames, selection, setSelection)]}
        palette={palette}
        onRangeChange={ignore}
        loop={loop}
        onLoop={ignore}
      />
    );
  }
  const name = loops ? `${id}-loop` : id;
  return { id: `timeline-${name}`, title: `Timeline: ${name}`, Story: Shown };
}

function timelineMachine(
  { topology }: FrozenFrame,
  frames: FrameSource,
  selection: Selection,
  onSelect: (selection: Selection) => void,
): TimelineMachine {
  return { topology, frames, selection, onSelect, onSeek: ignore, onWidth: ignore };
}

/** The timelines of two machines, lane by lane. */
function pairedTimelines(ids: readonly [string, string]): Story {
  const [a, b] = ids.map((id) => FROZEN_FRAMES[id] as FrozenFrame) as [FrozenFrame, FrozenFrame];
  const sources = [a, b].map(({ frame }) => staticFrameSource(frame)) as [FrameSource, FrameSource];
  function Shown({ palette }: { palette: Palette }) {
    const [selection, setSelection] = useState<Selection>(null);
    return (
      <TimelineView
        machines={[
          { ...timelineMachine(a, sources[0], selection, setSelection), letter: "A" },
          { ...timelineMachine(b, sources[1], selection, setSelection), letter: "B" },
        ]}
        palette={palette}
        onRangeChange={ignore}
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
  ...VIEW_STORIES,
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
