// Shows the timeline of one machine, or of two, whenever a frame comes or a person moves the range, outside React's renders. A
// requested range is shown at once, with the data of the last frame; the next frames bring its data. The frames of two
// machines come in the same animation frame: the picture is drawn once both are there.
import type { Frame } from "../../frame/frame";
import type { TimeRange } from "../../frame/timescale";
import { pixelRatio, type PaintStyle } from "../../pictures/painter/paint";
import type { Surface } from "../../pictures/painter/surface";
import { timelinesLayout } from "../../pictures/timeline/draw/layout";
import type { TimelinesLayout, TimelinesScene } from "../../pictures/timeline/draw/scene";
import { callDepths } from "../../pictures/timeline/draw/spans";
import { grownCalls, RequestedRange } from "./requested-range";

export interface TimelineInputs
  extends Omit<TimelinesScene, "layout" | "frames" | "range">, Pick<PaintStyle, "palette"> {
  /** Font size for a projector in CSS pixels; 0 on a screen. */
  projectorFontSize: number;
  maxHeight: number;
}

export class TimelineController {
  private readonly calls: (readonly number[])[];
  private readonly requested = new RequestedRange();
  private readonly frames: (Frame | null)[];
  /** The machines whose frame came after the picture was drawn. */
  private readonly news = new Set<number>();
  private nextDraw = 0;
  layout: TimelinesLayout;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly surface: Surface,
    private readonly width: number,
    private inputs: TimelineInputs,
    private readonly onHeight: (height: number) => void,
  ) {
    this.calls = inputs.topologies.map(({ contexts }) => contexts.map(() => 1));
    this.frames = inputs.topologies.map(() => null);
    this.layout = this.computeLayout();
  }

  get range(): TimeRange | null {
    const [frame = null] = this.frames;
    return this.requested.range ?? (frame && { from: frame.from, to: frame.to });
  }

  get scene(): TimelinesScene | null {
    const { range } = this;
    const frames = this.frames.filter((frame) => frame !== null);
    if (range === null || frames.length < this.frames.length) return null;
    const { topologies, selections, highlights, measure, loop } = this.inputs;
    const shown = { topologies, selections, highlights, measure, loop };
    return { ...shown, layout: this.layout, frames, range };
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

  onFrame(machine: number, frame: Frame | null) {
    const topology = this.inputs.topologies[machine];
    if (frame === null || frame.contexts.length !== topology?.contexts.length) return;
    this.frames[machine] = frame;
    if (machine === 0) this.requested.settle(frame);
    const known = this.calls[machine] ?? [];
    const calls = grownCalls(known, callDepths({ frame, topology }));
    if (calls !== known) {
      this.calls[machine] = calls;
      this.updateLayout();
    }
    this.news.add(machine);
    if (this.news.size === this.frames.length) this.draw();
    else if (this.nextDraw === 0) this.nextDraw = requestAnimationFrame(() => this.draw());
  }

  stop() {
    cancelAnimationFrame(this.nextDraw);
  }

  draw() {
    cancelAnimationFrame(this.nextDraw);
    this.nextDraw = 0;
    this.news.clear();
    const { scene } = this;
    const plot = this.layout.machines[0]?.plot;
    if (scene === null || plot === undefined) return;
    const { palette } = this.inputs;
    const { frames, ...parts } = scene;
    const style = { palette, ratio: pixelRatio() };
    this.surface.show({ picture: "timeline", ...style, ...parts }, ...frames);
    // The end-to-end tests read the visible range and its position.
    this.canvas.dataset.from = String(scene.range.from);
    this.canvas.dataset.to = String(scene.range.to);
    this.canvas.dataset.plot = `${plot.x} ${plot.w}`;
  }

  private updateLayout() {
    this.layout = this.computeLayout();
    this.onHeight(this.layout.height);
  }

  private computeLayout(): TimelinesLayout {
    const { topologies, projectorFontSize, maxHeight } = this.inputs;
    const options = { projectorFontSize, maxHeight };
    return timelinesLayout(topologies, this.width, this.calls, options);
  }
}
