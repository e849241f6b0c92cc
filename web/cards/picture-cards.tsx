// The cards of the machine and of the timeline: they connect the stores with the props of the two pictures.
import { useMemo } from "react";
import { tr } from "../i18n/i18n";
import type { Machine, ShownMachine } from "../desk/lab/machine";
import type { Value } from "../generated/model";
import { formatDuration, formatMicroseconds, formatMoment } from "../lib/format/numbers";
import { MACHINE_LETTERS } from "../model/machine-letters";
import { EFFECT_SPEED, motionSpan } from "../model/playback";
import { useStore } from "../lib/store";
import type { AppServices } from "../desk/app-services";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { firstMatch, useFocusFallback } from "../ui/use-focus-fallback";
import { useMedia, usePalette } from "../ui/appearance";
import { catalogueForMachine, findParameter, PROFILE_PATH } from "../model/scenario/settings";
import { claimsOf, type SettingOrigin } from "./figure/influence";
import { useKnobValues } from "./knobs";
import { costPath } from "./knobs/cost-groups";
import { describeOrigin } from "./knobs/knob-text";
import { MachineView } from "./machine";
import { PacketLoss } from "./packet-loss";
import { TimelineView, type TimelineMachine, type TimeRange } from "./timeline";
import { ShowCodeButton } from "./code-card";

interface PictureCardProps {
  services: AppServices;
  /** Font size on a projector; 0: not a projector. */
  projectorFontSize: number;
}

interface MachineCardProps extends PictureCardProps {
  /** The letter of the machine, where a page shows two. */
  letter?: string;
  /** The scale of the wasted work that two machines have in common (MachineViewProps). */
  wastedWorkFullScale?: number;
  /** The window is low: the picture leaves height to the timeline below it. */
  isCompact?: boolean;
  isInSlide?: boolean;
  /** Another machine's picture is beside it. */
  isOneOfTwo?: boolean;
}

export function MachineCard(props: MachineCardProps) {
  const { services, letter, projectorFontSize, wastedWorkFullScale, isCompact = false } = props;
  const { isInSlide = false, isOneOfTwo = false } = props;
  const { lab, announcer } = services;
  const hasEditor = useStore(services.debugKeys, ({ run }) => run !== null);
  const topology = useStore(lab.state, (state) => state.topology);
  const selection = useStore(lab.state, (state) => state.selection);
  const highlight = useStore(lab.state, (state) => state.highlight);
  const pace = useStore(lab.state, ({ skip, speed }) => (skip === null ? speed : EFFECT_SPEED));
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  const palette = usePalette();
  const costOf = useCostOf(lab);
  if (topology === null) return null;
  return (
    <Card
      title={letter === undefined ? tr("Machine") : tr("Picture of machine {letter}", { letter })}
      hideTitle={projectorFontSize > 0 || letter !== undefined || isCompact}
      className="machine-card"
      canSave
    >
      <MachineView
        topology={topology}
        frames={lab.frames}
        palette={palette}
        selection={selection}
        onSelect={lab.select}
        highlight={highlight}
        onHighlight={lab.highlight}
        onSeek={lab.time.seek}
        onAnnounce={announcer.announce}
        costOf={costOf}
        renderLoss={
          hasEditor
            ? (packet) => <PacketLoss {...{ lab, packet }} onGoTo={lab.showLine} />
            : undefined
        }
        reducedMotion={reducedMotion}
        motionSpan={motionSpan(pace, topology.clock_hz)}
        wastedWorkFullScale={wastedWorkFullScale}
        projectorFontSize={projectorFontSize}
        isCompact={isCompact}
        place={isInSlide ? "slide" : isOneOfTwo ? "pair" : "page"}
        footer={letter === undefined && <ShowCodeButton lab={lab} />}
      />
    </Card>
  );
}

/** Finds the setting of a step's cost, with its source and its claims on this machine. */
function useCostOf(lab: ShownMachine) {
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const values = useKnobValues(lab);
  const source = useStore(lab.state, ({ base: scenario }) => scenario?.source);
  const { baseValue: base } = lab;
  return useMemo(() => {
    if (catalogue === null) return undefined;
    const cost = (value: Value | undefined) => formatMicroseconds(Number(value) / 1_000);
    const machine = catalogueForMachine(catalogue, values);
    return (stepId: string): SettingOrigin | null => {
      const parameter = findParameter(machine, costPath(stepId));
      if (parameter === undefined) return null;
      const { path } = parameter;
      const own = base(path);
      const words = describeOrigin(parameter, own, source);
      const origin =
        own === undefined || own === values[path]
          ? words
          : tr("Changed from {value}. {origin}", { value: cost(own), origin: words });
      const claims = claimsOf(values[PROFILE_PATH], path);
      return { parameter, value: cost(values[path]), origin, claims };
    };
  }, [catalogue, values, base, source]);
}

