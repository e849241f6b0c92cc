// The machine view: the path of a packet through lanes by priority, drawn from frames. It has props only, no store
// and no worker. A layer of buttons over the canvas serves the keyboard and screen readers; a table shows the same in
// rows.
import { tr } from "../../i18n/i18n";
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
} from "react";
import { inspectedItem, isSameItem, type Selection } from "../../frame/selection";
import type { SettingOrigin } from "../figure/influence";
import type { FrameSource } from "../../frame/frame-source";
import type { Topology } from "../../frame/topology";
import { lazyPart } from "../../ui/lazy-part";
import type { Palette } from "../../ui/palette";
import type { PlaceOnProjector } from "../../pictures/machine/layout/machine-layout";
import {
  EDGES_BELOW,
  useElementWidth,
  useFontsReady,
  useHeightBelow,
} from "../canvas/canvas-hooks";
import { FoldedTable } from "../canvas/folded-table";
import { useThrottledFrame } from "../canvas/frame-hooks";
import { useOffscreenRenderer } from "../../pictures/painter";
import { MachineController } from "./controller";
import { stationAt, stationSteps, itemAt } from "../../pictures/machine/hit-test";
import { describeWastedWork } from "../../pictures/machine/draw/wasted-work";
import { Inspector } from "./inspector";
import "./machine.css";
import "./table.css";
import { inspectorPosition, tooltipPosition } from "./overlay-position";
import {
  makeSceneBase,
  type MachineScene,
  type SceneBase,
} from "../../pictures/machine/draw/scene";
import { describeItem, describeStation } from "../../pictures/machine/descriptions";
import { MachineTargets } from "./targets";

const MachineTable = lazyPart(async () => (await import("./table")).MachineTable);

export interface MachineViewProps {
  topology: Topology;
  /** The canvas redraws with every new frame, outside React's renders. */
  frames: FrameSource;
  palette: Palette;
  selection: Selection;
  onSelect(selection: Selection): void;
  /** The item that the pointer is on in any view; drawn with an outline. */
  highlight?: Selection;
  onHighlight?(highlight: Selection): void;
  /** Positions jump instead of moving. */
  reducedMotion: boolean;
  /** The motion span of the frame requests, in cycles: how long a falling packet is visible. */
  motionSpan: number;
  /** The least CPU time in seconds that the full width of the wasted work stands for. */
  wastedWorkFullScale?: number;
  /** Moves the shown time. Without it, times in the inspector are plain text. */
  onSeek?(t: number): void;
  /** Tells a screen reader the selected item, and the new shown time after a seek. */
  onAnnounce?(words: string): void;
  /** The cost of a step as a setting, with its source. */
  costOf?(stepId: string): SettingOrigin | null;
  /** Why a packet is lost, in the inspector. */
  renderLoss?(packet: number): ReactNode;
  /** Font size for a projector in CSS pixels; 0 on a screen. */
  projectorFontSize?: number;
  /** Low lanes, for a low window. */
  isCompact?: boolean;
  /** Where a projector shows the picture: alone on a page, as one of two side by side, or in a slide. */
  place?: PlaceOnProjector;
  /** A button beside the one that shows the machine as a table. */
  footer?: ReactNode;
}

export function MachineView(props: MachineViewProps) {
  const { topology, frames, selection } = props;
  const { projectorFontSize = 0, isCompact = false, place = "page" } = props;
  const [holder, width] = useElementWidth();
  const [below, height] = useHeightBelow(projectorFontSize > 0, EDGES_BELOW[place]);
  const base = useMemo(
    () =>
      width > 0
        ? makeSceneBase(topology, width, { projectorFontSize, height, isCompact, place })
        : null,
    [topology, width, projectorFontSize, height, isCompact, place],
  );
  const [pageCanvas, setPageCanvas] = useState<HTMLCanvasElement | null>(null);
  const [workerCanvas, setWorkerCanvas] = useState<HTMLCanvasElement | null>(null);
  const controller = useController(props, base, pageCanvas, workerCanvas);
  const scene = () => controller.current?.scene ?? null;
  return (
    <div className="machine" ref={holder}>
      <div ref={below} />
      {base === null ? null : (
        <>
          <div className="machine-container">
            <Picture
              {...props}
              base={base}
              scene={scene}
              setPageCanvas={setPageCanvas}
              setWorkerCanvas={setWorkerCanvas}
            />
            <Inspector
              topology={topology}
              frames={frames}
              selection={selection}
              onSelect={props.onSelect}
              scene={scene}
              onSeek={props.onSeek}
              onAnnounce={props.onAnnounce}
              costOf={props.costOf}
              renderLoss={props.renderLoss}
              position={inspectorPosition(base.layout, selection)}
            />
          </div>
          <div
            className={`machine-more ${base.layout.isNarrow ? "" : "machine-more-beside"}`}
            style={{ "--gutter": `${(base.layout.lanes[0]?.x ?? 0) - 10}px` } as CSSProperties}
          >
            {props.footer}
            <FoldedTable name={tr("The machine as a table")}>
              <MachineTable
                topology={topology}
                frames={frames}
                scene={scene}
                onSelect={props.onSelect}
              />
            </FoldedTable>
          </div>
        </>
      )}
    </div>
  );
}

