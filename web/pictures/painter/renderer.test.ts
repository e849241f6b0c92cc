// Facts about who paints. The worker paints if it can. The page paints the pictures that must be
// visible at once. It paints all pictures if there is no worker, if the worker cannot paint, or
// after it failed.
import { describe, expect, it } from "vitest";
import { machineScene, MOMENTS } from "../../gallery/scenes";
import type { Palette } from "../../ui/palette";
import { drawPicture, type PictureInput } from "./pictures";
import type { PaintAnswer, PaintCommand } from "./protocol";
import { OffscreenRenderer, type PaintWorker } from "./renderer";

class FakeWorker implements PaintWorker {
  sent: PaintCommand[] = [];
  isTerminated = false;
  onmessage: ((event: MessageEvent<PaintAnswer>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  postMessage(message: PaintCommand): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.isTerminated = true;
  }
  answer(data: PaintAnswer): void {
    this.onmessage?.({ data } as MessageEvent<PaintAnswer>);
  }
  shows = () => this.sent.filter((command) => command.kind === "show");
  /** Answers that it painted the last picture that it received. */
  paintLast(t: number): void {
    const surfaces = this.shows().map(({ surface, revision }) => ({ surface, t, revision }));
    this.answer({ kind: "painted", surfaces: surfaces.slice(-1) });
  }
}

/** A canvas that throws when it is transferred a second time. */
function transferableOnce() {
  let count = 0;
  const transferControlToOffscreen = () => {
    count += 1;
    if (count > 1) throw new Error("a canvas can be transferred once");
    return {} as OffscreenCanvas;
  };
  const style = {} as CSSStyleDeclaration;
  return { transferControlToOffscreen, style } as unknown as HTMLCanvasElement;
}

const { frame, ...scene } = machineScene(MOMENTS["made-up-healthy"]!, 678);
const input: PictureInput = { picture: "machine", palette: {} as Palette, ratio: 1, ...scene };
const markCount = drawPicture(input, [frame]).marks.length;

/** A renderer that counts the marks of every picture that the page paints. */
function createRenderer(worker: FakeWorker | null = new FakeWorker()) {
  const onPage: number[] = [];
  const draw = ({ marks }: { marks: readonly unknown[] }) => onPage.push(marks.length) > 0;
  const renderer = new OffscreenRenderer({
    spawn: () => worker,
    whenVisible: (run) => run(),
    painter: () => ({ draw }),
  });
  const attach = () => renderer.attach(transferableOnce(), transferableOnce());
  return { renderer, attach, onPage };
}

function rendererWithReadyWorker() {
  const worker = new FakeWorker();
  const created = createRenderer(worker);
  worker.answer({ kind: "ready", canPaint: true });
  return { worker, ...created };
}

describe("the worker", () => {
  it("paints_every_picture_but_the_first", () => {
    const { worker, attach, onPage } = rendererWithReadyWorker();
    const surface = attach();
    surface.show(input, frame);
    expect(onPage).toEqual([markCount]);
    worker.paintLast(frame.t);
    surface.show(input, frame);
    expect(onPage).toEqual([markCount]);
    expect(worker.sent.map(({ kind }) => kind)).toEqual(["attach", "show", "show"]);
  });

  it("is_hidden_until_it_has_painted_new_colours", () => {
    const { worker, attach, onPage } = rendererWithReadyWorker();
    const surface = attach();
    const isHidden = () => surface.workerCanvas.style.objectPosition !== "";
    surface.show(input, frame);
    expect(isHidden()).toBe(true);
    worker.paintLast(frame.t);
    expect(isHidden()).toBe(false);
    surface.show({ ...input, palette: {} as Palette }, frame);
    expect(isHidden()).toBe(true);
    expect(onPage).toEqual([markCount, markCount]);
    // A picture in the old colours does not show the canvas again.
    worker.answer({ kind: "painted", surfaces: [{ surface: 0, t: frame.t, revision: 1 }] });
    expect(isHidden()).toBe(true);
    worker.paintLast(frame.t);
    expect(isHidden()).toBe(false);
  });

  it("gets_a_frame_once_and_an_input_only_when_it_changed", () => {
    const { worker, attach } = rendererWithReadyWorker();
    const [one, other] = [attach(), attach()];
    one.show(input, frame);
    other.show(input, frame);
    one.show({ ...input, reducedMotion: true }, frame);
    const sent = worker.shows().flatMap(({ frames }) => frames);
    expect(sent.map(({ data }) => data)).toEqual([frame.data, null, null]);
    expect(worker.shows().map(({ changes }) => changes)).toEqual([
      input,
      input,
      { reducedMotion: true },
    ]);
  });

  it("gets_the_frames_of_two_machines_once_each", () => {
    const { worker, attach } = rendererWithReadyWorker();
    const [one, other, pair] = [attach(), attach(), attach()];
    const second = MOMENTS["made-up-collapsed"]!.frame;
    one.show(input, frame);
    other.show(input, second);
    pair.show(input, frame, second);
    const sent = worker.shows().map(({ frames }) => frames);
    expect(sent[0]![0]!.data).toBe(frame.data);
    expect(sent[1]![0]!.data).toBe(second.data);
    expect(sent[2]).toEqual([
      { number: sent[0]![0]!.number, data: null },
      { number: sent[1]![0]!.number, data: null },
    ]);
  });

  it("reports_the_shown_time_to_its_surface", () => {
    const { worker, attach } = rendererWithReadyWorker();
    const reports: string[] = [];
    const [one, other] = [attach(), attach()];
    one.onPainted = (t) => reports.push(`one ${t}`);
    other.onPainted = (t) => reports.push(`other ${t}`);
    worker.answer({ kind: "painted", surfaces: [{ surface: 1, t: 7, revision: 0 }] });
    expect(reports).toEqual(["other 7"]);
  });
});

describe("the page paints", () => {
  it("until_the_worker_has_answered", () => {
    const worker = new FakeWorker();
    const { attach, onPage } = createRenderer(worker);
    const surface = attach();
    surface.show(input, frame);
    expect([onPage, worker.sent]).toEqual([[markCount], []]);
    worker.answer({ kind: "ready", canPaint: true });
    surface.show(input, frame);
    expect(worker.shows()[0]?.changes).toEqual(input);
  });

  it("if_the_browser_has_no_offscreen_canvas", () => {
    const { attach, onPage } = createRenderer(null);
    const surface = attach();
    surface.show(input, frame);
    surface.show(input, frame);
    expect(onPage).toEqual([markCount, markCount]);
  });

  it("if_the_worker_cannot_paint", () => {
    const worker = new FakeWorker();
    const { attach, onPage } = createRenderer(worker);
    worker.answer({ kind: "ready", canPaint: false });
    attach().show(input, frame);
    expect(onPage).toEqual([markCount]);
    expect(worker.isTerminated).toBe(true);
  });

  it("the_last_picture_again_when_the_worker_fails", () => {
    const { worker, attach, onPage } = rendererWithReadyWorker();
    const surface = attach();
    surface.show(input, frame);
    worker.paintLast(frame.t);
    worker.onerror?.({} as ErrorEvent);
    expect(onPage).toEqual([markCount, markCount]);
    surface.show(input, frame);
    expect(onPage).toEqual([markCount, markCount, markCount]);
  });
});

describe("another resolution", () => {
  it("is_painted_although_no_frame_comes", () => {
    const worker = new FakeWorker();
    const { renderer, attach, onPage } = createRenderer(worker);
    const surface = attach();
    renderer.setPixelRatio(3);
    expect(onPage).toEqual([]);
    surface.show(input, frame);
    worker.answer({ kind: "ready", canPaint: true });
    const before = onPage.length;
    renderer.setPixelRatio(2);
    // The page paints at once, and the worker gets the ratio.
    expect(onPage.length).toBe(before + 1);
    expect(worker.shows().at(-1)?.changes).toMatchObject({ ratio: 2 });
  });
});
