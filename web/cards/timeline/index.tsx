// The timeline: lanes by context over time, with nested procedures, drawn from frames. It has props only, no store
// and no worker. Wheel, pinch, keys and buttons zoom between ten seconds and a microsecond, around the pointer.
import { tr } from "../../i18n/i18n";
import { useEffect, useMemo, useRef } from "react";
import type { Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/frame-source";
import type { TimeRange } from "../../frame/timescale";
import type { Topology } from "../../frame/topology";
import { lazyPart } from "../../ui/lazy-part";
import type { Palette } from "../../ui/palette";
import { FoldedTable } from "../canvas/folded-table";
import { EDGES_BELOW, useHeightBelow } from "../canvas/canvas-hooks";
import { useThrottledFrame } from "../canvas/frame-hooks";
import { TimelineController, type TimelineInputs } from "./controller";
import { hitTest, plotTarget } from "./hit-test";
import { TimelinePicture, useTimelinePicture } from "./picture";
import { describeTimeline } from "../../pictures/timeline/descriptions";
import "./timeline.css";

export type { TimeRange } from "../../frame/timescale";

const TimelineTable = lazyPart(async () => (await import("./table")).TimelineTable);

export interface TimelineViewProps {
  topology: Topology;
  /** Frames that were requested with columns, spans and depths, and with this view's range and width. The newest frame has the shown
   * time (the playhead), the end of the run (the head) and the range. */
  frames: FrameSource;
  /** The number of their run: a measurement of another run is not shown. */
  run?: number;
  palette: Palette;
  /** A requested range, 1 µs to 10 s wide. `aboutShown` is true for a zoom around the shown time. */
  onRangeChange(range: TimeRange, aboutShown?: boolean): void;
  /** The range follows the shown time, also after a zoom. */
  following?: boolean;
  /** The pixel columns to request with the next frame: the width of the lanes in CSS pixels. */
  onWidth(columns: number): void;
  onSeek(t: number): void;
  selection: Selection;
  onSelect(selection: Selection): void;
  /** The range that plays round and round; null: none. */
  loop?: TimeRange | null;
  onLoop?(loop: TimeRange | null): void;
  highlight?: Selection;
  onHighlight?(highlight: Selection): void;
  projectorFontSize?: number;
  /** No lane is below the window's edge: nobody scrolls a slide. */
  fitsWindow?: boolean;
  /** Tells a screen reader the effect of a key. */
  onAnnounce?(words: string): void;
}

export function TimelineView(props: TimelineViewProps) {
  const { topology, frames, loop = null, run = 0, fitsWindow = false } = props;
  const picture = useTimelinePicture(run);
  const [plot, heightBelow] = useHeightBelow(fitsWindow, EDGES_BELOW.slide);
  const controller = useController(props, picture, heightBelow);
  const targetAt = (x: number, y: number) => {
    const scene = controller.current?.scene ?? null;
    if (scene === null) return null;
    return plotTarget(scene, hitTest(scene, x, y), props.onSelect, props.onHighlight);
  };
  return (
    <div className="timeline" ref={picture.holder}>
      <TimelinePicture
        name="Timeline"
        picture={picture}
        plot={plot}
        controller={controller}
        clockHertz={topology.clock_hz}
        frames={frames}
        following={props.following}
        onRangeChange={props.onRangeChange}
        onSeek={props.onSeek}
        onAnnounce={props.onAnnounce}
        loop={loop}
        onLoop={props.onLoop}
        targetAt={targetAt}
        clearHighlight={() => props.onHighlight?.(null)}
        describe={() => (frames.current === null ? "" : describeTimeline(topology, frames.current))}
        scene={() => controller.current?.scene ?? null}
      />
      <TimelineSummary topology={topology} frames={frames} />
      <FoldedTable name={tr("The timeline as a table")}>
        <TimelineTable
          name={tr("The timeline as a table")}
          topology={topology}
          frames={frames}
          onSelect={props.onSelect}
          onSeek={props.onSeek}
          following={props.following}
          onAnnounce={props.onAnnounce}
        />
      </FoldedTable>
    </div>
  );
}

/** The controller of the canvas. It lives until something changes that decides its layout. `heightBelow`: from the top of the
 * plot to the window's edge; 0 if the timeline may reach below it. */
function useController(
  props: TimelineViewProps,
  picture: ReturnType<typeof useTimelinePicture>,
  heightBelow: number,
) {
  const { topology, frames, palette, selection, highlight = null, loop = null } = props;
  const { onWidth, projectorFontSize = 0 } = props;
  const { width, fonts, measure, setHeight, workerCanvas, pageCanvas, renderer } = picture;
  const controller = useRef<TimelineController | null>(null);
  const maxHeight = heightBelow === 0 ? Infinity : heightBelow;
  const inputs = useMemo<TimelineInputs>(
    () => ({
      topology,
      palette,
      selection,
      highlight,
      measure,
      loop,
      projectorFontSize,
      maxHeight,
    }),
    [topology, palette, selection, highlight, measure, loop, projectorFontSize, maxHeight],
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
    onWidth(Math.max(1, Math.round(created.layout.plot.w)));
    created.onFrame(frames.current);
    const stop = frames.subscribe(() => created.onFrame(frames.current));
    return () => {
      stop();
      controller.current = null;
    };
  }, [
    workerCanvas,
    pageCanvas,
    width,
    topology,
    frames,
    fonts,
    onWidth,
    projectorFontSize,
    renderer,
    setHeight,
  ]);
  return controller;
}

/** The timeline in one sentence, for those who do not see it. */
function TimelineSummary({ topology, frames }: { topology: Topology; frames: FrameSource }) {
  const frame = useThrottledFrame(frames, 1000);
  return (
    <p className="timeline-summary">{frame === null ? "" : describeTimeline(topology, frame)}</p>
  );
}
