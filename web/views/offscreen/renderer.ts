// Where pictures are painted: in a worker when the browser can, so that the page's thread is free, else on
// the page. Until the worker has answered the page paints.
import type { Frame } from "../../frame/frame";
import { Painter } from "../canvas/paint";
import { Board } from "./surface";
import type { Changes, PaintAnswer, PaintCommand } from "./protocol";

export interface PaintWorker {
  postMessage(message: PaintCommand, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<PaintAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

export interface StudioParts {
  /** Null where the browser has no such thing. */
  spawn(): PaintWorker | null;
  /** Runs this when what the worker has painted is seen. */
  whenSeen(run: () => void): void;
  painter?(): Pick<Painter, "draw">;
}

export class Studio {
  private worker: PaintWorker | null;
  /** The worker has answered that it can paint. */
  private able = false;
  private readonly boards = new Map<HTMLCanvasElement, Board>();
  private readonly hung = new WeakSet<HTMLCanvasElement>();
  private frame: Frame | null = null;
  private made = 0;

  constructor(private readonly parts: StudioParts) {
    this.worker = parts.spawn();
    if (this.worker === null) return;
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = () => this.dismiss();
  }

  /** The board of these canvases, which lie one over the other. */
  board(lower: HTMLCanvasElement, upper: HTMLCanvasElement): Board {
    const known = this.boards.get(upper);
    if (known !== undefined) return known;
    const { whenSeen, painter = () => new Painter() } = this.parts;
    const send = this.send.bind(this);
    const board = new Board(this.made++, lower, upper, { send, whenSeen, painter });
    this.boards.set(upper, board);
    return board;
  }

  /** The canvas is no longer in the page. */
  takeDown(upper: HTMLCanvasElement): void {
    const board = this.boards.get(upper);
    if (board === undefined) return;
    this.boards.delete(upper);
    this.worker?.postMessage({ kind: "takeDown", board: board.number });
  }

  private send(board: Board, changes: Changes, frame: Frame, look: number): boolean {
    if (this.worker === null || !this.able) return false;
    const { number, upper } = board;
    if (!this.hung.has(upper)) {
      this.hung.add(upper);
      const canvas = upper.transferControlToOffscreen();
      this.worker.postMessage({ kind: "hang", board: number, canvas }, [canvas]);
    }
    // Once for all pictures of it.
    const sent = frame === this.frame ? null : frame.data;
    this.frame = frame;
    this.worker.postMessage({ kind: "show", board: number, changes, frame: sent, look });
    return true;
  }

  private hear(answer: PaintAnswer): void {
    if (answer.kind === "ready") {
      if (answer.able) this.able = true;
      else this.dismiss();
      return;
    }
    const boards = new Map([...this.boards.values()].map((board) => [board.number, board]));
    for (const { board, t, look } of answer.boards) boards.get(board)?.painted(t, look);
  }

  /** For good: canvases that were given away are lost with the worker. */
  private dismiss(): void {
    this.worker?.terminate();
    this.worker = null;
    for (const board of this.boards.values()) board.lost();
  }
}
