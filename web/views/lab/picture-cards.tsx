// The cards of the machine and of the timeline: they connect the stores with the props of the two pictures.
import type { Lab } from "../../store/lab/lab";
import { formatDuration, formatMoment } from "../../format/numbers";
import { EFFECT_SPEED, motionSpan } from "../../store/lab/playback";
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { firstMatch, useFocusFallback } from "../../ui/use-focus-fallback";
import { useMedia, usePalette } from "../../ui/appearance";
import { MachineView } from "../machine";
import { TimelineView, type TimeRange } from "../timeline";

interface PictureCardProps {
  services: AppServices;
  /** The name of the card, where a page has two. */
  title?: string;
  /** Font size on a projector; 0: not a projector. */
  projectorFontSize: number;
}

export function MachineCard({ services, title, projectorFontSize }: PictureCardProps) {
  const { lab, announcer } = services;
  const topology = useStore(lab.state, (state) => state.topology);
  const selection = useStore(lab.state, (state) => state.selection);
  const highlight = useStore(lab.state, (state) => state.highlight);
  const pace = useStore(lab.state, ({ skip, speed }) => (skip === null ? speed : EFFECT_SPEED));
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  const palette = usePalette();
  if (topology === null) return null;
  return (
    <Card
      title={title ?? "Machine"}
      hideTitle={projectorFontSize > 0 || title !== undefined}
      className="machine-card"
    >
      <MachineView
        topology={topology}
        frames={lab.frames}
        palette={palette}
        selection={selection}
        onSelect={lab.select}
        highlight={highlight}
        onHighlight={lab.highlight}
        onSeek={lab.seek}
        onAnnounce={announcer.announce}
        reducedMotion={reducedMotion}
        motionSpan={motionSpan(pace, topology.clock_hz)}
        projectorFontSize={projectorFontSize}
      />
    </Card>
  );
}

const TITLE = firstMatch(".timeline-card .card-title");

export function TimelineCard({ services, title, projectorFontSize }: PictureCardProps) {
  const { lab, announcer } = services;
  const topology = useStore(lab.state, (state) => state.topology);
  const selection = useStore(lab.state, (state) => state.selection);
  const highlight = useStore(lab.state, (state) => state.highlight);
  const follows = useStore(lab.state, (state) => state.range === null);
  const playing = useStore(lab.state, (state) => state.playing);
  const loop = useStore(lab.state, (state) => state.loop);
  const run = useStore(lab.state, (state) => state.runNumber);
  const palette = usePalette();
  const followButton = useFocusFallback(TITLE);
  if (topology === null) return null;
  const changeLoop = (wanted: TimeRange | null) => {
    lab.setLoop(wanted);
    if (wanted === null) return announcer.announce("The loop has ended.");
    // The range stays, so that the loop fills it.
    lab.setRange(wanted);
    const length = formatDuration(wanted.to - wanted.from, topology.clock_hz);
    announcer.announce(`The visible range of ${length} plays round and round. Escape ends it.`);
  };
  const headerContent = follows ? undefined : (
    <>
      <StoppedNote lab={lab} hertz={topology.clock_hz} />
      <Button ref={followButton} icon="live" title="Follow the shown time (F)" onClick={lab.follow}>
        Follow
      </Button>
    </>
  );
  return (
    <Card title={title ?? "Timeline"} className="timeline-card" headerContent={headerContent}>
      <TimelineView
        onAnnounce={announcer.announce}
        topology={topology}
        frames={lab.frames}
        run={run}
        palette={palette}
        following={follows && playing}
        onRangeChange={lab.setRange}
        onWidth={lab.setColumns}
        onSeek={lab.seek}
        selection={selection}
        onSelect={lab.select}
        loop={loop}
        onLoop={changeLoop}
        highlight={highlight}
        onHighlight={lab.highlight}
        projectorFontSize={projectorFontSize}
      />
    </Card>
  );
}

function StoppedNote({ lab, hertz }: { lab: Lab; hertz: number }) {
  const words = useStore(lab.staggeredTicks[1], ({ t, range }) => describeStopped(t, range, hertz));
  return <span className="timeline-stopped">{words}</span>;
}

/** Says which time the timeline shows while it does not follow the shown time. */
function describeStopped(t: number, range: { from: number; to: number }, clockHz: number): string {
  const at = formatMoment(Math.max(0, range.to), clockHz, 1e-3);
  if (t >= range.from && t <= range.to) return `not following, ends at ${at}`;
  return t > range.to ? `stopped at ${at}` : `shows a later time, to ${at}`;
}
