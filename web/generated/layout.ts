// The positions of everything in a frame (core/src/frame/layout.rs). Generated from Rust by core/wasm/tests/types.rs:
// do not edit; `npm run fix` writes it anew. prettier-ignore keeps it as generated.
/** Fields of a frame's header. */
export const FRAME_HEADER = {
  version: 0,
  t: 1,
  head: 2,
  traceFrom: 3,
  from: 4,
  to: 5,
  width: 6,
  running: 7,
  level: 8,
  windowFrom: 9,
  selected: 10,
  detail: 11,
  lastIntervention: 12,
  stepLevel: 13,
  windowTo: 14,
} as const;
/** Sections of a frame. */
export const FRAME_SECTION = {
  contexts: 0,
  places: 1,
  contents: 2,
  lines: 3,
  gates: 4,
  window: 5,
  total: 6,
  moves: 7,
  recentDrops: 8,
  spans: 9,
  columns: 10,
  depths: 11,
  events: 12,
  packetSteps: 13,
  packetFacts: 14,
  latency: 15,
  dropTotals: 16,
  flows: 17,
  cpu: 18,
  cpus: 19,
  callStacks: 20,
  codeLines: 21,
  codeFacts: 22,
} as const;
/** Rows of the sections window and total. */
export const FRAME_TALLY = {
  arrived: 0,
  delivered: 1,
  dropped: 2,
  insideAtFrom: 3,
  insideAtTo: 4,
  latencySum: 5,
  droppedTime: 6,
  insideIntegral: 7,
  elapsed: 8,
  wasted: 9,
  refused: 10,
  interruptsTaken: 11,
  packetWork: 12,
} as const;
/** Rows of the section codeFacts. */
export const FRAME_CODE_FACT = {
  from: 0,
  to: 1,
  switchCycles: 2,
  idleCycles: 3,
  unlistedCycles: 4,
} as const;
/** The position of the sections' table, and the lengths of the parts. */
export const FRAME_SIZE = {
  header: 64,
  sections: 16,
  tallyRows: 16,
} as const;
