// The painting worker's side: what it paints is what the page would have painted, sent in as little as
// can be, and never more often than it can paint.
import { describe, expect, it } from "vitest";
import { marksAsText } from "../../frame/draw-list";
import { machineScene, MOMENTS, timelineScene } from "../../gallery/scenes";
import type { Palette } from "../../ui/palette";
import { PaintHost } from "./host";
import type { Drawing } from "../canvas/paint";
import { drawPicture, type PictureInput } from "./pictures";
import { changedInputs, type PaintAnswer, type PaintCommand } from "./protocol";

const look = { palette: {} as Palette, ratio: 2 };

function machineParts(id: string): PictureInput {
  const { frame, ...parts } = machineScene(MOMENTS[id]!, 678);
  expect(frame).toBe(MOMENTS[id]!.frame);
  return { picture: "machine", ...look, ...parts };
}

function timelineParts(id: string): PictureInput {
  const { frame, ...parts } = timelineScene(MOMENTS[id]!, 678);
  expect(frame).toBe(MOMENTS[id]!.frame);
  return { picture: "timeline", ...look, ...parts };
}

/** A host whose painters write down what they paint, and which has time when `rest` is called. */
function hostAtWork() {
  const painted: Drawing[] = [];
  const answers: PaintAnswer[] = [];
  const waiting: (() => void)[] = [];
  const host = new PaintHost({
    post: (answer) => answers.push(answer),
    afterMessages: (run) => waiting.push(run),
    painter: () => ({ draw: (_, drawing) => painted.push(drawing) > 0 }),
  });
  const send = (command: PaintCommand) => host.handle(structuredClone(command));
  const hang = (board: number) => send({ kind: "hang", board, canvas: {} as OffscreenCanvas });
  const rest = () => waiting.splice(0).forEach((run) => run());
  return { host, send, hang, rest, painted, answers };
}

describe("a picture painted beside the page", () => {
  it.each(Object.keys(MOMENTS))("of_%s_is_the_one_that_the_page_would_paint", (id) => {
    const { send, hang, rest, painted } = hostAtWork();
    const { frame } = MOMENTS[id]!;
    hang(1);
    hang(2);
    send({ kind: "show", board: 1, changes: machineParts(id), frame: frame.data, look: 3 });
    send({ kind: "show", board: 2, changes: timelineParts(id), frame: null, look: 3 });
    rest();
    const here = [machineParts(id), timelineParts(id)].map((parts) => drawPicture(parts, frame));
    const text = ({ width, height, marks }: Drawing) => `${width}x${height} ${marksAsText(marks)}`;
    expect(painted.map(text)).toEqual(here.map(text));
  });

  it("is_the_newest_of_those_that_came_while_it_was_not_painted", () => {
    const { send, hang, rest, painted, answers } = hostAtWork();
    const [first, second] = [
      MOMENTS["made-up-healthy"]!.frame,
      MOMENTS["made-up-collapsed"]!.frame,
    ];
    hang(1);
    send({
      kind: "show",
      board: 1,
      changes: machineParts("made-up-healthy"),
      frame: first.data,
      look: 3,
    });
    send({
      kind: "show",
      board: 1,
      changes: machineParts("made-up-collapsed"),
      frame: second.data,
      look: 3,
    });
    rest();
    expect(painted).toHaveLength(1);
    expect(answers).toEqual([{ kind: "painted", boards: [{ board: 1, t: second.t, look: 3 }] }]);
  });

  it("keeps_those_parts_that_were_not_sent_again", () => {
    const { send, hang, rest, painted } = hostAtWork();
    const { frame } = MOMENTS["made-up-collapsed"]!;
    const before = machineParts("made-up-collapsed");
    const now: PictureInput = { ...before, selection: { kind: "place", place: 0 } };
    const changes = changedInputs(before, now);
    expect(Object.keys(changes)).toEqual(["selection"]);
    hang(1);
    send({ kind: "show", board: 1, changes: before, frame: frame.data, look: 3 });
    rest();
    send({ kind: "show", board: 1, changes, frame: null, look: 3 });
    rest();
    expect(marksAsText(painted[1]!.marks)).toBe(marksAsText(drawPicture(now, frame).marks));
    expect(marksAsText(painted[1]!.marks)).not.toBe(marksAsText(painted[0]!.marks));
  });

  it("is_painted_again_when_the_fonts_come_and_not_when_its_canvas_has_gone", () => {
    const { host, send, hang, rest, painted } = hostAtWork();
    const { frame } = MOMENTS["made-up-healthy"]!;
    for (const board of [1, 2]) {
      hang(board);
      const changes = machineParts("made-up-healthy");
      send({ kind: "show", board, changes, frame: board === 1 ? frame.data : null, look: 3 });
    }
    rest();
    send({ kind: "takeDown", board: 2 });
    host.repaintAll();
    rest();
    expect(painted).toHaveLength(3);
  });
});
