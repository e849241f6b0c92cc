// Shows the timeline whenever a frame comes or a person moves the range, outside React's renders. A requested range
// is shown at once, with the data of the last frame; the next frames bring its data.
import type { Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import type { TimeRange } from "../../frame/timescale";
import type { Topology } from "../../frame/topology";
import type { Palette } from "../../ui/palette";
import { pixelRatio } from "../../pictures/painter/paint";
import type { Surface } from "../../pictures/painter/surface";
import { callDepths } from "../../pictures/timeline/draw/spans";
import { grownCalls, RequestedRange } from "./requested-range";
import {
  timelineLayout,
  type TimelineLayout,
  type Measure,
  type TimelineScene,
} from "../../pictures/timeline/draw/scene";

export interface TimelineInputs {
  topology: Topology;
  palette: Palette;
  selection: Selection;
  highlight: Selection;
  measure: Measure | null;
  loop: TimeRange | null;
  /** Font size for a projector in CSS pixels; 0 on a screen. */
  projectorFontSize: number;
  maxHeight: number;
}

export class TimelineController {
  private calls: readonly number[];
  private readonly requested = new RequestedRange();
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
    return this.requested.range ?? (frame && { from: frame.from, to: frame.to });
  }

  get scene(): TimelineScene | null {
    const frame = this.shownFrame;
    const range = this.range;
    if (frame === null || range === null) return null;
    const { topology, selection, highlight, measure, loop } = this.inputs;
    return { topology, layout: this.layout, frame, range, selection, highlight, measure, loop };
  }

  /** Shows this range at once. Afterwards the frames decide. */
  showRange(range: TimeRange) {
    this.requested.request(range);
    this.draw();
  }

  update(inputs: TimelineInputs) {
    const isOtherHeight = inputs.maxHeight !== this.inputs.maxHeight;
    this.inputs = inputs;
    if (isOtherHeight) this.updateLayout();
    this.draw();
  }

  onFrame(frame: Frame | null) {
    if (frame === null || frame.contexts.length !== this.inputs.topology.contexts.length) return;
    this.shownFrame = frame;
    this.requested.settle(frame);
    this.growLanes(frame);
    this.draw();
  }

  private growLanes(frame: Frame) {
    const calls = grownCalls(this.calls, callDepths({ frame, topology: this.inputs.topology }));
    if (calls === this.calls) return;
    this.calls = calls;
    this.updateLayout();
  }

  private updateLayout() {
    this.layout = this.computeLayout();
    this.onHeight(this.layout.height);
  }

  private computeLayout(): TimelineLayout {
    const { topology, projectorFontSize, maxHeight } = this.inputs;
    return timelineLayout(topology, this.width, this.calls, { projectorFontSize, maxHeight });
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
