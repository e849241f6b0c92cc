// The painting worker's side: it paints the same pictures as the page would, from as few messages as possible,
// and it skips pictures that are outdated before it can paint them.
import { describe, expect, it } from "vitest";
import { marksAsText } from "../../frame/draw-list";
import { machineScene, MOMENTS, timelineScene } from "../../gallery/scenes";
import type { Palette } from "../../ui/palette";
import type { Drawing } from "./paint";
import { PaintServer } from "./server";
import { changedInputs, drawPicture, type PictureInput } from "./pictures";
import type { PaintAnswer, PaintCommand } from "./protocol";

const style = { palette: {} as Palette, ratio: 2 };

function machineInput(id: string): PictureInput {
  const { frame, ...scene } = machineScene(MOMENTS[id]!, 678);
  expect(frame).toBe(MOMENTS[id]!.frame);
  return { picture: "machine", ...style, ...scene };
}

function timelineInput(id: string): PictureInput {
  const { frames, ...scene } = timelineScene(MOMENTS[id]!, 678);
  expect(frames).toEqual([MOMENTS[id]!.frame]);
  return { picture: "timeline", ...style, ...scene };
}

/** A server whose painters record their drawings. It paints when `runScheduled` is called. */
function recordingHost() {
  const painted: Drawing[] = [];
  const answers: PaintAnswer[] = [];
  const scheduled: (() => void)[] = [];
  const server = new PaintServer({
    post: (answer) => answers.push(answer),
    afterMessages: (run) => scheduled.push(run),
    painter: () => ({ draw: (drawing) => painted.push(drawing) > 0 }),
  });
  const send = (command: PaintCommand) => server.handle(structuredClone(command));
  const attach = (surface: number) =>
    send({ kind: "attach", surface, canvas: {} as OffscreenCanvas });
  const runScheduled = () => scheduled.splice(0).forEach((run) => run());
  return { server, send, attach, runScheduled, painted, answers };
}

/** A frame as it is sent: with its data, or with its number alone. */
const sent = (data: Float64Array | null, number = 0) => ({ number, data });

describe("the painting worker", () => {
  it.each(Object.keys(MOMENTS))("paints_%s_as_the_page_does", (id) => {
    const { send, attach, runScheduled, painted } = recordingHost();
    const { frame } = MOMENTS[id]!;
    attach(1);
    attach(2);
    const show = { kind: "show", revision: 3 } as const;
    send({ ...show, surface: 1, changes: machineInput(id), frames: [sent(frame.data)] });
    send({ ...show, surface: 2, changes: timelineInput(id), frames: [sent(null)] });
    runScheduled();
    const onPage = [machineInput(id), timelineInput(id)].map((input) =>
      drawPicture(input, [frame]),
    );
    const text = ({ width, height, marks }: Drawing) => `${width}x${height} ${marksAsText(marks)}`;
    expect(painted.map(text)).toEqual(onPage.map(text));
  });

  it("paints_only_the_newest_of_several_pictures", () => {
    const { send, attach, runScheduled, painted, answers } = recordingHost();
    const ids = ["made-up-healthy", "made-up-collapsed"];
    attach(1);
    for (const [number, id] of ids.entries()) {
      const { data } = MOMENTS[id]!.frame;
      const frames = [sent(data, number)];
      send({ kind: "show", surface: 1, changes: machineInput(id), frames, revision: 3 });
    }
    runScheduled();
    expect(painted).toHaveLength(1);
    const { t } = MOMENTS["made-up-collapsed"]!.frame;
    expect(answers).toEqual([{ kind: "painted", surfaces: [{ surface: 1, t, revision: 3 }] }]);
  });

  it("keeps_inputs_that_were_not_sent_again", () => {
    const { send, attach, runScheduled, painted } = recordingHost();
    const { frame } = MOMENTS["made-up-collapsed"]!;
    const before = machineInput("made-up-collapsed");
    const now = { ...before, selection: { kind: "place", place: 0 } } as PictureInput;
    const changes = changedInputs(before, now);
    expect(Object.keys(changes)).toEqual(["selection"]);
    attach(1);
    send({ kind: "show", surface: 1, changes: before, frames: [sent(frame.data)], revision: 3 });
    runScheduled();
    send({ kind: "show", surface: 1, changes, frames: [sent(null)], revision: 3 });
    runScheduled();
    expect(marksAsText(painted[1]!.marks)).toBe(marksAsText(drawPicture(now, [frame]).marks));
    expect(marksAsText(painted[1]!.marks)).not.toBe(marksAsText(painted[0]!.marks));
  });

  it("repaints_attached_surfaces_after_fonts_loaded", () => {
    const { server, send, attach, runScheduled, painted } = recordingHost();
    const { frame } = MOMENTS["made-up-healthy"]!;
    for (const surface of [1, 2]) {
      attach(surface);
      const changes = machineInput("made-up-healthy");
      const frames = [sent(surface === 1 ? frame.data : null)];
      send({ kind: "show", surface, changes, frames, revision: 3 });
    }
    runScheduled();
    send({ kind: "detach", surface: 2 });
    server.repaintAll();
    runScheduled();
    expect(painted).toHaveLength(3);
  });
});
