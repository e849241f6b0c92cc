// The card with the timelines of both machines, lane by lane. Its clock is the clock of machine A.
import { tr } from "../../i18n/i18n";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { Card } from "../../ui/card";
import { usePalette } from "../../ui/appearance";
import { useTimelineControls } from "../picture-cards";
import { PairedTimelineView, type TimelineMachine } from "../timeline/paired-view";
import type { ComparedMachine, ComparedMachines } from "./compared-machine";

interface ComparedTimelinesProps {
  services: AppServices;
  machines: ComparedMachines;
  projectorFontSize: number;
}

export function ComparedTimelines({
  services,
  machines: [first, second],
  projectorFontSize,
}: ComparedTimelinesProps) {
  const [a, b] = [useTimelineMachine(first), useTimelineMachine(second)];
  const palette = usePalette();
  const { following, loop, changeLoop, headerContent } = useTimelineControls(first.services);
  if (a === null || b === null) return null;
  const { lab } = first.services;
  return (
    <Card title={tr("Timelines")} className="timeline-card" headerContent={headerContent}>
      <PairedTimelineView
        machines={[a.machine, b.machine]}
        runs={`${a.run} ${b.run}`}
        palette={palette}
        following={following}
        onRangeChange={lab.setRange}
        loop={loop}
        onLoop={changeLoop}
        projectorFontSize={projectorFontSize}
        onAnnounce={services.announcer.announce}
      />
    </Card>
  );
}

function useTimelineMachine({ letter, services: { lab } }: ComparedMachine) {
  const topology = useStore(lab.state, (state) => state.topology);
  const selection = useStore(lab.state, (state) => state.selection);
  const highlight = useStore(lab.state, (state) => state.highlight);
  const run = useStore(lab.state, (state) => state.runNumber);
  if (topology === null) return null;
  const machine: TimelineMachine = {
    letter,
    topology,
    frames: lab.frames,
    selection,
    onSelect: lab.select,
    highlight,
    onHighlight: lab.highlight,
    onSeek: lab.seek,
    onWidth: lab.setColumns,
  };
  return { run, machine };
}
