// The common parts of the timeline of one machine and of two: the canvases, the measurement, and the toolbar with the
// plot. The views create the controller that draws, and say what is under the pointer.
import { useState, type RefObject } from "react";
import type { TimeRange } from "../../frame/timescale";
import { useElementWidth, useFontsReady } from "../canvas/canvas-hooks";
import { useOffscreenRenderer } from "../../pictures/painter";
import { Plot, type PlotProps } from "./plot";
import type { Measure } from "../../pictures/timeline/draw/scene";
import { TimelineToolbar, type TimelineToolbarProps } from "./toolbar";

/** The state of a timeline's picture. `runs` names what is measured: a measurement of other runs is not shown. */
export function useTimelinePicture(runs: string | number) {
  const [holder, width] = useElementWidth();
  const fonts = useFontsReady();
  const [height, setHeight] = useState(0);
  const [measured, setMeasured] = useState<{ runs: string | number; measure: Measure } | null>(
    null,
  );
  const measure = measured?.runs === runs ? measured.measure : null;
  const setMeasure = (now: Measure | null) => setMeasured(now && { runs, measure: now });
  const [measuring, setMeasuring] = useState(false);
  const [workerCanvas, setWorkerCanvas] = useState<HTMLCanvasElement | null>(null);
  const [pageCanvas, setPageCanvas] = useState<HTMLCanvasElement | null>(null);
  const renderer = useOffscreenRenderer(workerCanvas);
  return {
    ...{ holder, width, fonts, height, setHeight, measure, setMeasure, measuring, setMeasuring },
    ...{ workerCanvas, setWorkerCanvas, pageCanvas, setPageCanvas, renderer },
  };
}

interface TimelinePictureProps
  extends
    Pick<PlotProps, "name" | "clockHertz" | "frames" | "following" | "onSeek" | "onAnnounce">,
    Pick<PlotProps, "targetAt" | "clearHighlight" | "describe" | "scene">,
    Pick<TimelineToolbarProps, "loop" | "onLoop"> {
  picture: ReturnType<typeof useTimelinePicture>;
  plot?: PlotProps["holder"];
  controller: RefObject<{ range: TimeRange | null; showRange(range: TimeRange): void } | null>;
  onRangeChange(range: TimeRange, aboutShown?: boolean): void;
}

/** The toolbar and the plot. */
export function TimelinePicture(props: TimelinePictureProps) {
  const { picture, controller, clockHertz, frames, following, loop, onLoop } = props;
  const { width, height, measure, setMeasure, measuring, setMeasuring } = picture;
  const moveTo = (range: TimeRange, aboutShown = false) => {
    // While the range follows the shown time, the next frame has another range anyway.
    if (!(aboutShown && following === true)) controller.current?.showRange(range);
    props.onRangeChange(range, aboutShown);
  };
  const shown = (): TimeRange | null => controller.current?.range ?? frames.current;
  return (
    <>
      <TimelineToolbar
        clockHertz={clockHertz}
        frames={frames}
        shownRange={shown}
        following={following}
        onRangeChange={moveTo}
        measuring={measuring}
        measure={measure}
        loop={loop}
        onLoop={onLoop}
        onMeasuring={(on) => {
          setMeasuring(on);
          if (!on) setMeasure(null);
        }}
      />
      <Plot
        holder={props.plot}
        name={props.name}
        clockHertz={clockHertz}
        frames={frames}
        following={following}
        onSeek={props.onSeek}
        targetAt={props.targetAt}
        clearHighlight={props.clearHighlight}
        describe={props.describe}
        onAnnounce={props.onAnnounce}
        canvas={picture.workerCanvas}
        setPageCanvas={picture.setPageCanvas}
        setWorkerCanvas={picture.setWorkerCanvas}
        scene={props.scene}
        width={width}
        height={height}
        showRange={moveTo}
        shownRange={shown}
        measuring={measuring}
        measure={measure}
        onMeasure={setMeasure}
      />
    </>
  );
}
