// Where pictures are painted: in a worker when the browser can, so that the page's thread is free, else on
// the page. A board is one canvas; it shows the newest picture that it was given.
import type { Frame } from "../../frame/frame";
import { createStore, type Store } from "../../store/store";
import { Painter } from "../canvas/paint";
import { drawingOf, type Parts } from "./pictures";
import { changesOf, type PaintAnswer, type PaintCommand } from "./protocol";

export interface Board {
  show(parts: Parts, frame: Frame): void;
  /** Called with the moment that stands on the canvas now. */
  onPainted: (t: number) => void;
}

export interface PaintWorker {
  postMessage(message: PaintCommand, transfer?: Transferable[]): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<PaintAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

/** "unknown": the worker has not answered yet; nothing is painted until then. */
export type Painted = "unknown" | "beside" | "here";

/** A worker that has not answered by then is done without. */
const ANSWER_MILLISECONDS = 4_000;

export interface StudioParts {
  /** Null where the browser has no such thing. */
  spawn(): PaintWorker | null;
  later(run: () => void, milliseconds: number): void;
}

export class Studio {
  readonly state: Store<{ painted: Painted }> = createStore<{ painted: Painted }>({
    painted: "unknown",
  });
  private readonly worker: PaintWorker | null;
  /** A canvas is given away once: whoever draws on it later gets the same board. */
  private readonly boards = new WeakMap<HTMLCanvasElement, Board>();
  private readonly remote = new Map<number, RemoteBoard>();
  private frame: Frame | null = null;
  private hung = 0;

  constructor({ spawn, later }: StudioParts) {
    this.worker = spawn();
    if (this.worker === null) {
      this.paintHere();
      return;
    }
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = () => this.paintHere();
    later(() => {
      if (this.state.get().painted === "unknown") this.paintHere();
    }, ANSWER_MILLISECONDS);
  }

  /** Null as long as it is not known where to paint. */
  board(canvas: HTMLCanvasElement): Board | null {
    const known = this.boards.get(canvas);
    if (known !== undefined) return known;
    const { painted } = this.state.get();
    if (painted === "unknown") return null;
    const made = painted === "beside" ? this.hang(canvas) : new LocalBoard(canvas);
    this.boards.set(canvas, made);
    return made;
  }

  /** The canvas is no longer in the page. */
  takeDown(canvas: HTMLCanvasElement): void {
    const board = this.boards.get(canvas);
    if (!(board instanceof RemoteBoard)) return;
    this.remote.delete(board.number);
    this.worker?.postMessage({ kind: "takeDown", board: board.number });
  }

  private hang(canvas: HTMLCanvasElement): Board {
    const number = this.hung++;
    const offscreen = canvas.transferControlToOffscreen();
    this.worker?.postMessage({ kind: "hang", board: number, canvas: offscreen }, [offscreen]);
    const board = new RemoteBoard(number, (changes, frame) => {
      const sent = frame === this.frame ? null : frame.data;
      this.frame = frame;
      this.worker?.postMessage({ kind: "show", board: number, changes, frame: sent });
    });
    this.remote.set(number, board);
    return board;
  }

  private hear(answer: PaintAnswer): void {
    if (answer.kind === "painted") {
      for (const { board, t } of answer.boards) this.remote.get(board)?.onPainted(t);
    } else if (!answer.able) this.paintHere();
    else if (this.state.get().painted === "unknown") this.state.set({ painted: "beside" });
  }

  /** For good: a canvas that was given away is lost, so the views take new ones. */
  private paintHere(): void {
    this.worker?.terminate();
    this.remote.clear();
    this.state.set({ painted: "here" });
  }
}

class RemoteBoard implements Board {
  onPainted: (t: number) => void = () => undefined;
  private sent: Parts | null = null;

  constructor(
    readonly number: number,
    private readonly send: (changes: Partial<Parts>, frame: Frame) => void,
  ) {}

  show(parts: Parts, frame: Frame): void {
    const changes = changesOf(this.sent, parts);
    this.sent = parts;
    this.send(changes, frame);
  }
}

class LocalBoard implements Board {
  onPainted: (t: number) => void = () => undefined;
  private readonly painter = new Painter();

  constructor(private readonly canvas: HTMLCanvasElement) {}

  show(parts: Parts, frame: Frame): void {
    if (this.painter.draw(this.canvas, drawingOf(parts, frame), parts)) this.onPainted(frame.t);
  }
}
