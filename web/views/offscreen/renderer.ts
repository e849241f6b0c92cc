// Where pictures are painted: in a worker when the browser can, so that the page's thread is free, else on
// the page. Until the worker has answered the page paints.
import type { Frame } from "../../frame/frame";
import { Painter } from "../canvas/paint";
import { Surface } from "./surface";
import type { InputChanges, PaintAnswer, PaintCommand } from "./protocol";

export interface PaintWorker {
  postMessage(message: PaintCommand, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<PaintAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface RendererEnvironment {
  /** Null where the browser has no such thing. */
  spawn(): PaintWorker | null;
  /** Runs this when what the worker has painted is seen. */
  whenVisible(run: () => void): void;
  painter?(): Pick<Painter, "draw">;
}

export class OffscreenRenderer {
  private worker: PaintWorker | null;
  /** The worker has answered that it can paint. */
  private isReady = false;
  private readonly surfaces = new Map<HTMLCanvasElement, Surface>();
  private readonly transferred = new WeakSet<HTMLCanvasElement>();
  private frame: Frame | null = null;
  private nextNumber = 0;

  constructor(private readonly environment: RendererEnvironment) {
    this.worker = environment.spawn();
    if (this.worker === null) return;
    this.worker.onmessage = ({ data }) => this.handleAnswer(data);
    this.worker.onerror = () => this.stopWorker();
  }

  /** The board of these canvases, which lie one over the other. */
  surfaceOf(lower: HTMLCanvasElement, upper: HTMLCanvasElement): Surface {
    const known = this.surfaces.get(upper);
    if (known !== undefined) return known;
    const { whenVisible, painter = () => new Painter() } = this.environment;
    const send = this.send.bind(this);
    const board = new Surface(this.nextNumber++, lower, upper, { send, whenVisible, painter });
    this.surfaces.set(upper, board);
    return board;
  }

  /** The canvas is no longer in the page. */
  detach(upper: HTMLCanvasElement): void {
    const board = this.surfaces.get(upper);
    if (board === undefined) return;
    this.surfaces.delete(upper);
    this.worker?.postMessage({ kind: "takeDown", board: board.number });
  }

  private send(board: Surface, changes: InputChanges, frame: Frame, look: number): boolean {
    if (this.worker === null || !this.isReady) return false;
    const { number, workerCanvas } = board;
    if (!this.transferred.has(workerCanvas)) {
      this.transferred.add(workerCanvas);
      const canvas = workerCanvas.transferControlToOffscreen();
      this.worker.postMessage({ kind: "hang", board: number, canvas }, [canvas]);
    }
    // Once for all pictures of it.
    const sent = frame === this.frame ? null : frame.data;
    this.frame = frame;
    this.worker.postMessage({ kind: "show", board: number, changes, frame: sent, look });
    return true;
  }

  private handleAnswer(answer: PaintAnswer): void {
    if (answer.kind === "ready") {
      if (answer.able) this.isReady = true;
      else this.stopWorker();
      return;
    }
    const boards = new Map([...this.surfaces.values()].map((board) => [board.number, board]));
    for (const { board, t, look } of answer.boards) boards.get(board)?.workerPainted(t, look);
  }

  /** For good: canvases that were given away are lost with the worker. */
  private stopWorker(): void {
    this.worker?.terminate();
    this.worker = null;
    for (const board of this.surfaces.values()) board.workerFailed();
  }
}
