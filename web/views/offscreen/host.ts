// The worker's side of painting: keeps what each board shows and paints those that were sent something.
// Of several pictures that came while it painted, only the newest is painted.
import { readFrame, type Frame } from "../../frame/frame";
import type { Painter, Canvas } from "../canvas/paint";
import { drawPicture, type PictureInput } from "./pictures";
import type { PaintAnswer, PaintCommand } from "./protocol";

interface HostedSurface {
  canvas: Canvas;
  painter: Pick<Painter, "draw">;
  parts: PictureInput | null;
  frame: Frame | null;
  revision: number;
  /** Sent something since it was painted. */
  isStale: boolean;
}

export interface HostEnvironment {
  post(answer: PaintAnswer): void;
  /** Runs this after the messages that wait already. */
  afterMessages(run: () => void): void;
  painter(): Pick<Painter, "draw">;
}

export class PaintHost {
  private readonly surfaces = new Map<number, HostedSurface>();
  private frame: Frame | null = null;
  private isScheduled = false;

  constructor(private readonly environment: HostEnvironment) {}

  handle(command: PaintCommand): void {
    switch (command.kind) {
      case "hang":
        this.surfaces.set(command.board, {
          canvas: command.canvas,
          painter: this.environment.painter(),
          parts: null,
          frame: null,
          revision: 0,
          isStale: false,
        });
        return;
      case "show":
        return this.show(command);
      case "takeDown":
        this.surfaces.delete(command.board);
    }
  }

  /** Fonts came: everything is painted once more. */
  repaintAll(): void {
    for (const board of this.surfaces.values()) board.isStale = true;
    this.paintSoon();
  }

  private show({ board, changes, frame, look }: Extract<PaintCommand, { kind: "show" }>): void {
    if (frame !== null) this.frame = readFrame(frame);
    const shown = this.surfaces.get(board);
    if (shown === undefined) return;
    shown.parts = { ...shown.parts, ...changes } as PictureInput;
    shown.frame = this.frame;
    shown.revision = look;
    shown.isStale = true;
    this.paintSoon();
  }

  private paintSoon(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.environment.afterMessages(() => this.paint());
  }

  private paint(): void {
    this.isScheduled = false;
    const painted = [...this.surfaces].flatMap(([board, shown]) => {
      const { canvas, painter, parts, frame, revision, isStale } = shown;
      shown.isStale = false;
      if (!isStale || parts === null || frame === null) return [];
      painter.draw(canvas, drawPicture(parts, frame), parts);
      return [{ board, t: frame.t, look: revision }];
    });
    if (painted.length > 0) this.environment.post({ kind: "painted", boards: painted });
  }
}
