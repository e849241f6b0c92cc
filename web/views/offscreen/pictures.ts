// The pictures that a painter can paint: the inputs of each besides the frame, and its draw list. The page and
// the worker read this file.
import type { Frame } from "../../frame/frame";
import type { Drawing, PaintStyle } from "../canvas/paint";
import { machineBackground, machinePicture } from "../machine/draw";
import type { MachineScene } from "../machine/scene";
import { timelinePicture } from "../timeline/draw";
import type { TimelineScene } from "../timeline/scene";

export type MachineInput = { picture: "machine" } & PaintStyle & Omit<MachineScene, "frame">;
export type TimelineInput = { picture: "timeline" } & PaintStyle & Omit<TimelineScene, "frame">;
export type PictureInput = MachineInput | TimelineInput;

export function drawPicture(input: PictureInput, frame: Frame): Drawing {
  const { width, height } = input.layout;
  switch (input.picture) {
    case "machine": {
      const marks = [...machineBackground(input), ...machinePicture({ ...input, frame })];
      return { width, height, marks };
    }
    case "timeline":
      return { width, height, marks: timelinePicture({ ...input, frame }) };
  }
}

/** Some inputs of a picture; the first message of a picture has all of them. */
export type InputChanges = Partial<PictureInput>;

/** The inputs that differ from before. */
export function changedInputs(before: PictureInput | null, now: PictureInput): InputChanges {
  const known: Record<string, unknown> = { ...before };
  const changed = Object.entries(now).filter(([name, value]) => !Object.is(known[name], value));
  return Object.fromEntries(changed);
}
