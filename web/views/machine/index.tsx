// The machine view: the path of a packet through lanes by priority, drawn from frames. Props only; it
// knows no store and no worker. The canvas shows, the layer above it can be tabbed through, and a
// table says the same in rows.
import { useEffect, useMemo, useRef, useState, type PointerEvent } from "react";
import { isSameItem, type Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/frame-source";
import type { Topology } from "../../frame/topology";
import type { Palette } from "../../ui/palette";
import { useElementWidth } from "../canvas/canvas-hooks";
import { useHeightBelow } from "../canvas/use-room-below";
import { useFontsReady } from "../canvas/use-fonts-ready";
import { useThrottledFrame } from "../canvas/frame-hooks";
import { useOffscreenRenderer } from "../offscreen";
import { MachineController } from "./controller";
import { stationAt, thingAt } from "./hit-test";
import { pileSentence } from "./draw/wasted-work";
import { Inspector } from "./inspector/index";
import "./machine.css";
import { inspectorPlace, tipPlace } from "./overlay-position";
import { makeStage, type Scene, type Stage } from "./scene";
import { sentenceOf, stationSentence } from "./descriptions";
import { MachineTable } from "./table";
import { MachineTargets } from "./targets";

export interface MachineViewProps {
  topology: Topology;
  /** The canvas redraws whenever this says so, outside React's renders. */
  frames: FrameSource;
  palette: Palette;
  selection: Selection;
  onSelect(selection: Selection): void;
  /** What is pointed at in any view; drawn as a halo. */
  highlight?: Selection;
  onHighlight?(highlight: Selection): void;
  /** Positions jump instead of moving. */
  reducedMotion: boolean;
  /** The motion span of the frame requests, in cycles: how long a falling packet is seen. */
  motionSpan: number;
  /** Moves the shown time; without it, times in the inspector are plain words. */
  onSeek?(t: number): void;
  /** Tells a screen reader what was selected, and where a press moved the shown time. */
  onSay?(words: string): void;
  /** Pixels of a lecture hall's type; 0: the screen's. */
  projectorFontSize?: number;
}

export function MachineView(props: MachineViewProps) {
  const {
    topology,
    frames,
    palette,
    selection,
    highlight = null,
    reducedMotion,
    motionSpan,
    projectorFontSize = 0,
  } = props;
  const [holder, width] = useElementWidth();
  const fonts = useFontsReady();
  const [below, room] = useHeightBelow(projectorFontSize > 0);
  const stage = useMemo(
    () => (width > 0 ? makeStage(topology, width, projectorFontSize, room) : null),
    [topology, width, projectorFontSize, room],
  );
  const [under, setUnder] = useState<HTMLCanvasElement | null>(null);
  const [live, setLive] = useState<HTMLCanvasElement | null>(null);
  const studio = useOffscreenRenderer(live);
  const controller = useRef<MachineController | null>(null);
  const inputs = useMemo(
    () => ({ palette, selection, highlight, reducedMotion, motionSpan }),
    [palette, selection, highlight, reducedMotion, motionSpan],
  );
  const latest = useRef(inputs);
  useEffect(() => {
    latest.current = inputs;
    controller.current?.take(inputs, frames.current);
  }, [inputs, frames]);
  useEffect(() => {
    if (stage === null || under === null || live === null) return;
    const board = studio.surfaceOf(under, live);
    board.invalidate();
    // Read by the end-to-end tests: the moment that stands on the canvas.
    board.onPainted = (t) => (live.dataset.time = String(t));
    const made = new MachineController(board, stage, latest.current);
    controller.current = made;
    made.frame(frames.current);
    const stop = frames.subscribe(() => made.frame(frames.current));
    return () => {
      stop();
      made.stop();
      controller.current = null;
    };
  }, [stage, frames, fonts, under, live, studio]);
  const scene = () => controller.current?.scene ?? null;
  return (
    <div className="machine" ref={holder}>
      <div ref={below} />
      {stage === null ? null : (
        <>
          <div className="machine-stand">
            <Picture {...props} stage={stage} scene={scene} setUnder={setUnder} setLive={setLive} />
            <Inspector
              topology={topology}
              frames={frames}
              selection={selection}
              onSelect={props.onSelect}
              scene={scene}
              onSeek={props.onSeek}
              onSay={props.onSay}
              place={inspectorPlace(stage.layout, selection)}
            />
          </div>
          <MachineTable
            topology={topology}
            frames={frames}
            scene={scene}
            onSelect={props.onSelect}
          />
        </>
      )}
    </div>
  );
}

interface Tip {
  x: number;
  y: number;
  thing: Selection;
  /** The procedures' box pointed at; -1 without one. */
  station: number;
}

interface PictureProps extends MachineViewProps {
  stage: Stage;
  scene(): Scene | null;
  /** The canvas under the live one: what the page itself paints (studio). */
  setUnder(canvas: HTMLCanvasElement | null): void;
  setLive(canvas: HTMLCanvasElement | null): void;
}

function Picture(props: PictureProps) {
  const { stage, scene, onSelect, onHighlight, selection, frames } = props;
  const { width, height } = stage.layout;
  const [tip, setTip] = useState<Tip | null>(null);
  // The words under the pointer; those for a screen reader need no such haste.
  useThrottledFrame(frames, tip === null ? 1000 : 100);
  const under = (event: PointerEvent): Selection => {
    const now = scene();
    if (now === null) return null;
    const box = event.currentTarget.getBoundingClientRect();
    return thingAt(now, event.clientX - box.left, event.clientY - box.top);
  };
  const point = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    const thing = under(event);
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const now = scene();
    const station = now === null || thing?.kind !== "context" ? -1 : stationAt(now, x, y);
    setTip({ x, y, thing, station });
    onHighlight?.(thing);
  };
  const leave = () => {
    setTip(null);
    onHighlight?.(null);
  };
  const choose = (event: PointerEvent) => {
    const thing = under(event);
    onSelect(isSameItem(thing, selection) ? null : thing);
  };
  const current = scene();
  // What is selected has its own words, in the inspector.
  const words =
    tip === null || current === null || isSameItem(tip.thing, selection)
      ? ""
      : tip.station >= 0
        ? stationSentence(current, tip.station)
        : sentenceOf(current, tip.thing);
  return (
    <div className="machine-picture" style={{ height }}>
      <canvas ref={props.setUnder} aria-hidden="true" style={{ width, height }} />
      <canvas
        ref={props.setLive}
        className="machine-live"
        aria-hidden="true"
        style={{ width, height }}
        onPointerMove={point}
        onPointerLeave={leave}
        onPointerUp={choose}
      />
      <p className="machine-words" data-testid="machine-words">
        {current === null ? "" : pileSentence(current)}
      </p>
      <MachineTargets
        stage={stage}
        scene={scene}
        frames={frames}
        selection={selection}
        onSelect={onSelect}
      />
      {words === "" || tip === null ? null : (
        <div className="machine-tip" role="presentation" style={tipPlace(stage.layout, tip.y)}>
          {words}
        </div>
      )}
    </div>
  );
}
