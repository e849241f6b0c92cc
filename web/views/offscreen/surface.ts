// A picture in the page: two canvases, one over the other. The worker paints the upper one. What has to be
// seen at once (the first picture, another size, other colours) the page paints on the lower one, and all
// pictures where there is no worker. One of the two is seen.
import type { Frame } from "../../frame/frame";
import type { Painter } from "../canvas/paint";
import { drawPicture, type PictureInput } from "./pictures";
import { changedInputs, type InputChanges } from "./protocol";

/** What a board asks of its studio. */
export interface SurfaceHost {
  /** Sends the picture to the worker; false when there is none. */
  send(board: Surface, changes: InputChanges, frame: Frame, look: number): boolean;
  /** Runs this when what the worker has painted is seen. */
  whenVisible(run: () => void): void;
  painter(): Pick<Painter, "draw">;
}

export class Surface {
  /** Called with the moment that stands in the picture now. */
  onPainted: (t: number) => void = () => undefined;
  private readonly painter: Pick<Painter, "draw">;
  private shown: { parts: PictureInput; frame: Frame } | null = null;
  /** What the worker was sent last. */
  private sent: PictureInput | null = null;
  /** Counts sizes and colours; the upper canvas is seen when it has been painted in the present ones. */
  private revision = 0;
  private visibleRevision = -1;

  constructor(
    readonly number: number,
    private readonly pageCanvas: HTMLCanvasElement,
    readonly workerCanvas: HTMLCanvasElement,
    private readonly host: SurfaceHost,
  ) {
    this.painter = host.painter();
  }

  show(parts: PictureInput, frame: Frame): void {
    const before = this.shown?.parts ?? null;
    this.shown = { parts, frame };
    if (before === null || changesAppearance(before, parts)) this.invalidate();
    const goes = this.host.send(this, changedInputs(this.sent, parts), frame, this.revision);
    this.sent = goes ? parts : null;
    if (!goes || this.visibleRevision !== this.revision) this.paintOnPage();
  }

  /** The next picture has to be seen at once: a font came, or what it is of is another. */
  invalidate(): void {
    this.revision += 1;
  }

  /** The worker painted a picture of this moment. */
  workerPainted(t: number, look: number): void {
    this.onPainted(t);
    if (look !== this.revision || this.visibleRevision === look) return;
    this.host.whenVisible(() => {
      if (look !== this.revision || this.sent === null) return;
      this.visibleRevision = look;
      this.showCanvas("upper");
    });
  }

  /** The worker broke, and the upper canvas with it. */
  workerFailed(): void {
    this.sent = null;
    this.invalidate();
    if (this.shown !== null) this.paintOnPage();
  }

  private paintOnPage(): void {
    if (this.shown === null) return;
    const { parts, frame } = this.shown;
    this.showCanvas("lower");
    if (this.painter.draw(this.pageCanvas, drawPicture(parts, frame), parts))
      this.onPainted(frame.t);
  }

  /** Of the upper one what is painted is hidden: it goes on being pointed at and shows that it has the focus. */
  private showCanvas(which: "lower" | "upper"): void {
    this.workerCanvas.style.objectPosition = which === "lower" ? "-100000px 0" : "";
    this.pageCanvas.style.visibility = which === "lower" ? "" : "hidden";
  }
}

function changesAppearance(before: PictureInput, now: PictureInput): boolean {
  const [old, present] = [before, now].map(({ palette, ratio, ...parts }) => [
    palette,
    ratio,
    parts.picture === "machine" ? parts.layout : parts.layout,
  ]);
  return present?.some((part, index) => part !== old?.[index]) ?? true;
}
