// The model's types as the page sees them. Temporary: generated from Rust (core/wasm) in its place.

export type Value = number | boolean | string;

export interface Intervention {
  /** Cycles. */
  at: number;
  set: Record<string, Value>;
}

export interface Scenario {
  schema: number;
  model: string;
  id: string;
  title: string;
  source: string;
  text: string;
  seed: number;
  settings: Record<string, Value>;
  interventions: Intervention[];
}

export type ParameterKind =
  | { type: "integer"; min: number; max: number; infinity: boolean }
  | { type: "switch" }
  | { type: "choice"; options: { id: string; label: string }[] };

export interface Parameter {
  path: string;
  group: string;
  label: string;
  one_line: string;
  unit: string;
  source: string;
  kind: ParameterKind;
  default: Value;
  effect: "now" | "next_period" | "restart";
  basic: boolean;
  scale: "linear" | "log";
  when: string;
}

export interface Group {
  id: string;
  label: string;
  one_line: string;
}

export interface Design {
  id: string;
  name: string;
  source: string;
  one_line: string;
}

export interface Mark {
  scenario: string;
  claim: string;
  label: string;
  source: string;
  x: number | null;
  y: number | null;
}

export interface Catalogue {
  model: string;
  parameters: Parameter[];
  groups: Group[];
  designs: Design[];
  scenarios: Scenario[];
  marks: Mark[];
}

export type ContextKind =
  "hardware" | "clock" | "device" | "software" | "thread" | "process" | "idle";
export type PlaceKind = "wire_in" | "receive_ring" | "queue" | "transmit_ring" | "wire_out";

export interface Topology {
  model: string;
  scenario: string;
  design: string;
  clock_hz: number;
  cpus: number;
  contexts: {
    id: string;
    name: string;
    paper_name: string;
    kind: ContextKind;
    ipl: string;
    cpu: number;
  }[];
  places: {
    id: string;
    name: string;
    paper_name: string;
    kind: PlaceKind;
    context: number;
    capacity: number;
    stage: number;
    interface: number;
    drop: string;
  }[];
  edges: { id: string; from: number; to: number; context: number; steps: number[] }[];
  lines: { id: string; name: string; paper_name: string; context: number; interface: number }[];
  gates: { id: string; name: string; on: string; off: string }[];
  steps: { id: string; procedure: string; label: string; code: number }[];
  code: { procedure: string; text: string; indent: number }[];
}

export interface Diagnosis {
  id: string;
  headline: string;
  sentence: string;
  tone: "good" | "bad" | "neutral";
  cure: { label: string; set: Record<string, Value> } | null;
  window_ms: number;
}

export interface Report {
  model: string;
  offered_pps: number;
  delivered_pps: number;
  drops: Record<string, number>;
  cpu_share: Record<string, number>;
  latency_us: { p50: number; p90: number; p99: number; max: number; mean: number };
  interrupts: Record<string, number>;
  wasted_cycles: Record<string, number>;
  conservation: {
    packets: {
      arrived: number;
      delivered: number;
      dropped: number;
      inside: number;
      holds: boolean;
    };
    cycles: { elapsed: number; by_context: Record<string, number>; holds: boolean };
  };
  mean_inside: number;
  user_share: number;
}
