// The page's side of the renderer. A worker paints if the browser allows it, else the page does. The page also
// paints until the worker has answered.
import type { Frame } from "../../frame/frame";
import { Painter, type Drawing } from "./paint";
import type { InputChanges } from "./pictures";
import { RecentFrames, type PaintAnswer, type PaintCommand, type SentFrame } from "./protocol";
import { Surface } from "./surface";

export interface PaintWorker {
  postMessage(message: PaintCommand, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<PaintAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface RendererEnvironment {
  /** Null if the browser has no OffscreenCanvas. */
  spawn(): PaintWorker | null;
  /** Runs this when the picture that the worker painted is visible. */
  whenVisible(run: () => void): void;
  painter?(canvas: HTMLCanvasElement): Pick<Painter, "draw">;
}

export class OffscreenRenderer {
  private worker: PaintWorker | null;
  /** The worker has answered that it can paint. */
  private isReady = false;
  private readonly surfaces = new Map<HTMLCanvasElement, Surface>();
  /** Canvases that the worker owns: a canvas can be transferred once. */
  private readonly transferred = new WeakSet<HTMLCanvasElement>();
  private readonly sentFrames = new RecentFrames();
  private nextFrameNumber = 0;
  private nextNumber = 0;

  constructor(private readonly environment: RendererEnvironment) {
    this.worker = environment.spawn();
    if (this.worker === null) return;
    this.worker.onmessage = ({ data }) => this.handleAnswer(data);
    this.worker.onerror = () => this.stopWorker();
  }

  /** The surface of these two canvases, of which the second lies over the first. */
  attach(pageCanvas: HTMLCanvasElement, workerCanvas: HTMLCanvasElement): Surface {
    const known = this.surfaces.get(workerCanvas);
    if (known !== undefined) return known;
    const { whenVisible, painter = (canvas) => new Painter(canvas) } = this.environment;
    const send = this.send.bind(this);
    const host = { send, whenVisible, painter };
    const surface = new Surface(this.nextNumber++, pageCanvas, workerCanvas, host);
    this.surfaces.set(workerCanvas, surface);
    return surface;
  }

  /** The picture of the surface that this canvas is the upper one of; null for any other canvas. */
  drawingOf(canvas: HTMLCanvasElement): Drawing | null {
    return this.surfaces.get(canvas)?.drawing ?? null;
  }

  /** Paints every picture again with this many device pixels per CSS pixel: a paused machine sends no frame for it. */
  setPixelRatio(ratio: number): void {
    for (const surface of this.surfaces.values()) surface.setPixelRatio(ratio);
  }

  /** Forgets the surface of a canvas that left the page. */
  detach(workerCanvas: HTMLCanvasElement): void {
    const surface = this.surfaces.get(workerCanvas);
    if (surface === undefined) return;
    this.surfaces.delete(workerCanvas);
    this.worker?.postMessage({ kind: "detach", surface: surface.number });
  }

  private send(
    surface: Surface,
    changes: InputChanges,
    frames: readonly Frame[],
    revision: number,
  ): boolean {
    if (this.worker === null || !this.isReady) return false;
    const { number, workerCanvas } = surface;
    if (!this.transferred.has(workerCanvas)) {
      this.transferred.add(workerCanvas);
      const canvas = workerCanvas.transferControlToOffscreen();
      this.worker.postMessage({ kind: "attach", surface: number, canvas }, [canvas]);
    }
    const sent = frames.map((frame) => this.toSend(frame));
    this.worker.postMessage({ kind: "show", surface: number, changes, frames: sent, revision });
    return true;
  }

  private toSend(frame: Frame): SentFrame {
    const known = this.sentFrames.numberOf(frame);
    if (known !== undefined) return { number: known, data: null };
    const number = this.nextFrameNumber++;
    this.sentFrames.add(number, frame);
    return { number, data: frame.data };
  }

  private handleAnswer(answer: PaintAnswer): void {
    if (answer.kind === "ready") {
      if (answer.canPaint) this.isReady = true;
      else this.stopWorker();
      return;
    }
    const byNumber = new Map([...this.surfaces.values()].map((one) => [one.number, one]));
    for (const { surface, t, revision } of answer.surfaces) {
      byNumber.get(surface)?.workerPainted(t, revision);
    }
  }

  /** Stops it for good: the canvases that it owns are lost, and the page paints from now on. */
  private stopWorker(): void {
    this.worker?.terminate();
    this.worker = null;
    for (const surface of this.surfaces.values()) surface.workerFailed();
  }
}