const TITLE = firstMatch(".timeline-card .card-title");

/** What the card of a timeline does with the time: following, looping, and the button that follows again. */
function useTimelineControls({ lab, announcer }: AppServices) {
  const hertz = useStore(lab.state, ({ topology }) => topology?.clock_hz ?? 1);
  const follows = useStore(lab.state, (state) => state.range === null);
  const playing = useStore(lab.state, (state) => state.playing);
  const loop = useStore(lab.state, (state) => state.loop);
  const followButton = useFocusFallback(TITLE);
  const changeLoop = (wanted: TimeRange | null) => {
    lab.time.setLoop(wanted);
    if (wanted === null) return announcer.announce(tr("The loop has ended."));
    // The timeline shows exactly the loop.
    lab.time.setRange(wanted);
    const length = formatDuration(wanted.to - wanted.from, hertz);
    announcer.announce(
      tr("The visible range of {length} plays round and round. Escape ends it.", { length }),
    );
  };
  const headerContent = follows ? undefined : (
    <>
      <StoppedNote lab={lab} hertz={hertz} />
      <Button
        ref={followButton}
        icon="live"
        title={tr("Follow the shown time (F)")}
        onClick={() => lab.clock.follow()}
      >
        {tr("Follow")}
      </Button>
    </>
  );
  return { following: follows && playing, loop, changeLoop, headerContent };
}

interface TimelineCardProps extends PictureCardProps {
  /** The compared machines, that of `services` first: their timelines, lane by lane. */
  machines?: readonly Machine[];
  isInSlide?: boolean;
}

export function TimelineCard(props: TimelineCardProps) {
  const { services, projectorFontSize, isInSlide } = props;
  const { lab, announcer } = services;
  const { machines = [lab] } = props;
  const first = useTimelineMachine(lab);
  const last = useTimelineMachine(machines.at(-1) ?? lab);
  const palette = usePalette();
  const { following, loop, changeLoop, headerContent } = useTimelineControls(services);
  if (first === null || last === null) return null;
  const [a, b] = MACHINE_LETTERS;
  const isAlone = machines.length === 1;
  return (
    <Card
      title={isAlone ? tr("Timeline") : tr("Timelines")}
      className={`timeline-card ${headerContent === undefined ? "" : "timeline-card-stopped"}`}
      headerContent={headerContent}
      canSave={isAlone}
    >
      <TimelineView
        machines={
          isAlone
            ? [first.machine]
            : [
                { ...first.machine, letter: a },
                { ...last.machine, letter: b },
              ]
        }
        runs={`${first.run} ${last.run}`}
        palette={palette}
        following={following}
        onRangeChange={lab.time.setRange}
        loop={loop}
        onLoop={changeLoop}
        projectorFontSize={projectorFontSize}
        fitsWindow={isInSlide}
        onAnnounce={announcer.announce}
      />
    </Card>
  );
}

/** What the timeline shows of a machine; null until one is open. */
function useTimelineMachine(lab: Machine) {
  const topology = useStore(lab.state, (state) => state.topology);
  const selection = useStore(lab.state, (state) => state.selection);
  const highlight = useStore(lab.state, (state) => state.highlight);
  const run = useStore(lab.state, (state) => state.runNumber);
  if (topology === null) return null;
  const machine: TimelineMachine = {
    topology,
    frames: lab.frames,
    selection,
    onSelect: lab.select,
    highlight,
    onHighlight: lab.highlight,
    onSeek: lab.time.seek,
    onWidth: lab.setColumns,
  };
  return { run, machine };
}

function StoppedNote({ lab, hertz }: { lab: ShownMachine; hertz: number }) {
  const words = useStore(lab.staggeredTicks[1], ({ t, range }) => describeStopped(t, range, hertz));
  return <span className="timeline-stopped">{words}</span>;
}

/** Says which time the timeline shows while it does not follow the shown time. */
function describeStopped(t: number, range: { from: number; to: number }, clockHz: number): string {
  const at = formatMoment(Math.max(0, range.to), clockHz, 1e-3);
  if (t >= range.from && t <= range.to) return tr("not following, ends at {at}", { at });
  return t > range.to ? tr("stopped at {at}", { at }) : tr("shows a later time, to {at}", { at });
}
