// The pictures that a painter may be asked for, by name: what each is a function of besides the frame,
// and its draw list. The page and the painting worker read the same file.
import type { Frame } from "../../frame/frame";
import type { Palette } from "../../ui/palette";
import type { Drawing } from "../canvas/paint";
import { machineBackground, machinePicture } from "../machine/draw/index";
import type { MachineScene } from "../machine/scene";
import { timelinePicture } from "../timeline/draw/index";
import type { TimelineScene } from "../timeline/scene";

interface PaintStyle {
  palette: Palette;
  /** Device pixels of a CSS pixel. */
  ratio: number;
}

export type MachineInput = { picture: "machine" } & PaintStyle & Omit<MachineScene, "frame">;
export type TimelineInput = { picture: "timeline" } & PaintStyle & Omit<TimelineScene, "frame">;
export type PictureInput = MachineInput | TimelineInput;

export function drawPicture(parts: PictureInput, frame: Frame): Drawing {
  switch (parts.picture) {
    case "machine": {
      const { width, height } = parts.layout;
      const marks = [...machineBackground(parts), ...machinePicture({ ...parts, frame })];
      return { width, height, marks };
    }
    case "timeline": {
      const { width, height } = parts.layout;
      return { width, height, marks: timelinePicture({ ...parts, frame }) };
    }
  }
}
