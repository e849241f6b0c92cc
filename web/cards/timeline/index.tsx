// The timeline: lanes by context over time, with nested procedures, drawn from frames. It has props only, no store
// and no worker. Wheel, pinch, keys and buttons zoom between ten seconds and a microsecond, around the pointer.
// Two machines have one time axis, lane by lane: range, playhead, loop and measurement belong to both; each machine has its own
// selection and its own table. All times are of the first machine's clock.
import { useEffect, useMemo, useRef, useState } from "react";
import { tr } from "../../i18n/i18n";
import type { Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/frame-source";
import type { TimeRange } from "../../frame/timescale";
import type { Topology } from "../../frame/topology";
import type { MachineLetter } from "../../model/machine-letters";
import { machineScenes } from "../../pictures/timeline/draw/layout";
import type { Measure } from "../../pictures/timeline/draw/scene";
import { describeTimeline } from "../../pictures/timeline/descriptions";
import { useOffscreenRenderer } from "../../pictures/painter";
import { lazyPart } from "../../ui/lazy-part";
import type { Palette } from "../../ui/palette";
import {
  EDGES_BELOW,
  useElementWidth,
  useFontsReady,
  useHeightBelow,
} from "../canvas/canvas-hooks";
import { FoldedTable } from "../canvas/folded-table";
import { useThrottledFrame } from "../canvas/frame-hooks";
import { TimelineController, type TimelineInputs } from "./controller";
import { hitTest, plotTarget } from "./hit-test";
import { Plot } from "./plot";
import { TimelineToolbar } from "./toolbar";
import "./timeline.css";

export type { TimeRange } from "../../frame/timescale";

const TimelineTable = lazyPart(async () => (await import("./table")).TimelineTable);

export interface TimelineMachine {
  /** Where the timeline shows two machines. */
  letter?: MachineLetter;
  topology: Topology;
  /** Frames that were requested with columns, spans and depths, and with this view's range and width. The newest frame has the shown
   * time (the playhead), the end of the run (the head) and the range. */
  frames: FrameSource;
  selection: Selection;
  onSelect(selection: Selection): void;
  highlight?: Selection;
  onHighlight?(highlight: Selection): void;
  /** Goes to a time of this machine's clock. */
  onSeek(t: number): void;
  /** The pixel columns to request with the next frame: the width of the lanes in CSS pixels. */
  onWidth(columns: number): void;
}

export interface TimelineViewProps {
  /** One machine, or two. */
  machines: readonly [TimelineMachine, ...TimelineMachine[]];
  /** Names their runs: a measurement of other runs is not shown. */
  runs?: string;
  palette: Palette;
  /** A requested range, 1 µs to 10 s wide. `aboutShown` is true for a zoom around the shown time. */
  onRangeChange(range: TimeRange, aboutShown?: boolean): void;
  /** The range follows the shown time, also after a zoom. */
  following?: boolean;
  /** The range that plays round and round; null: none. */
  loop?: TimeRange | null;
  onLoop?(loop: TimeRange | null): void;
  projectorFontSize?: number;
  /** No lane is below the window's edge: nobody scrolls a slide. */
  fitsWindow?: boolean;
  /** Tells a screen reader the effect of a key. */
  onAnnounce?(words: string): void;
}

export function TimelineView(props: TimelineViewProps) {
  const { machines, loop = null, runs = "", following, fitsWindow = false, onAnnounce } = props;
  const [first] = machines;
  const { clock_hz: clockHertz } = first.topology;
  const { frames } = first;
  const [holder, width] = useElementWidth();
  const [plot, heightBelow] = useHeightBelow(fitsWindow, EDGES_BELOW.slide);
  const [height, setHeight] = useState(0);
  const [measured, setMeasured] = useState<{ runs: string; measure: Measure } | null>(null);
  const measure = measured?.runs === runs ? measured.measure : null;
  const setMeasure = (now: Measure | null) => setMeasured(now && { runs, measure: now });
  const [measuring, setMeasuring] = useState(false);
  const [workerCanvas, setWorkerCanvas] = useState<HTMLCanvasElement | null>(null);
  const [pageCanvas, setPageCanvas] = useState<HTMLCanvasElement | null>(null);
  const picture = { width, measure, setHeight, workerCanvas, pageCanvas, heightBelow };
  const controller = useController(props, picture);
  const scenes = () => {
    const scene = controller.current?.scene ?? null;
    return scene && machineScenes(scene);
  };
  const targetAt = (x: number, y: number) => {
    const under = scenes()?.map((scene) => ({ scene, hit: hitTest(scene, x, y) })) ?? [];
    const isOnly = machines.length === 1;
    const at = under.findIndex(({ hit }) => isOnly || hit.item !== null || hit.text !== "");
    const [found, machine] = [under[at], machines[at]];
    if (found === undefined || machine === undefined) return null;
    const { letter, onSelect, onHighlight } = machine;
    const target = plotTarget(found.scene, found.hit, onSelect, onHighlight);
    return letter === undefined ? target : { ...target, text: `${letter}: ${target.text}` };
  };
  const moveTo = (range: TimeRange, aboutShown = false) => {
    // While the range follows the shown time, the next frame has another range anyway.
    if (!(aboutShown && following === true)) controller.current?.showRange(range);
    props.onRangeChange(range, aboutShown);
  };
  const shownRange = (): TimeRange | null => controller.current?.range ?? frames.current;
  const describe = () => machines.map(describeMachine).filter(Boolean).join(" ");
  const shared = { clockHertz, frames, following, shownRange, measuring, measure };
  return (
    <div className="timeline" ref={holder}>
      <TimelineToolbar
        {...shared}
        onRangeChange={moveTo}
        loop={loop}
        onLoop={props.onLoop}
        onMeasuring={(on) => {
          setMeasuring(on);
          if (!on) setMeasure(null);
        }}
      />
      <Plot
        {...shared}
        holder={plot}
        name={machines.length === 1 ? "Timeline" : "Timelines of both machines"}
        onSeek={first.onSeek}
        targetAt={targetAt}
        clearHighlight={() => first.onHighlight?.(null)}
        describe={describe}
        onAnnounce={onAnnounce}
        canvas={workerCanvas}
        setPageCanvas={setPageCanvas}
        setWorkerCanvas={setWorkerCanvas}
        scene={() => scenes()?.[0] ?? null}
        width={width}
        height={height}
        showRange={moveTo}
        onMeasure={setMeasure}
      />
      <TimelineSummary frames={frames} describe={describe} />
      <TimelineTables {...{ machines, following, onAnnounce }} />
    </div>
  );
}

/** A table for each machine, folded. */
function TimelineTables({
  machines,
  following,
  onAnnounce,
}: Pick<TimelineViewProps, "machines" | "following" | "onAnnounce">) {
  return machines.map(({ letter, topology, frames, onSelect, onSeek }) => {
    const name =
      letter === undefined
        ? tr("The timeline as a table")
        : tr("The timeline of {letter} as a table", { letter });
    return (
      <FoldedTable key={letter ?? ""} name={name}>
        <TimelineTable {...{ name, topology, frames, onSelect, onSeek, following, onAnnounce }} />
      </FoldedTable>
    );
  });
}

interface PictureParts {
  width: number;
  measure: Measure | null;
  setHeight(height: number): void;
  workerCanvas: HTMLCanvasElement | null;
  pageCanvas: HTMLCanvasElement | null;
  /** From the top of the plot to the window's edge; 0 if the timeline may reach below it. */
  heightBelow: number;
}

/** The controller of the canvas. It lives until something changes that decides its layout. */
function useController(props: TimelineViewProps, picture: PictureParts) {
  const { machines, palette, loop = null, projectorFontSize = 0 } = props;
  const { width, measure, setHeight, workerCanvas, pageCanvas, heightBelow } = picture;
  const fonts = useFontsReady();
  const renderer = useOffscreenRenderer(workerCanvas);
  const controller = useRef<TimelineController | null>(null);
  const maxHeight = heightBelow === 0 ? Infinity : heightBelow;
  const topologies = useOfEach(machines, ({ topology }) => topology);
  const selections = useOfEach(machines, ({ selection }) => selection);
  const highlights = useOfEach(machines, ({ highlight }) => highlight ?? null);
  const frames = useOfEach(machines, (machine) => machine.frames);
  const onWidth = useOfEach(machines, (machine) => machine.onWidth);
  const inputs = useMemo<TimelineInputs>(
    () => ({
      ...{ topologies, palette, selections, highlights, measure, loop },
      ...{ projectorFontSize, maxHeight },
    }),
    [topologies, palette, selections, highlights, measure, loop, projectorFontSize, maxHeight],
  );
  const latest = useRef(inputs);
  useEffect(() => {
    latest.current = inputs;
    controller.current?.update(inputs);
  }, [inputs]);
  useEffect(() => {
    if (width === 0 || workerCanvas === null || pageCanvas === null) return;
    const surface = renderer.attach(pageCanvas, workerCanvas);
    surface.invalidate();
    const created = new TimelineController(workerCanvas, surface, width, latest.current, setHeight);
    controller.current = created;
    setHeight(created.layout.height);
    const columns = Math.max(1, Math.round(created.layout.machines[0]?.plot.w ?? 0));
    const stops = frames.map((source, machine) => {
      onWidth[machine]?.(columns);
      created.onFrame(machine, source.current);
      return source.subscribe(() => created.onFrame(machine, source.current));
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

/** A list with a member of each machine: the same list until a member changes. */
function useOfEach<T>(
  machines: readonly TimelineMachine[],
  pick: (machine: TimelineMachine) => T,
): readonly T[] {
  const [first, second] = machines.map(pick);
  const count = machines.length;
  return useMemo(() => [first, second].slice(0, count) as T[], [first, second, count]);
}

function describeMachine({ letter, topology, frames: { current } }: TimelineMachine): string {
  if (current === null) return "";
  const timeline = describeTimeline(topology, current);
  return letter === undefined ? timeline : tr("Machine {letter}. {timeline}", { letter, timeline });
}

/** The timeline in sentences, for those who do not see it. */
function TimelineSummary({ frames, describe }: { frames: FrameSource; describe(): string }) {
  useThrottledFrame(frames, 1000);
  return <p className="timeline-summary">{describe()}</p>;
}
