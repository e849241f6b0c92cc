// The engine's own frames, frozen by freeze.mjs.
import { readFrame, type Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";
import collapsed from "./frames/collapsed.json";
import collapsedRates from "./frames/collapsed-rates.json";
import cured from "./frames/cured.json";
import feedback from "./frames/feedback.json";
import healthy from "./frames/healthy.json";
import screend from "./frames/screend.json";
import twoInputs from "./frames/two-inputs.json";

export interface Frozen {
  topology: Topology;
  frame: Frame;
  /** Cycles that a falling packet is seen. */
  motionSpan: number;
}

interface FrozenFile {
  topology: unknown;
  frame: number[];
  motionSpan: number;
}

function thawed(file: FrozenFile): Frozen {
  return {
    topology: file.topology as Topology,
    frame: readFrame(Float64Array.from(file.frame)),
    motionSpan: file.motionSpan,
  };
}

export const FROZEN: Record<string, Frozen> = {
  healthy: thawed(healthy),
  collapsed: thawed(collapsed),
  "collapsed-rates": thawed(collapsedRates),
  cured: thawed(cured),
  screend: thawed(screend),
  feedback: thawed(feedback),
  "two-inputs": thawed(twoInputs),
};
