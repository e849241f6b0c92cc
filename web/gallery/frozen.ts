// The engine's own frames, frozen by frozen.test.ts.
import { readFrame, type Frame } from "../frame/frame";
import type { Topology } from "../frame/topology";
import collapsed from "./frames/collapsed.frame?raw";
import collapsedRates from "./frames/collapsed-rates.frame?raw";
import cured from "./frames/cured.frame?raw";
import curedRates from "./frames/cured-rates.frame?raw";
import feedback from "./frames/feedback.frame?raw";
import healthy from "./frames/healthy.frame?raw";
import listener from "./frames/listener.frame?raw";
import listenerBreaker from "./frames/listener-breaker.frame?raw";
import oneLane from "./frames/one-lane.frame?raw";
import screend from "./frames/screend.frame?raw";
import starvation from "./frames/starvation.frame?raw";
import starvationPolled from "./frames/starvation-polled.frame?raw";
import tcpdump from "./frames/tcpdump.frame?raw";
import threePackets from "./frames/three-packets.frame?raw";
import twoInputs from "./frames/two-inputs.frame?raw";
import processBurst from "./frames/process-burst.frame?raw";

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

export const FROZEN: Record<string, Frozen> = {
  healthy: thawed(healthy),
  collapsed: thawed(collapsed),
  "collapsed-rates": thawed(collapsedRates),
  cured: thawed(cured),
  "cured-rates": thawed(curedRates),
  screend: thawed(screend),
  feedback: thawed(feedback),
  "two-inputs": thawed(twoInputs),
  "one-lane": thawed(oneLane),
  "three-packets": thawed(threePackets),
  listener: thawed(listener),
  "listener-breaker": thawed(listenerBreaker),
  "process-burst": thawed(processBurst),
  tcpdump: thawed(tcpdump),
  starvation: thawed(starvation),
  "starvation-polled": thawed(starvationPolled),
};
