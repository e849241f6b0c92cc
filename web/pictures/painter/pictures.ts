// The pictures that a painter can paint: the draw list of each, and its inputs other than the frame. The page and
// the worker read this file.
import type { Frame } from "../../frame/frame";
import type { Drawing, PaintStyle } from "./paint";
import { machineBackground, machinePicture } from "../machine/draw";
import type { MachineScene } from "../machine/draw/scene";
import { timelinePicture } from "../timeline/draw";
import type { TimelinesScene } from "../timeline/draw/scene";

export type MachineInput = { picture: "machine" } & PaintStyle & Omit<MachineScene, "frame">;
export type TimelineInput = { picture: "timeline" } & PaintStyle & Omit<TimelinesScene, "frames">;
export type PictureInput = MachineInput | TimelineInput;

/** `frames`: one of each machine of the picture. */
export function drawPicture(input: PictureInput, frames: readonly Frame[]): Drawing {
  const { width, height } = input.layout;
  const [frame] = frames;
  if (frame === undefined) return { width, height, marks: [] };
  if (input.picture === "machine") {
    const marks = [...machineBackground(input), ...machinePicture({ ...input, frame })];
    return { width, height, marks };
  }
  const isWhole = frames.length === input.topologies.length;
  return { width, height, marks: isWhole ? timelinePicture({ ...input, frames }) : [] };
}

/** Some inputs of a picture; the first message of a picture has all of them. */
export type InputChanges = Partial<PictureInput>;

/** The inputs that differ from before. */
export function changedInputs(before: PictureInput | null, now: PictureInput): InputChanges {
  const known: Record<string, unknown> = { ...before };
  const changed = Object.entries(now).filter(([name, value]) => !Object.is(known[name], value));
  return Object.fromEntries(changed);
}
