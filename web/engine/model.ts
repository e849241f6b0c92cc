// The model's types and the frame's layout, as the page sees them. Generated from Rust by core/wasm/tests/types.rs:
// do not edit; `npm run fix` writes it anew. prettier-ignore keeps it as generated.
export type Value = number | boolean | string;
export type ScenarioError = { 
/**
 * Dotted path of the field, e.g. `traffic.rate`.
 */
field: string, 
/**
 * The value as it was written.
 */
value: string, 
/**
 * What is wrong with it.
 */
problem: string, 
/**
 * What would be right.
 */
allowed: string, };
export type ScenarioErrors = { errors: Array<ScenarioError>, };
export type Intervention = { 
/**
 * When, in cycles from the start.
 */
at: number, 
/**
 * What changes: parameter path to new value.
 */
set: { [key in string]: Value }, };
export type Capture = { 
/**
 * The file's name; on the command line its path, from the folder of the scenario file.
 */
file: string, 
/**
 * How many packets of it, from the first; 0 is all of them.
 */
packets: number, 
/**
 * Fingerprint of these packets' times and lengths, 16 hexadecimal digits; empty is any.
 */
digest: string, };
export type Scenario = { schema: number, 
/**
 * The model version this was written for.
 */
model: string, 
/**
 * Short name: lower-case words joined by hyphens.
 */
id: string, title: string, 
/**
 * Paper and section.
 */
source: string, 
/**
 * What to see in it, in a sentence or two.
 */
text: string, seed: number, 
/**
 * The settings that differ from the machine's, or from their parameter's default.
 */
settings: { [key in string]: Value }, interventions: Array<Intervention>, 
/**
 * The recorded traffic that `traffic.pattern = "capture"` sends, if it does.
 */
capture?: Capture, };
export type Effect = "now" | "next_period" | "restart";
export type Scale = "linear" | "log";
export type Choice = { id: string, label: string, };
export type Kind = { "type": "integer", min: number, max: number, 
/**
 * The word "infinity" is allowed too.
 */
infinity: boolean, } | { "type": "switch" } | { "type": "choice", options: Array<Choice>, };
export type Parameter = { 
/**
 * Dotted name, as in scenario files and `--set`.
 */
path: string, 
/**
 * Which group of knobs it belongs to.
 */
group: string, label: string, 
/**
 * What it does, in one line.
 */
one_line: string, 
/**
 * Unit of an integer; empty for switches and choices.
 */
unit: string, 
/**
 * Paper and section, or "ours" for what the papers do not state.
 */
source: string, kind: Kind, default: Value, effect: Effect, 
/**
 * Shown before a group is unfolded.
 */
basic: boolean, scale: Scale, 
/**
 * Only meaningful when other parameters have these values: `path=value`, joined by `&`, alternatives divided
 * by `;`, or empty.
 */
when: string, };
export type Group = { id: string, label: string, one_line: string, };
export type DesignRow = { 
/**
 * What `kernel.design` calls it.
 */
id: string, name: string, source: string, one_line: string, };
export type Range = { path: string, min: number, max: number, };
export type Profile = { 
/**
 * A choice of the parameter `machine.profile`; the first is its default.
 */
id: string, label: string, 
/**
 * Paper and section.
 */
source: string, settings: { [key in string]: Value }, ranges: Array<Range>, };
export type Mark = { 
/**
 * Id in `claims.toml`.
 */
claim: string, label: string, 
/**
 * Paper and section.
 */
source: string, 
/**
 * Packets/s offered; `None` when only a height is stated.
 */
x: number | null, 
/**
 * Packets/s delivered; `None` when only a rate is stated.
 */
y: number | null, 
/**
 * The settings under which it is stated.
 */
applies: { [key in string]: Value }, };
export type FamilyRow = { id: string, designs: Array<string>, };
export type Catalogue = { model: string, parameters: Array<Parameter>, groups: Array<Group>, profiles: Array<Profile>, designs: Array<DesignRow>, families: Array<FamilyRow>, scenarios: Array<Scenario>, marks: Array<Mark>, };
export type ContextKind = "hardware" | "clock" | "device" | "software" | "thread" | "process" | "idle";
export type ContextRow = { id: string, 
/**
 * Plain words.
 */
name: string, 
/**
 * As the papers call it.
 */
paper_name: string, kind: ContextKind, 
/**
 * Interrupt priority level in the papers' words.
 */
ipl: string, 
/**
 * The CPU that it runs on; hardware's is 0.
 */
cpu: number, };
export type PlaceKind = "wire_in" | "receive_ring" | "queue" | "transmit_ring" | "wire_out";
export type PlaceRow = { id: string, name: string, paper_name: string, kind: PlaceKind, 
/**
 * The lane it stands in: that of the context that empties it.
 */
context: number, 
/**
 * How many packets fit; 0 where that has no meaning. Limits that a knob moved are in the frame.
 */
capacity: number, 
/**
 * Column along the packet's path.
 */
stage: number, 
/**
 * Interface it belongs to; -1 for none.
 */
interface: number, 
/**
 * What a drop here is called; empty where none can be.
 */
drop: string, };
export type EdgeRow = { id: string, from: number, to: number, 
/**
 * Who carries the packet; hardware costs no CPU time.
 */
context: number, 
/**
 * The steps on the way, in order.
 */
steps: Array<number>, };
export type LineRow = { id: string, name: string, paper_name: string, 
/**
 * The handler's lane.
 */
context: number, interface: number, };
export type GateRow = { id: string, name: string, 
/**
 * What it means when on, and when off.
 */
on: string, off: string, };
export type StepRow = { id: string, procedure: string, label: string, 
/**
 * Line of `code` that it executes; -1 for none.
 */
code: number, };
export type CodeRow = { procedure: string, text: string, indent: number, 
/**
 * The step that executes it, if it costs cycles: number in `steps`, else -1.
 */
step: number, };
export type Topology = { model: string, scenario: string, design: string, clock_hz: number, 
/**
 * Their numbers begin with 0; contexts bear them.
 */
cpus: number, 
/**
 * Highest priority first.
 */
contexts: Array<ContextRow>, places: Array<PlaceRow>, edges: Array<EdgeRow>, lines: Array<LineRow>, gates: Array<GateRow>, steps: Array<StepRow>, code: Array<CodeRow>, };
export type Tone = "good" | "neutral" | "bad";
export type Cure = { 
/**
 * What to write on the button.
 */
label: string, set: { [key in string]: Value }, };
export type Diagnosis = { id: string, 
/**
 * A few words.
 */
headline: string, 
/**
 * Why, with numbers.
 */
sentence: string, tone: Tone, cure: Cure | null, 
/**
 * How long the window is that the numbers are from.
 */
window_ms: number, };
export type Latency = { p50: number | null, p90: number | null, p99: number | null, p999: number | null, max: number | null, mean: number | null, 
/**
 * From single latencies; otherwise percentiles are the upper ends of buckets, four to a factor of two.
 */
exact: boolean, };
export type Little = { mean_inside: number, 
/**
 * Delivered rate x their mean latency.
 */
delivered: number, 
/**
 * Rate of drops x their mean time inside.
 */
dropped: number, };
export type WindowFacts = { from_us: number, to_us: number, arrived: number, delivered: number, dropped: number, 
/**
 * CPU cycles of work done for packets, whatever became of them.
 */
packet_work_cycles: number, };
export type PacketBalance = { arrived: number, delivered: number, dropped: number, inside: number, 
/**
 * `delivered + dropped by place + inside`: the other side of `arrived`.
 */
accounted: number, holds: boolean, };
export type CycleBalance = { elapsed: number, cpus: number, by_context: Record<string, number>, 
/**
 * Sum over contexts: the other side of `elapsed` times `cpus`.
 */
accounted: number, holds: boolean, };
export type Conservation = { packets: PacketBalance, cycles: CycleBalance, };
export type Report = { 
/**
 * The model version that computed it.
 */
model: string, offered_pps: number, delivered_pps: number, 
/**
 * Packets, by place.
 */
drops: Record<string, number>, 
/**
 * 0 to 1, by context; those of a CPU add to 1.
 */
cpu_share: { [key in string]: number }, 
/**
 * Of the compute-bound process.
 */
user_share: number, latency_us: Latency, 
/**
 * Interrupts taken, by line.
 */
interrupts: Record<string, number>, 
/**
 * CPU cycles spent on packets that were dropped later, by place of the drop.
 */
wasted_cycles: Record<string, number>, 
/**
 * Share of the window during which each gate was on.
 */
gate_share: { [key in string]: number }, 
/**
 * Packets inside, on average over the window.
 */
mean_inside: number, little: Little, window: WindowFacts, conservation: Conservation, };
export type Replayed = { packets: number, 
/**
 * From the first packet to the last, as recorded.
 */
recorded_s: number, 
/**
 * Packets so far that came faster than the wire carries them, and waited for it.
 */
waited: number, waited_us_max: number, 
/**
 * Frames longer than the network's longest, which count as that.
 */
shortened: number, longest_bytes: number, };
export type ToldStep = { procedure: string, label: string, 
/**
 * Id of the context that spent it.
 */
context: string, 
/**
 * Cycles from the start.
 */
begin: number, end: number, cycles: number, };
export type PacketStory = { packet: number, arrived: number, 
/**
 * "inside", "delivered" or "dropped".
 */
fate: string, 
/**
 * Id of the place where it is, or where it ended.
 */
place: string | null, fate_time: number | null, invested_cycles: number, bytes: number, steps: Array<ToldStep>, };
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
  falls: 8,
  spans: 9,
  columns: 10,
  depths: 11,
  marks: 12,
  journey: 13,
  story: 14,
  latency: 15,
  drops: 16,
  flows: 17,
  cpu: 18,
  cpus: 19,
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
/** Where the sections' table begins and how long things are. */
export const FRAME_SIZE = {
  header: 64,
  sections: 16,
  tallyRows: 16,
} as const;
