// The worker's side of the renderer: keeps what each surface shows and paints the surfaces that received a
// message. If several pictures of a surface came while it painted, it paints only the newest.
import { readFrame, type Frame } from "../../frame/frame";
import type { Painter } from "./paint";
import { drawPicture, type PictureInput } from "./pictures";
import { RecentFrames, type PaintAnswer, type PaintCommand, type ShowCommand } from "./protocol";

interface HostedSurface {
  painter: Pick<Painter, "draw">;
  input: PictureInput | null;
  frames: Frame[];
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

export class PaintServer {
  private readonly surfaces = new Map<number, HostedSurface>();
  private readonly frames = new RecentFrames();
  private isScheduled = false;

  constructor(private readonly environment: HostEnvironment) {}

  handle(command: PaintCommand): void {
    switch (command.kind) {
      case "attach":
        this.surfaces.set(command.surface, {
          painter: this.environment.painter(command.canvas),
          input: null,
          frames: [],
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

  private show({ surface: number, changes, frames, revision }: ShowCommand): void {
    for (const { number: one, data } of frames) {
      if (data !== null) this.frames.add(one, readFrame(data));
    }
    const surface = this.surfaces.get(number);
    if (surface === undefined) return;
    surface.input = { ...surface.input, ...changes } as PictureInput;
    surface.frames = frames.flatMap((one) => this.frames.get(one.number) ?? []);
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
      const { painter, input, frames, revision, isStale } = surface;
      const [first] = frames;
      surface.isStale = false;
      if (!isStale || input === null || first === undefined) return [];
      painter.draw(drawPicture(input, frames), input);
      return [{ surface: number, t: first.t, revision }];
    });
    if (painted.length > 0) this.environment.post({ kind: "painted", surfaces: painted });
  }
}
