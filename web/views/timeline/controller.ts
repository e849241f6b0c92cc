// Shows the timeline whenever a frame comes or a person moves the range, outside React's renders. A requested range
// is shown at once, with the data of the last frame; the next frames bring its data.
import type { Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import type { TimeRange } from "../../frame/timescale";
import type { Topology } from "../../frame/topology";
import type { Palette } from "../../ui/palette";
import { pixelRatio } from "../canvas/paint";
import type { Surface } from "../offscreen/surface";
import { callDepths } from "./draw/spans";
import { timelineLayout, type TimelineLayout, type Measure, type TimelineScene } from "./scene";

/** The timeline gives up a requested range if no frame has it after this time. */
const REQUEST_MILLISECONDS = 500;
/** The engine rounds to whole cycles, so ranges that differ by less are equal. */
const EQUAL_WITHIN_CYCLES = 2;

export interface TimelineInputs {
  topology: Topology;
  palette: Palette;
  selection: Selection;
  highlight: Selection;
  measure: Measure | null;
  loop: TimeRange | null;
  /** Font size for a projector in CSS pixels; 0 on a screen. */
  projectorFontSize: number;
}

export class TimelineController {
  private calls: number[];
  private requested: { range: TimeRange; since: number } | null = null;
  private shownFrame: Frame | null = null;
  layout: TimelineLayout;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly surface: Surface,
    private readonly width: number,
    private inputs: TimelineInputs,
    private readonly onHeight: (height: number) => void,
  ) {
    this.calls = inputs.topology.contexts.map(() => 1);
    this.layout = this.computeLayout();
  }

  get range(): TimeRange | null {
    const frame = this.shownFrame;
    if (this.requested !== null) return this.requested.range;
    return frame === null ? null : { from: frame.from, to: frame.to };
  }

  get scene(): TimelineScene | null {
    const frame = this.shownFrame;
    const range = this.range;
    if (frame === null || range === null) return null;
    const { topology, selection, highlight, measure, loop } = this.inputs;
    return { topology, layout: this.layout, frame, range, selection, highlight, measure, loop };
  }

  /** Shows this range at once. Afterwards the frames decide: see `settleRequest`. */
  showRange(range: TimeRange) {
    this.requested = { range, since: performance.now() };
    this.draw();
  }

  update(inputs: TimelineInputs) {
    this.inputs = inputs;
    this.draw();
  }

  onFrame(frame: Frame | null) {
    if (frame === null || frame.rowCount("contexts") !== this.inputs.topology.contexts.length)
      return;
    this.shownFrame = frame;
    this.settleRequest(frame);
    this.growLanes(frame);
    this.draw();
  }

  /** Ends the request at the first other range after a frame that had the requested range, or when the time is over. */
  private settleRequest(frame: Frame) {
    const { requested } = this;
    if (requested === null) return;
    const near = (a: number, b: number) => Math.abs(a - Math.max(0, b)) <= EQUAL_WITHIN_CYCLES;
    if (near(frame.from, requested.range.from) && near(frame.to, requested.range.to)) {
      requested.since = Infinity;
    } else if (
      requested.since === Infinity ||
      performance.now() - requested.since > REQUEST_MILLISECONDS
    ) {
      this.requested = null;
    }
  }

  /** Lanes only grow, so that they do not change height back and forth. */
  private growLanes(frame: Frame) {
    const seen = callDepths({ frame, topology: this.inputs.topology });
    if (seen.every((depth, context) => depth <= (this.calls[context] ?? 1))) return;
    this.calls = seen.map((depth, context) => Math.max(depth, this.calls[context] ?? 1));
    this.layout = this.computeLayout();
    this.onHeight(this.layout.height);
  }

  private computeLayout(): TimelineLayout {
    const { topology, projectorFontSize } = this.inputs;
    return timelineLayout(topology, this.width, this.calls, projectorFontSize);
  }

  draw() {
    const { scene } = this;
    if (scene === null) return;
    const { palette } = this.inputs;
    const { frame, ...parts } = scene;
    this.surface.show({ picture: "timeline", palette, ratio: pixelRatio(), ...parts }, frame);
    // The end-to-end tests read the visible range and its position.
    const { plot } = this.layout;
    this.canvas.dataset.from = String(scene.range.from);
    this.canvas.dataset.to = String(scene.range.to);
    this.canvas.dataset.plot = `${plot.x} ${plot.w}`;
  }
}
