// The engine's own frames, frozen by frozen.test.ts: every file of frames/, by its name.
import { readFrame, type Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";

export interface FrozenFrame {
  topology: Topology;
  frame: Frame;
  /** Cycles that a falling packet is seen. */
  motionSpan: number;
}

interface FrozenFile {
  topology: Topology;
  frame: number[];
  motionSpan: number;
}

function parseFrozen(text: string): FrozenFrame {
  const file = JSON.parse(text) as FrozenFile;
  return {
    topology: file.topology,
    frame: readFrame(Float64Array.from(file.frame)),
    motionSpan: file.motionSpan,
  };
}

const files = import.meta.glob<string>("./frames/*.frame", {
  query: "?raw",
  import: "default",
  eager: true,
});

export const FROZEN_FRAMES: Record<string, FrozenFrame> = Object.fromEntries(
  Object.entries(files).map(([file, text]) => [
    file.replace(/^.*\/|\.frame$/g, ""),
    parseFrozen(text),
  ]),
);
