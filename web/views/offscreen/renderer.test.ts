// Who paints: the worker beside the page when it can; the page what has to be seen at once, and all where
// there is no worker, where it cannot, and when it broke.
import { describe, expect, it } from "vitest";
import { machineScene, MOMENTS } from "../../gallery/scenes";
import type { Palette } from "../../ui/palette";
import { drawPicture, type PictureInput } from "./pictures";
import type { PaintAnswer, PaintCommand } from "./protocol";
import { OffscreenRenderer, type PaintWorker } from "./renderer";

class KeepingPainter implements PaintWorker {
  sent: PaintCommand[] = [];
  ended = false;
  onmessage: ((event: MessageEvent<PaintAnswer>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage(message: PaintCommand): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(data: PaintAnswer): void {
    this.onmessage?.({ data } as MessageEvent<PaintAnswer>);
  }
  shows = () => this.sent.filter((command) => command.kind === "show");
  /** Says that it painted what it was sent last. */
  paints(t: number): void {
    const boards = this.shows().map(({ board, look }) => ({ board, t, look }));
    this.answer({ kind: "painted", boards: boards.slice(-1) });
  }
}

/** A canvas that throws when it is given away a second time. */
function canvasGivenOnce() {
  let given = 0;
  const transferControlToOffscreen = () => {
    given += 1;
    if (given > 1) throw new Error("a canvas can be given away once");
    return {} as OffscreenCanvas;
  };
  const style = {} as CSSStyleDeclaration;
  return { transferControlToOffscreen, style } as unknown as HTMLCanvasElement;
}

const { frame, ...scene } = machineScene(MOMENTS["made-up-healthy"]!, 678);
const parts: PictureInput = { picture: "machine", palette: {} as Palette, ratio: 1, ...scene };
const whole = drawPicture(parts, frame).marks.length;

/** A studio whose boards count the marks that the page paints. */
function opened(worker: KeepingPainter | null = new KeepingPainter()) {
  const here: number[] = [];
  const draw = (_: unknown, { marks }: { marks: readonly unknown[] }) =>
    here.push(marks.length) > 0;
  const studio = new OffscreenRenderer({
    spawn: () => worker,
    whenVisible: (run) => run(),
    painter: () => ({ draw }),
  });
  const board = () => studio.surfaceOf(canvasGivenOnce(), canvasGivenOnce());
  return { studio, board, here };
}

/** One whose worker has answered that it can. */
function besides() {
  const worker = new KeepingPainter();
  const all = opened(worker);
  worker.answer({ kind: "ready", able: true });
  return { worker, ...all };
}

describe("the worker paints", () => {
  it("each_picture_but_the_first_which_the_page_shows_at_once", () => {
    const { worker, board, here } = besides();
    const one = board();
    one.show(parts, frame);
    expect(here).toEqual([whole]);
    worker.paints(frame.t);
    one.show(parts, frame);
    expect(here).toEqual([whole]);
    expect(worker.sent.map(({ kind }) => kind)).toEqual(["hang", "show", "show"]);
  });

  it("and_its_picture_is_hidden_while_it_has_another_size_or_colours", () => {
    const { worker, board, here } = besides();
    const one = board();
    const hidden = () => one.workerCanvas.style.objectPosition !== "";
    one.show(parts, frame);
    expect(hidden()).toBe(true);
    worker.paints(frame.t);
    expect(hidden()).toBe(false);
    one.show({ ...parts, palette: {} as Palette }, frame);
    expect(hidden()).toBe(true);
    expect(here).toEqual([whole, whole]);
    // What it painted before it heard of the new colours shows nothing.
    worker.answer({ kind: "painted", boards: [{ board: 0, t: frame.t, look: 1 }] });
    expect(hidden()).toBe(true);
    worker.paints(frame.t);
    expect(hidden()).toBe(false);
  });

  it("from_a_frame_sent_once_for_all_its_pictures_and_parts_sent_when_they_are_others", () => {
    const { worker, board } = besides();
    const [one, other] = [board(), board()];
    one.show(parts, frame);
    other.show(parts, frame);
    one.show({ ...parts, reducedMotion: true }, frame);
    expect(worker.shows().map((command) => command.frame)).toEqual([frame.data, null, null]);
    expect(worker.shows().map(({ changes }) => changes)).toEqual([
      parts,
      parts,
      { reducedMotion: true },
    ]);
  });

  it("and_tells_which_moment_stands_in_which_picture", () => {
    const { worker, board } = besides();
    const told: string[] = [];
    const [one, other] = [board(), board()];
    one.onPainted = (t) => told.push(`one ${t}`);
    other.onPainted = (t) => told.push(`other ${t}`);
    worker.answer({ kind: "painted", boards: [{ board: 1, t: 7, look: 0 }] });
    expect(told).toEqual(["other 7"]);
  });
});

describe("the page paints", () => {
  it("until_the_worker_has_answered", () => {
    const worker = new KeepingPainter();
    const { board, here } = opened(worker);
    const one = board();
    one.show(parts, frame);
    expect([here, worker.sent]).toEqual([[whole], []]);
    worker.answer({ kind: "ready", able: true });
    one.show(parts, frame);
    expect(worker.shows()[0]?.changes).toEqual(parts);
  });

  it("where_a_browser_has_no_canvas_for_workers", () => {
    const { board, here } = opened(null);
    const one = board();
    one.show(parts, frame);
    one.show(parts, frame);
    expect(here).toEqual([whole, whole]);
  });

  it("when_the_worker_says_that_it_cannot", () => {
    const worker = new KeepingPainter();
    const { board, here } = opened(worker);
    worker.answer({ kind: "ready", able: false });
    board().show(parts, frame);
    expect(here).toEqual([whole]);
    expect(worker.ended).toBe(true);
  });

  it("what_stood_there_when_the_worker_broke", () => {
    const { worker, board, here } = besides();
    const one = board();
    one.show(parts, frame);
    worker.paints(frame.t);
    worker.onerror?.({} as ErrorEvent);
    expect(here).toEqual([whole, whole]);
    one.show(parts, frame);
    expect(here).toEqual([whole, whole, whole]);
  });
});
