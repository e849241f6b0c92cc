// The timelines of two machines with one time axis, lane by lane (paired-scene.ts). Range, playhead, loop and measurement
// belong to both; each machine has its own selection and its own table. All times are of the first machine's clock.
import { useEffect, useMemo, useRef } from "react";
import { tr } from "../../i18n/i18n";
import type { FrameSource } from "../../frame/frame-source";
import type { Selection } from "../../frame/selection";
import type { TimeRange } from "../../frame/timescale";
import type { Topology } from "../../frame/topology";
import type { MachineLetter } from "../../model/machine-letters";
import type { Palette } from "../../ui/palette";
import { FoldedTable } from "../canvas/folded-table";
import { useThrottledFrame } from "../canvas/frame-hooks";
import { describeTimeline } from "../../pictures/timeline/descriptions";
import { hitTest, plotTarget } from "./hit-test";
import { PairedTimelineController, type PairedTimelineInputs } from "./paired-controller";
import { machineScenes, type Pair } from "../../pictures/timeline/draw/paired-scene";
import { TimelinePicture, useTimelinePicture } from "./picture";
import { TimelineTable } from "./table";
import "./timeline.css";

export interface TimelineMachine {
  letter: MachineLetter;
  topology: Topology;
  /** Frames as TimelineView needs them. */
  frames: FrameSource;
  selection: Selection;
  onSelect(selection: Selection): void;
  highlight: Selection;
  onHighlight(highlight: Selection): void;
  /** Goes to a time of this machine's clock. */
  onSeek(t: number): void;
  /** The pixel columns to request with the next frame. */
  onWidth(columns: number): void;
}

export interface PairedTimelineViewProps {
  machines: Pair<TimelineMachine>;
  /** Names the runs of both: a measurement of other runs is not shown. */
  runs: string;
  palette: Palette;
  onRangeChange(range: TimeRange, aboutShown?: boolean): void;
  /** The range follows the shown time, also after a zoom. */
  following?: boolean;
  loop: TimeRange | null;
  onLoop?(loop: TimeRange | null): void;
  projectorFontSize?: number;
  onAnnounce?(words: string): void;
}

export function PairedTimelineView(props: PairedTimelineViewProps) {
  const { machines, runs, loop, following, onAnnounce } = props;
  const [first] = machines;
  const picture = useTimelinePicture(runs);
  const controller = usePairedController(props, picture);
  const scenes = () => {
    const scene = controller.current?.scene ?? null;
    return scene && machineScenes(scene);
  };
  const targetAt = (x: number, y: number) => {
    const found = scenes()?.map((scene) => ({ scene, hit: hitTest(scene, x, y) })) ?? [];
    const machine = found.findIndex(({ hit }) => hit.item !== null || hit.text !== "");
    const [under, owner] = [found[machine], machines[machine]];
    if (under === undefined || owner === undefined) return null;
    const target = plotTarget(under.scene, under.hit, owner.onSelect, owner.onHighlight);
    return { ...target, text: `${owner.letter}: ${target.text}` };
  };
  const describe = () =>
    machines
      .flatMap(({ letter, topology, frames: { current } }) =>
        current === null
          ? []
          : [
              tr("Machine {letter}. {timeline}", {
                letter,
                timeline: describeTimeline(topology, current),
              }),
            ],
      )
      .join(" ");
  return (
    <div className="timeline" ref={picture.holder}>
      <TimelinePicture
        name="Timelines of both machines"
        picture={picture}
        controller={controller}
        clockHertz={first.topology.clock_hz}
        frames={first.frames}
        following={following}
        onRangeChange={props.onRangeChange}
        onSeek={first.onSeek}
        onAnnounce={onAnnounce}
        loop={loop}
        onLoop={props.onLoop}
        targetAt={targetAt}
        clearHighlight={() => first.onHighlight(null)}
        describe={describe}
        scene={() => scenes()?.[0] ?? null}
      />
      <PairedSummary machines={machines} describe={describe} />
      {machines.map(({ letter, topology, frames: own, onSelect, onSeek }) => {
        const name = tr("The timeline of {letter} as a table", { letter });
        return (
          <FoldedTable key={letter} name={name}>
            <TimelineTable
              name={name}
              topology={topology}
              frames={own}
              onSelect={onSelect}
              onSeek={onSeek}
              following={following}
              onAnnounce={onAnnounce}
            />
          </FoldedTable>
        );
      })}
    </div>
  );
}

/** The controller of the canvas. It lives until something changes that decides its layout. */
function usePairedController(
  { machines, palette, loop, projectorFontSize = 0 }: PairedTimelineViewProps,
  picture: ReturnType<typeof useTimelinePicture>,
) {
  const [first, second] = machines;
  const { width, fonts, measure, setHeight, workerCanvas, pageCanvas, renderer } = picture;
  const controller = useRef<PairedTimelineController | null>(null);
  const topologies = usePair(first.topology, second.topology);
  const selections = usePair(first.selection, second.selection);
  const highlights = usePair(first.highlight, second.highlight);
  const inputs = useMemo<PairedTimelineInputs>(
    () => ({ topologies, palette, selections, highlights, measure, loop, projectorFontSize }),
    [topologies, palette, selections, highlights, measure, loop, projectorFontSize],
  );
  const latest = useRef(inputs);
  useEffect(() => {
    latest.current = inputs;
    controller.current?.update(inputs);
  }, [inputs]);
  const frames = usePair(first.frames, second.frames);
  const onWidth = usePair(first.onWidth, second.onWidth);
  useEffect(() => {
    if (width === 0 || workerCanvas === null || pageCanvas === null) return;
    const surface = renderer.attach(pageCanvas, workerCanvas);
    surface.invalidate();
    const created = new PairedTimelineController(
      workerCanvas,
      surface,
      width,
      latest.current,
      setHeight,
    );
    controller.current = created;
    setHeight(created.layout.height);
    const columns = Math.max(1, Math.round(created.layout.machines[0].plot.w));
    const stops = ([0, 1] as const).map((machine) => {
      onWidth[machine](columns);
      created.onFrame(machine, frames[machine].current);
      return frames[machine].subscribe(() => created.onFrame(machine, frames[machine].current));
    });
    return () => {
      for (const stop of stops) stop();
      created.stop();
      controller.current = null;
    };
  }, [
    workerCanvas,
    pageCanvas,
    width,
    topologies,
    frames,
    fonts,
    onWidth,
    projectorFontSize,
    renderer,
    setHeight,
  ]);
  return controller;
}

/** The same array until a member changes. */
function usePair<T>(first: T, second: T): Pair<T> {
  return useMemo(() => [first, second] as const, [first, second]);
}

/** Both timelines in sentences, for those who do not see them. */
function PairedSummary({
  machines: [first],
  describe,
}: Pick<PairedTimelineViewProps, "machines"> & { describe(): string }) {
  useThrottledFrame(first.frames, 1000);
  return <p className="timeline-summary">{describe()}</p>;
}