/** The controller of the canvas. It lives as long as the scene's base. */
function useController(
  props: MachineViewProps,
  base: SceneBase | null,
  pageCanvas: HTMLCanvasElement | null,
  workerCanvas: HTMLCanvasElement | null,
) {
  const { frames, palette, selection, highlight = null } = props;
  const { reducedMotion, motionSpan, wastedWorkFullScale = 0 } = props;
  const fonts = useFontsReady();
  const renderer = useOffscreenRenderer(workerCanvas);
  const controller = useRef<MachineController | null>(null);
  const inputs = useMemo(
    () => ({ palette, selection, highlight, reducedMotion, motionSpan, wastedWorkFullScale }),
    [palette, selection, highlight, reducedMotion, motionSpan, wastedWorkFullScale],
  );
  const latest = useRef(inputs);
  useEffect(() => {
    latest.current = inputs;
    controller.current?.update(inputs, frames.current);
  }, [inputs, frames]);
  useEffect(() => {
    if (base === null || pageCanvas === null || workerCanvas === null) return;
    const surface = renderer.attach(pageCanvas, workerCanvas);
    surface.invalidate();
    // The end-to-end tests read the shown time of the painted picture.
    surface.onPainted = (t) => (workerCanvas.dataset.time = String(t));
    const created = new MachineController(surface, base, latest.current);
    controller.current = created;
    created.onFrame(frames.current);
    const stop = frames.subscribe(() => created.onFrame(frames.current));
    return () => {
      stop();
      created.stop();
      controller.current = null;
    };
  }, [base, frames, fonts, pageCanvas, workerCanvas, renderer]);
  return controller;
}

interface Tooltip {
  x: number;
  y: number;
  item: Selection;
  /** The station under the pointer; -1 for none. */
  station: number;
}

interface PictureProps extends MachineViewProps {
  base: SceneBase;
  scene(): MachineScene | null;
  /** The lower canvas, which the page paints (see offscreen). */
  setPageCanvas(canvas: HTMLCanvasElement | null): void;
  setWorkerCanvas(canvas: HTMLCanvasElement | null): void;
}

function Picture(props: PictureProps) {
  const { base, scene, onSelect, onHighlight, selection, frames } = props;
  const { width, height } = base.layout;
  const [tip, setTip] = useState<Tooltip | null>(null);
  // The tooltip needs fresh text; the texts for a screen reader may be older.
  useThrottledFrame(frames, tip === null ? 1000 : 100);
  const itemUnder = (event: PointerEvent): Selection => {
    const now = scene();
    if (now === null) return null;
    const box = event.currentTarget.getBoundingClientRect();
    return itemAt(now, event.clientX - box.left, event.clientY - box.top);
  };
  const point = (event: PointerEvent) => {
    if (event.pointerType === "touch") return;
    const item = itemUnder(event);
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const now = scene();
    const station = now === null || item?.kind !== "context" ? -1 : stationAt(now, x, y);
    setTip({ x, y, item, station });
    onHighlight?.(
      item !== null && now !== null && station >= 0
        ? { ...item, steps: stationSteps(now, station) }
        : item,
    );
  };
  const leave = () => {
    setTip(null);
    onHighlight?.(null);
  };
  const choose = (event: PointerEvent) => {
    const item = itemUnder(event);
    onSelect(isSameItem(item, inspectedItem(selection)) ? null : item);
  };
  const current = scene();
  // The inspector already describes the selected item.
  const words =
    tip === null || current === null || isSameItem(tip.item, inspectedItem(selection))
      ? ""
      : tip.station >= 0
        ? describeStation(current, tip.station)
        : describeItem(current, tip.item);
  return (
    <div className="machine-picture" style={{ height }}>
      <canvas ref={props.setPageCanvas} aria-hidden="true" style={{ width, height }} />
      <canvas
        ref={props.setWorkerCanvas}
        data-picture=""
        // The end-to-end tests read the size of the smallest text.
        data-font-size={Math.min(base.layout.fontSizes.small, base.layout.fontSizes.body)}
        className="machine-live"
        aria-hidden="true"
        style={{ width, height }}
        onPointerMove={point}
        onPointerLeave={leave}
        onPointerUp={choose}
      />
      <p className="machine-words" data-testid="machine-words">
        {current === null ? "" : describeWastedWork(current)}
      </p>
      <MachineTargets
        base={base}
        scene={scene}
        frames={frames}
        selection={selection}
        onSelect={onSelect}
      />
      {words === "" || tip === null ? null : (
        <div
          className="machine-tip"
          role="presentation"
          style={tooltipPosition(base.layout, tip.y)}
        >
          {words}
        </div>
      )}
    </div>
  );
}
