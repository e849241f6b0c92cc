// One picture in the page: two canvases, one over the other. The worker paints the upper canvas. The page
// paints the lower one when a picture must be visible at once (the first picture, another size, other
// colours), and every picture if there is no worker. Only one of the two canvases is visible.
import type { Frame } from "../../frame/frame";
import type { Drawing, Painter } from "./paint";
import { changedInputs, drawPicture, type InputChanges, type PictureInput } from "./pictures";

/** What a surface needs from its renderer. */
export interface SurfaceHost {
  /** Sends the picture to the worker. Returns false if there is no worker. */
  send(
    surface: Surface,
    changes: InputChanges,
    frames: readonly Frame[],
    revision: number,
  ): boolean;
  /** Runs this when the picture that the worker painted is visible. */
  whenVisible(run: () => void): void;
  painter(canvas: HTMLCanvasElement): Pick<Painter, "draw">;
}

export class Surface {
  /** Called with the shown time of every picture that was painted. */
  onPainted: (t: number) => void = () => undefined;
  private readonly painter: Pick<Painter, "draw">;
  private shown: { input: PictureInput; frames: readonly Frame[] } | null = null;
  /** The input that the worker received last. */
  private sent: PictureInput | null = null;
  /** Counts changes of size and colours. The worker's canvas is shown once it has this revision. */
  private revision = 0;
  private visibleRevision = -1;

  constructor(
    readonly number: number,
    private readonly pageCanvas: HTMLCanvasElement,
    readonly workerCanvas: HTMLCanvasElement,
    private readonly host: SurfaceHost,
  ) {
    this.painter = host.painter(pageCanvas);
  }

  /** Shows a picture of one frame, or of one frame of each machine. */
  show(input: PictureInput, ...frames: readonly Frame[]): void {
    const before = this.shown?.input ?? null;
    this.shown = { input, frames };
    if (before === null || changesAppearance(before, input)) this.invalidate();
    const isSent = this.host.send(this, changedInputs(this.sent, input), frames, this.revision);
    this.sent = isSent ? input : null;
    if (!isSent || this.visibleRevision !== this.revision) this.paintOnPage();
  }

  /** Shows the last picture again with another resolution. */
  setPixelRatio(ratio: number): void {
    if (this.shown !== null) this.show({ ...this.shown.input, ratio }, ...this.shown.frames);
  }

  /** The page paints the next picture, so that it is visible at once: after a font arrived, for example. */
  invalidate(): void {
    this.revision += 1;
  }

  /** The picture that was shown last, for saving it. */
  get drawing(): Drawing | null {
    return this.shown === null ? null : drawPicture(this.shown.input, this.shown.frames);
  }

  /** The worker painted a picture of the time `t`. */
  workerPainted(t: number, revision: number): void {
    this.onPainted(t);
    if (revision !== this.revision || this.visibleRevision === revision) return;
    this.host.whenVisible(() => {
      if (revision !== this.revision || this.sent === null) return;
      this.visibleRevision = revision;
      this.showCanvas("worker");
    });
  }

  /** The worker failed, and its canvas is lost. */
  workerFailed(): void {
    this.sent = null;
    this.invalidate();
    if (this.shown !== null) this.paintOnPage();
  }

  private paintOnPage(): void {
    if (this.shown === null) return;
    const { input, frames } = this.shown;
    this.showCanvas("page");
    if (this.painter.draw(drawPicture(input, frames), input)) this.onPainted(frames[0]?.t ?? 0);
  }

  /** Hides the worker's picture by moving it out of its canvas. The canvas itself stays, because it
   * gets the pointer events and shows the focus. */
  private showCanvas(which: "page" | "worker"): void {
    this.workerCanvas.style.objectPosition = which === "page" ? "-100000px 0" : "";
    this.pageCanvas.style.visibility = which === "page" ? "" : "hidden";
  }
}

/** Whether size, colours or resolution differ. */
function changesAppearance(before: PictureInput, now: PictureInput): boolean {
  return (
    before.palette !== now.palette || before.ratio !== now.ratio || before.layout !== now.layout
  );
}
