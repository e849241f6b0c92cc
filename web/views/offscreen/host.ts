// The worker's side of the renderer: keeps what each surface shows and paints the surfaces that received a
// message. If several pictures of a surface came while it painted, it paints only the newest.
import { readFrame, type Frame } from "../../frame/frame";
import type { Painter } from "../canvas/paint";
import { drawPicture, type PictureInput } from "./pictures";
import type { PaintAnswer, PaintCommand, ShowCommand } from "./protocol";

interface HostedSurface {
  painter: Pick<Painter, "draw">;
  input: PictureInput | null;
  frame: Frame | null;
  revision: number;
  /** A message came after it was painted. */
  isStale: boolean;
}

export interface HostEnvironment {
  post(answer: PaintAnswer): void;
  /** Runs this after the messages that already wait. */
  afterMessages(run: () => void): void;
  painter(canvas: OffscreenCanvas): Pick<Painter, "draw">;
}

export class PaintHost {
  private readonly surfaces = new Map<number, HostedSurface>();
  private frame: Frame | null = null;
  private isScheduled = false;

  constructor(private readonly environment: HostEnvironment) {}

  handle(command: PaintCommand): void {
    switch (command.kind) {
      case "attach":
        this.surfaces.set(command.surface, {
          painter: this.environment.painter(command.canvas),
          input: null,
          frame: null,
          revision: 0,
          isStale: false,
        });
        return;
      case "show":
        return this.show(command);
      case "detach":
        this.surfaces.delete(command.surface);
    }
  }

  /** Paints every surface again, after the fonts have loaded. */
  repaintAll(): void {
    for (const surface of this.surfaces.values()) surface.isStale = true;
    this.schedulePaint();
  }

  private show({ surface: number, changes, frame, revision }: ShowCommand): void {
    if (frame !== null) this.frame = readFrame(frame);
    const surface = this.surfaces.get(number);
    if (surface === undefined) return;
    surface.input = { ...surface.input, ...changes } as PictureInput;
    surface.frame = this.frame;
    surface.revision = revision;
    surface.isStale = true;
    this.schedulePaint();
  }

  private schedulePaint(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.environment.afterMessages(() => this.paint());
  }

  private paint(): void {
    this.isScheduled = false;
    const painted = [...this.surfaces].flatMap(([number, surface]) => {
      const { painter, input, frame, revision, isStale } = surface;
      surface.isStale = false;
      if (!isStale || input === null || frame === null) return [];
      painter.draw(drawPicture(input, frame), input);
      return [{ surface: number, t: frame.t, revision }];
    });
    if (painted.length > 0) this.environment.post({ kind: "painted", surfaces: painted });
  }
}
