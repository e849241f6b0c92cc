// The list of what the gallery shows; each entry is also a screenshot to test.
import { useState } from "react";
import type { Frame } from "../frame/frame";
import type { Selection } from "../frame/selection";
import { frozenSource } from "../frame/source";
import type { Topology } from "../frame/topology";
import type { Palette } from "../ui/palette";
import { MachineView } from "../views/machine";
import { collapsed, cured, keepingUp, twoWays } from "./machines";
import { oneInterface, twoInterfaces } from "./synthetic";

export interface Story {
  id: string;
  title: string;
  Story(props: { palette: Palette }): React.ReactNode;
}

interface MachineStory {
  topology: Topology;
  frame: Frame;
  /** Milliseconds of simulated time that a falling packet is seen. */
  motionMilliseconds?: number;
  selection?: Selection;
}

function machine(id: string, title: string, story: MachineStory): Story {
  const frames = frozenSource(story.frame);
  const motionSpan = ((story.motionMilliseconds ?? 1.2) * story.topology.clock_hz) / 1000;
  function Shown({ palette }: { palette: Palette }) {
    const [selection, setSelection] = useState<Selection>(story.selection ?? null);
    return (
      <MachineView
        topology={story.topology}
        frames={frames}
        palette={palette}
        selection={selection}
        onSelect={setSelection}
        reducedMotion={false}
        motionSpan={motionSpan}
      />
    );
  }
  return { id, title, Story: Shown };
}

export const stories: Story[] = [
  machine("machine-healthy", "Machine, keeping up", { topology: oneInterface, frame: keepingUp() }),
  machine("machine-collapsed", "Machine, livelock", { topology: oneInterface, frame: collapsed() }),
  machine("machine-flows", "Machine, livelock, in real time", {
    topology: oneInterface,
    frame: collapsed(),
    motionMilliseconds: 600,
  }),
  machine("machine-cured", "Machine, cured", {
    topology: oneInterface,
    frame: cured(),
    selection: { kind: "packet", packet: 9001 },
  }),
  machine("machine-two", "Made-up machine with two interfaces", {
    topology: twoInterfaces,
    frame: twoWays(),
  }),
];
