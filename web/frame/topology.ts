// The machine as the engine describes it: lanes, places, edges, lines. Ids are what the engine
// writes in its reports; indices are positions in these arrays and are what a Frame speaks of.

export type ContextKind =
  "hardware" | "clock" | "device" | "software" | "thread" | "process" | "idle";

export interface TopologyContext {
  id: string;
  /** The plain name. */
  name: string;
  /** What the paper calls it; may be empty. */
  paper_name: string;
  kind: ContextKind;
  /** The interrupt priority level in the paper's words ("SPLIMP", "IPL 0"). */
  ipl: string;
  cpu: number;
}

export type PlaceKind = "wire_in" | "receive_ring" | "queue" | "transmit_ring" | "wire_out";

export interface TopologyPlace {
  id: string;
  name: string;
  paper_name: string;
  kind: PlaceKind;
  /** The lane it is drawn in. */
  context: number;
  /** 0 = unbounded, or nothing stands here. */
  capacity: number;
  /** The column along the packet's path. */
  stage: number;
  /** -1 = no interface of its own. */
  interface: number;
  /** What a drop here is called; empty = nothing can be dropped here. */
  drop: string;
}

export interface TopologyEdge {
  id: string;
  from: number;
  to: number;
  /** Who carries the packet; hardware carries without the CPU. */
  context: number;
  steps: number[];
}

export interface TopologyLine {
  id: string;
  name: string;
  paper_name: string;
  /** The lane of its handler. */
  context: number;
  interface: number;
}

export interface TopologyGate {
  id: string;
  name: string;
  on: string;
  off: string;
}

export interface TopologyStep {
  id: string;
  procedure: string;
  label: string;
  /** Index into `code`, -1 = no line of its own. */
  code: number;
}

export interface TopologyCode {
  procedure: string;
  text: string;
  indent: number;
}

export interface Topology {
  model: string;
  scenario: string;
  design: string;
  clock_hz: number;
  cpus: number;
  /** In scheduling order: the top lane first. */
  contexts: TopologyContext[];
  places: TopologyPlace[];
  edges: TopologyEdge[];
  lines: TopologyLine[];
  gates: TopologyGate[];
  steps: TopologyStep[];
  code: TopologyCode[];
}
