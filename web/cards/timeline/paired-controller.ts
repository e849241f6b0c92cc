// Shows the timelines of two machines when their frames come, outside React's renders (controller.ts does it for one
// machine). The frames of both come in the same animation frame: the picture is drawn once both are there.
import type { Frame } from "../../frame/frame";
import type { TimeRange } from "../../frame/timescale";
import { pixelRatio, type PaintStyle } from "../../pictures/painter/paint";
import type { Surface } from "../../pictures/painter/surface";
import { callDepths } from "../../pictures/timeline/draw/spans";
import {
  pairedTimelineLayout,
  type PairedTimelineLayout,
  type PairedTimelineScene,
} from "../../pictures/timeline/draw/paired-scene";
import { grownCalls, RequestedRange } from "./requested-range";

export interface PairedTimelineInputs
  extends Omit<PairedTimelineScene, "layout" | "frames" | "range">, Pick<PaintStyle, "palette"> {
  /** Font size for a projector in CSS pixels; 0 on a screen. */
  projectorFontSize: number;
}

export class PairedTimelineController {
  private calls: [readonly number[], readonly number[]];
  private readonly requested = new RequestedRange();
  private readonly frames: [Frame | null, Frame | null] = [null, null];
  /** The machines whose frame came after the picture was drawn. */
  private readonly news = new Set<number>();
  private nextDraw = 0;
  layout: PairedTimelineLayout;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly surface: Surface,
    private readonly width: number,
    private inputs: PairedTimelineInputs,
    private readonly onHeight: (height: number) => void,
  ) {
    const [first, second] = inputs.topologies;
    this.calls = [first.contexts.map(() => 1), second.contexts.map(() => 1)];
    this.layout = this.computeLayout();
  }

  get range(): TimeRange | null {
    const [frame] = this.frames;
    return this.requested.range ?? (frame && { from: frame.from, to: frame.to });
  }

  get scene(): PairedTimelineScene | null {
    const [first, second] = this.frames;
    const { range } = this;
    if (first === null || second === null || range === null) return null;
    const { topologies, selections, highlights, measure, loop } = this.inputs;
    const shown = { topologies, selections, highlights, measure, loop };
    return { ...shown, layout: this.layout, frames: [first, second], range };
  }

  /** Shows this range at once. Afterwards the frames decide. */
  showRange(range: TimeRange) {
    this.requested.request(range);
    this.draw();
  }

  update(inputs: PairedTimelineInputs) {
    this.inputs = inputs;
    this.draw();
  }

  onFrame(machine: 0 | 1, frame: Frame | null) {
    const { contexts } = this.inputs.topologies[machine];
    if (frame === null || frame.contexts.length !== contexts.length) return;
    this.frames[machine] = frame;
    if (machine === 0) this.requested.settle(frame);
    this.growLanes(machine, frame);
    this.news.add(machine);
    if (this.news.size > 1) this.draw();
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
    if (scene === null) return;
    const { palette } = this.inputs;
    const { frames, ...parts } = scene;
    const style = { palette, ratio: pixelRatio() };
    this.surface.show({ picture: "paired-timeline", ...style, ...parts }, ...frames);
    // The end-to-end tests read the visible range and its position.
    const { plot } = this.layout.machines[0];
    this.canvas.dataset.from = String(scene.range.from);
    this.canvas.dataset.to = String(scene.range.to);
    this.canvas.dataset.plot = `${plot.x} ${plot.w}`;
  }

  private growLanes(machine: 0 | 1, frame: Frame) {
    const topology = this.inputs.topologies[machine];
    const calls = grownCalls(this.calls[machine], callDepths({ frame, topology }));
    if (calls === this.calls[machine]) return;
    this.calls[machine] = calls;
    this.layout = this.computeLayout();
    this.onHeight(this.layout.height);
  }

  private computeLayout(): PairedTimelineLayout {
    const { topologies, projectorFontSize } = this.inputs;
    return pairedTimelineLayout(topologies, this.width, this.calls, projectorFontSize);
  }
}
