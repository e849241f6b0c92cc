// The moments that are frozen for the gallery: a scenario with some knobs turned, perhaps the cure that
// the machine's diagnosis offers on the way, and how much time is in sight. Milliseconds.

export interface Moment {
  id: string;
  scenario: string;
  set: Record<string, number | boolean | string>;
  /** When the offered cure is taken. */
  cured?: number;
  until: number;
  range: number;
  motion: number;
}

export const MOMENTS_TO_FREEZE: readonly Moment[] = [
  { id: "healthy", scenario: "lab", set: {}, until: 412.358, range: 2, motion: 1.2 },
  {
    id: "collapsed",
    scenario: "lab",
    set: { "traffic.rate": 12000 },
    until: 412.358,
    range: 1,
    motion: 1.2,
  },
  {
    id: "collapsed-rates",
    scenario: "lab",
    set: { "traffic.rate": 12000 },
    until: 1412.358,
    range: 1000,
    motion: 600,
  },
  {
    id: "cured",
    scenario: "lab",
    set: { "traffic.rate": 12000 },
    cured: 300,
    until: 500.25,
    range: 2,
    motion: 1.2,
  },
  {
    id: "cured-rates",
    scenario: "lab",
    set: { "traffic.rate": 12000 },
    cured: 300,
    until: 700.25,
    range: 1000,
    motion: 600,
  },
  {
    id: "screend",
    scenario: "figure-6-1-screend",
    set: { "traffic.rate": 6000 },
    until: 612.4,
    range: 2,
    motion: 1.2,
  },
  {
    id: "feedback",
    scenario: "figure-6-4",
    set: { "traffic.rate": 8000 },
    until: 612.4,
    range: 3,
    motion: 1.2,
  },
  {
    id: "two-inputs",
    scenario: "lab",
    set: { "traffic.rate": 4000, "traffic.inputs": 2, "traffic.reverse": 1000 },
    until: 512.4,
    range: 2,
    motion: 1.2,
  },
  {
    id: "one-lane",
    scenario: "section-5-3",
    set: {},
    until: 312.4,
    range: 2,
    motion: 1.2,
  },
  { id: "listener", scenario: "figure-8-1", set: {}, until: 412.4, range: 1, motion: 600 },
  {
    id: "listener-breaker",
    scenario: "figure-8-1-breaker",
    set: {},
    until: 412.4,
    range: 4,
    motion: 1.2,
  },
  { id: "process-burst", scenario: "figure-4-2", set: {}, until: 14, range: 12, motion: 1.2 },
  {
    id: "tcpdump",
    scenario: "figure-8-3-no-feedback",
    set: {},
    until: 412.4,
    range: 2,
    motion: 1.2,
  },
  { id: "starvation", scenario: "section-4-4-lower", set: {}, until: 412.4, range: 2, motion: 1.2 },
  {
    id: "starvation-polled",
    scenario: "section-4-4-polled",
    set: {},
    until: 412.4,
    range: 2,
    motion: 1.2,
  },
  { id: "three-packets", scenario: "figure-7-7", set: {}, until: 4.2, range: 2, motion: 1.2 },
  // One moment at least of every design that the ones above do not show.
  {
    id: "socket-late",
    scenario: "srp-figure-5-freebsd",
    set: {},
    until: 312.4,
    range: 2,
    motion: 1.2,
  },
  {
    id: "socket-early",
    scenario: "srp-figure-5-lrp",
    set: {},
    until: 312.4,
    range: 2,
    motion: 1.2,
  },
  { id: "socket-signals", scenario: "srp-figure-5", set: {}, until: 312.4, range: 2, motion: 1.2 },
  {
    id: "gateway-stages",
    scenario: "srp-section-5-1",
    set: {},
    until: 112.4,
    range: 2,
    motion: 1.2,
  },
  {
    id: "gateway-early",
    scenario: "srp-section-4-1-lrp",
    set: {},
    until: 112.4,
    range: 2,
    motion: 1.2,
  },
  { id: "stream", scenario: "srp-table-1", set: {}, until: 112.4, range: 2, motion: 1.2 },
  {
    id: "backlog-flood",
    scenario: "spanos-figure-5",
    set: {},
    until: 112.4,
    range: 1,
    motion: 0.6,
  },
  {
    id: "polled-flood",
    scenario: "spanos-figure-5-napi",
    set: {},
    until: 112.4,
    range: 1,
    motion: 0.6,
  },
  { id: "socket-flood", scenario: "wu-udp-400", set: {}, until: 412.4, range: 1, motion: 0.6 },
  {
    id: "memory-pressure",
    scenario: "wu-figure-9",
    set: {},
    until: 2112.4,
    range: 4,
    motion: 1.2,
  },
  {
    id: "by-the-clock",
    scenario: "section-5-2-short",
    set: {},
    until: 112.4,
    range: 2,
    motion: 1.2,
  },
  { id: "classes", scenario: "section-9-1", set: {}, until: 112.4, range: 2, motion: 1.2 },
  { id: "rate-limit", scenario: "section-5-1-queue", set: {}, until: 112.4, range: 2, motion: 1.2 },
  { id: "file-server", scenario: "section-7-1", set: {}, until: 112.4, range: 2, motion: 1.2 },
];
