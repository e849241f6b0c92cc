// Shows the machine on its surface whenever a frame comes, outside React's renders. Keeps the display state, and
// draws again after the last frame, so that it settles.
import type { Frame } from "../../frame/frame";
import type { Selection } from "../../frame/selection";
import {
  initialDisplay,
  nextDisplay,
  type DisplayState,
} from "../../pictures/machine/motion/display-state";
import type { Palette } from "../../ui/palette";
import { pixelRatio } from "../../pictures/painter/paint";
import type { Surface } from "../../pictures/painter/surface";
import type { MachineScene, SceneBase } from "../../pictures/machine/draw/scene";

/** After the last frame it draws twice more, so that labels and indicators settle. */
const SETTLE_MILLISECONDS = [450, 1300];

export interface MachineInputs {
  palette: Palette;
  selection: Selection;
  highlight: Selection;
  reducedMotion: boolean;
  motionSpan: number;
  /** The least CPU time in seconds that the full width of the wasted work stands for. */
  wastedWorkFullScale: number;
}

export class MachineController {
  private display: DisplayState | null = null;
  private shownAt = -1;
  private settling: ReturnType<typeof setTimeout> | null = null;
  /** The newest frame, its time of arrival, and how many of the settling delays have passed. */
  private newest = { frame: null as Frame | null, at: -Infinity, settled: 0 };
  private lastScene: MachineScene | null = null;

  constructor(
    private readonly surface: Surface,
    readonly base: SceneBase,
    private inputs: MachineInputs,
  ) {}

  get scene(): MachineScene | null {
    return this.lastScene;
  }

  update(inputs: MachineInputs, frame: Frame | null) {
    this.inputs = inputs;
    this.draw(frame);
  }

  /** Draws a new frame. */
  onFrame(frame: Frame | null) {
    this.draw(frame);
    this.newest = { frame, at: performance.now(), settled: 0 };
    if (this.settling === null) this.scheduleSettling();
  }

  stop() {
    if (this.settling !== null) clearTimeout(this.settling);
  }

  /** Uses one timer and not one for each frame. The timer starts again if a newer frame has come meanwhile. */
  private scheduleSettling() {
    const asked = this.newest;
    const delay = SETTLE_MILLISECONDS[asked.settled];
    this.settling = null;
    if (delay === undefined) return;
    const settle = () => {
      if (asked === this.newest) {
        this.draw(asked.frame);
        asked.settled += 1;
      }
      this.scheduleSettling();
    };
    this.settling = setTimeout(settle, Math.max(0, asked.at + delay - performance.now()));
  }

  private draw(frame: Frame | null) {
    if (frame === null || frame.contexts.length !== this.base.topology.contexts.length) return;
    const parts = this.nextScene(frame);
    const { palette } = this.inputs;
    this.surface.show({ picture: "machine", palette, ratio: pixelRatio(), ...parts }, frame);
    this.lastScene = { ...parts, frame };
  }

  /** The next scene without its frame. */
  private nextScene(frame: Frame): Omit<MachineScene, "frame"> {
    const { topology, layout } = this.base;
    const now = performance.now() / 1000;
    const isSameTime = frame.t === this.shownAt;
    this.shownAt = frame.t;
    // While the shown time does not change, nothing can flash, so the display shows the current values.
    const fresh = this.display === null || (isSameTime && this.hasSettled(now));
    this.display = fresh
      ? initialDisplay(topology, layout.stations, frame, now, this.display)
      : nextDisplay(this.display as DisplayState, topology, layout.stations, frame, now);
    if (!isSameTime) this.movedAt = now;
    const { selection, highlight, reducedMotion, motionSpan, wastedWorkFullScale } = this.inputs;
    return {
      ...this.base,
      display: this.display,
      selection,
      highlight,
      reducedMotion,
      motionSpan,
      wastedWorkFullScale,
    };
  }

  private movedAt = -Infinity;

  private hasSettled(now: number): boolean {
    return now - this.movedAt > 0.4;
  }
}
