// The engine's own frames, frozen by frozen.test.ts: every file of frames/, by its name.
import { readFrame, type Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";

export interface Frozen {
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

function thawed(text: string): Frozen {
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

export const FROZEN: Record<string, Frozen> = Object.fromEntries(
  Object.entries(files).map(([file, text]) => [file.replace(/^.*\/|\.frame$/g, ""), thawed(text)]),
);
