// The worker's side of painting: keeps what each board shows and paints those that were sent something.
// Of several pictures that came while it painted, only the newest is painted.
import { readFrame, type Frame } from "../../frame/frame";
import type { Painter, Sheet } from "../canvas/paint";
import { drawingOf, type Parts } from "./pictures";
import type { PaintAnswer, PaintCommand } from "./protocol";

interface Board {
  sheet: Sheet;
  painter: Pick<Painter, "draw">;
  parts: Parts | null;
  frame: Frame | null;
  look: number;
  /** Sent something since it was painted. */
  stale: boolean;
}

export interface HostParts {
  post(answer: PaintAnswer): void;
  /** Runs this after the messages that wait already. */
  later(run: () => void): void;
  painter(): Pick<Painter, "draw">;
}

export class PaintHost {
  private readonly boards = new Map<number, Board>();
  private frame: Frame | null = null;
  private due = false;

  constructor(private readonly around: HostParts) {}

  handle(command: PaintCommand): void {
    switch (command.kind) {
      case "hang":
        this.boards.set(command.board, {
          sheet: command.canvas,
          painter: this.around.painter(),
          parts: null,
          frame: null,
          look: 0,
          stale: false,
        });
        return;
      case "show":
        return this.show(command);
      case "takeDown":
        this.boards.delete(command.board);
    }
  }

  /** Fonts came: everything is painted once more. */
  again(): void {
    for (const board of this.boards.values()) board.stale = true;
    this.paintSoon();
  }

  private show({ board, changes, frame, look }: Extract<PaintCommand, { kind: "show" }>): void {
    if (frame !== null) this.frame = readFrame(frame);
    const shown = this.boards.get(board);
    if (shown === undefined) return;
    shown.parts = { ...shown.parts, ...changes } as Parts;
    shown.frame = this.frame;
    shown.look = look;
    shown.stale = true;
    this.paintSoon();
  }

  private paintSoon(): void {
    if (this.due) return;
    this.due = true;
    this.around.later(() => this.paint());
  }

  private paint(): void {
    this.due = false;
    const painted = [...this.boards].flatMap(([board, shown]) => {
      const { sheet, painter, parts, frame, look, stale } = shown;
      shown.stale = false;
      if (!stale || parts === null || frame === null) return [];
      painter.draw(sheet, drawingOf(parts, frame), parts);
      return [{ board, t: frame.t, look }];
    });
    if (painted.length > 0) this.around.post({ kind: "painted", boards: painted });
  }
}
