// A picture in the page: two canvases, one over the other. The worker paints the upper one. What has to be
// seen at once (the first picture, another size, other colours) the page paints on the lower one, and all
// pictures where there is no worker. One of the two is seen.
import type { Frame } from "../../frame/frame";
import type { Painter } from "../canvas/paint";
import { drawingOf, type Parts } from "./pictures";
import { changesOf, type Changes } from "./protocol";

/** What a board asks of its studio. */
export interface Beside {
  /** Sends the picture to the worker; false when there is none. */
  send(board: Board, changes: Changes, frame: Frame, look: number): boolean;
  /** Runs this when what the worker has painted is seen. */
  whenSeen(run: () => void): void;
  painter(): Pick<Painter, "draw">;
}

export class Board {
  /** Called with the moment that stands in the picture now. */
  onPainted: (t: number) => void = () => undefined;
  private readonly painter: Pick<Painter, "draw">;
  private shown: { parts: Parts; frame: Frame } | null = null;
  /** What the worker was sent last. */
  private sent: Parts | null = null;
  /** Counts sizes and colours; the upper canvas is seen when it has been painted in the present ones. */
  private look = 0;
  private seen = -1;

  constructor(
    readonly number: number,
    private readonly lower: HTMLCanvasElement,
    readonly upper: HTMLCanvasElement,
    private readonly beside: Beside,
  ) {
    this.painter = beside.painter();
  }

  show(parts: Parts, frame: Frame): void {
    const before = this.shown?.parts ?? null;
    this.shown = { parts, frame };
    if (before === null || looksOther(before, parts)) this.renew();
    const goes = this.beside.send(this, changesOf(this.sent, parts), frame, this.look);
    this.sent = goes ? parts : null;
    if (!goes || this.seen !== this.look) this.paintHere();
  }

  /** The next picture has to be seen at once: a font came, or what it is of is another. */
  renew(): void {
    this.look += 1;
  }

  /** The worker painted a picture of this moment. */
  painted(t: number, look: number): void {
    this.onPainted(t);
    if (look !== this.look || this.seen === look) return;
    this.beside.whenSeen(() => {
      if (look !== this.look || this.sent === null) return;
      this.seen = look;
      this.see("upper");
    });
  }

  /** The worker broke, and the upper canvas with it. */
  lost(): void {
    this.sent = null;
    this.renew();
    if (this.shown !== null) this.paintHere();
  }

  private paintHere(): void {
    if (this.shown === null) return;
    const { parts, frame } = this.shown;
    this.see("lower");
    if (this.painter.draw(this.lower, drawingOf(parts, frame), parts)) this.onPainted(frame.t);
  }

  /** Of the upper one what is painted is hidden: it goes on being pointed at and shows that it has the focus. */
  private see(which: "lower" | "upper"): void {
    this.upper.style.objectPosition = which === "lower" ? "-100000px 0" : "";
    this.lower.style.visibility = which === "lower" ? "" : "hidden";
  }
}

function looksOther(before: Parts, now: Parts): boolean {
  const [old, present] = [before, now].map(({ palette, ratio, ...parts }) => [
    palette,
    ratio,
    parts.picture === "machine" ? parts.layout : parts.rows,
  ]);
  return present?.some((part, index) => part !== old?.[index]) ?? true;
}
