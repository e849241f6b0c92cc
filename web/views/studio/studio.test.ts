// Where pictures are painted: beside the page when its worker can, on the page when there is no worker, when
// the worker says that it cannot, when it breaks, and when it does not answer.
import { describe, expect, it } from "vitest";
import { machineScene, MOMENTS } from "../../gallery/scenes";
import type { Palette } from "../../ui/palette";
import type { Parts } from "./pictures";
import type { PaintAnswer, PaintCommand } from "./protocol";
import { Studio, type PaintWorker } from "./studio";

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
}

function opened(worker: PaintWorker | null = new KeepingPainter()) {
  const timers: (() => void)[] = [];
  const studio = new Studio({ spawn: () => worker, later: (run) => timers.push(run) });
  const painted = () => studio.state.get().painted;
  return { studio, painted, wait: () => timers.splice(0).forEach((run) => run()) };
}

function canvasGivenOnce() {
  let given = 0;
  const transferControlToOffscreen = () => {
    given += 1;
    if (given > 1) throw new Error("a canvas can be given away once");
    return {} as OffscreenCanvas;
  };
  return { transferControlToOffscreen } as unknown as HTMLCanvasElement;
}

const { frame, ...scene } = machineScene(MOMENTS["made-up-healthy"]!, 678);
const parts: Parts = { picture: "machine", palette: {} as Palette, ratio: 1, ...scene };

describe("a studio", () => {
  it("has_no_board_until_its_worker_has_answered", () => {
    const worker = new KeepingPainter();
    const { studio, painted, wait } = opened(worker);
    const canvas = canvasGivenOnce();
    expect(studio.board(canvas)).toBeNull();
    worker.answer({ kind: "ready", able: true });
    expect(painted()).toBe("beside");
    expect(studio.board(canvas)).not.toBeNull();
    wait();
    expect(painted()).toBe("beside");
  });

  it("gives_a_canvas_away_once_however_often_it_is_drawn_on", () => {
    const worker = new KeepingPainter();
    const { studio } = opened(worker);
    worker.answer({ kind: "ready", able: true });
    const canvas = canvasGivenOnce();
    expect(studio.board(canvas)).toBe(studio.board(canvas));
    expect(worker.sent.map(({ kind }) => kind)).toEqual(["hang"]);
  });

  it("sends_a_frame_once_for_all_its_pictures_and_parts_only_when_they_are_others", () => {
    const worker = new KeepingPainter();
    const { studio } = opened(worker);
    worker.answer({ kind: "ready", able: true });
    const [one, other] = [studio.board(canvasGivenOnce()), studio.board(canvasGivenOnce())];
    one?.show(parts, frame);
    other?.show(parts, frame);
    one?.show({ ...parts, ratio: 2 }, frame);
    const shown = worker.sent.filter((command) => command.kind === "show");
    expect(shown.map((command) => command.frame)).toEqual([frame.data, null, null]);
    expect(shown[0]?.changes).toEqual(parts);
    expect(shown[1]?.changes).toEqual(parts);
    expect(shown[2]?.changes).toEqual({ ratio: 2 });
  });

  it("tells_which_moment_stands_on_which_canvas", () => {
    const worker = new KeepingPainter();
    const { studio } = opened(worker);
    worker.answer({ kind: "ready", able: true });
    const told: string[] = [];
    for (const name of ["one", "other"]) {
      const board = studio.board(canvasGivenOnce());
      if (board !== null) board.onPainted = (t) => told.push(`${name} ${t}`);
    }
    worker.answer({ kind: "painted", boards: [{ board: 1, t: 7 }] });
    expect(told).toEqual(["other 7"]);
  });
});

describe("the page paints itself", () => {
  it("where_a_browser_has_no_canvas_for_workers", () => {
    expect(opened(null).painted()).toBe("here");
  });

  it("when_the_worker_says_that_it_cannot", () => {
    const worker = new KeepingPainter();
    const { painted } = opened(worker);
    worker.answer({ kind: "ready", able: false });
    expect(painted()).toBe("here");
    expect(worker.ended).toBe(true);
  });

  it("when_the_worker_breaks_and_then_on_another_canvas", () => {
    const worker = new KeepingPainter();
    const { studio, painted } = opened(worker);
    worker.answer({ kind: "ready", able: true });
    studio.board(canvasGivenOnce());
    worker.onerror?.({} as ErrorEvent);
    expect(painted()).toBe("here");
    // This one would throw if it were given away.
    const board = studio.board({} as HTMLCanvasElement);
    expect(board).not.toBeNull();
  });

  it("when_the_worker_does_not_answer", () => {
    const { painted, wait } = opened();
    expect(painted()).toBe("unknown");
    wait();
    expect(painted()).toBe("here");
  });
});
