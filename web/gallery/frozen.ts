// The frames of the real engine in frames/, by file name. frozen.test.ts creates them.
import { readFrame, type Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";

export interface FrozenFrame {
  topology: Topology;
  frame: Frame;
  /** Cycles for which a falling packet is visible. */
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

const ALL_FRAMES = Object.entries(files).map(
  ([file, text]) => [file.replace(/^.*\/|\.frame$/g, ""), parseFrozen(text)] as const,
);
const isOfCode = (id: string) => id.startsWith("code-");

export const FROZEN_FRAMES: Record<string, FrozenFrame> = Object.fromEntries(
  ALL_FRAMES.filter(([id]) => !isOfCode(id)),
);

/** Frames with the sections of the code view. */
export const CODE_FRAMES: Record<string, FrozenFrame> = Object.fromEntries(
  ALL_FRAMES.filter(([id]) => isOfCode(id)),
);
