// The model's types, as the page sees them. Generated from Rust by core/wasm/tests/types.rs:
// do not edit; `npm run fix` writes it anew. prettier-ignore keeps it as generated.
export type Value = number | boolean | string;
export type ScenarioError = { 
/**
 * Dotted path of the field, e.g. `traffic.rate`; of a capture file the place in words.
 */
field: MessageValue, 
/**
 * The value in the text, or what it means.
 */
value: MessageValue, 
/**
 * What is wrong with the value.
 */
problem: Message, 
/**
 * What is allowed instead.
 */
allowed: Message, };
export type ScenarioErrors = { errors: Array<ScenarioError>, };
export type Intervention = { 
/**
 * Time in cycles from the start.
 */
at: number, 
/**
 * New values by parameter path.
 */
set: { [key in string]: Value }, };
export type Capture = { 
/**
 * The file's name; on the command line its path, relative to the folder of the scenario file.
 */
file: string, 
/**
 * Number of packets to use, from the first; 0 means all.
 */
packets: number, 
/**
 * Fingerprint of these packets' times and lengths, 16 hexadecimal digits; empty means any recording.
 */
digest: string, };
export type KernelProgram = { 
/**
 * The file's name; on the command line its path, relative to the folder of the scenario file.
 */
file: string, 
/**
 * Fingerprint of the text, 16 hexadecimal digits; empty means any text.
 */
digest: string, 
/**
 * Cycles of each statement. With 0, a program costs what its calls cost, as the built-in kernels do.
 */
statement: number, 
/**
 * Values of its knobs that differ from those in the text.
 */
knobs: Record<string, number>, 
/**
 * The program itself; empty until somebody has read the file.
 */
text: string, };
export type KnobRow = { name: string, 
/**
 * Its value at the start, and its range.
 */
value: number, least: number, most: number, label: string, 
/**
 * The line that declares it.
 */
line: number, };
export type Scenario = { schema: number, 
/**
 * The model version that the scenario was written for.
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
 * What a reader should look at, in a few sentences.
 */
text: string, seed: number, 
/**
 * The settings that differ from the machine's values and from the parameters' defaults.
 */
settings: { [key in string]: Value }, interventions: Array<Intervention>, 
/**
 * The recorded traffic that `traffic.pattern = "capture"` sends.
 */
capture?: Capture, 
/**
 * The program that runs instead of the kernel design.
 */
program?: KernelProgram, };
export type Effect = "now" | "next_period" | "restart";
export type Scale = "linear" | "log";
export type Choice = { id: string, label: string, };
export type Kind = { "type": "integer", min: number, max: number, 
/**
 * Whether the word "infinity" is allowed too.
 */
infinity: boolean, } | { "type": "switch" } | { "type": "choice", options: Array<Choice>, };
export type Parameter = { 
/**
 * Dotted name, as in scenario files and `--set`.
 */
path: string, 
/**
 * The group of knobs that it belongs to.
 */
group: string, label: string, 
/**
 * What the setting does, in one line.
 */
one_line: string, 
/**
 * The unit of an integer; empty for switches and choices.
 */
unit: string, 
/**
 * Where the default is from.
 */
source: Message, 
/**
 * The default was found for the first machine. Another machine that has no value of its own takes it over.
 */
of_first_machine?: boolean, kind: Kind, default: Value, effect: Effect, 
/**
 * Whether the knob is shown while its group is folded.
 */
basic: boolean, scale: Scale, 
/**
 * The condition under which the setting has an effect: `path=value|other`, joined by `&`, with alternatives divided by
 * `;`; empty means always.
 */
when: string, };
export type Order = { low: string, high: string, };
export type Group = { id: string, label: string, one_line: string, };
export type DesignRow = { 
/**
 * Its value of `kernel.design`.
 */
id: string, name: string, source: string, one_line: string, };
export type Range = { path: string, min: number, max: number, };
export type SettingGroup = { source: Message, values: { [key in string]: Value }, };
export type Profile = { 
/**
 * A choice of the parameter `machine.profile`; the first choice is the default.
 */
id: string, label: string, 
/**
 * Paper and section.
 */
source: string, settings: Array<SettingGroup>, ranges: Array<Range>, };
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
 * Packets/s offered; `None` when the paper states only a delivered rate.
 */
x: number | null, 
/**
 * Packets/s delivered; `None` when the paper states only an offered rate.
 */
y: number | null, 
/**
 * The settings of the experiment.
 */
applies: { [key in string]: Value }, };
export type FamilyRow = { id: string, designs: Array<string>, };
export type Catalogue = { model: string, parameters: Array<Parameter>, 
/**
 * Pairs of settings that cannot cross.
 */
orders: Array<Order>, groups: Array<Group>, profiles: Array<Profile>, 
/**
 * The text of the source of a cost that a machine takes over from the first one.
 */
taken_over: string, designs: Array<DesignRow>, families: Array<FamilyRow>, scenarios: Array<Scenario>, marks: Array<Mark>, };
export type ContextKind = "hardware" | "clock" | "device" | "software" | "thread" | "process" | "idle";
export type ContextRow = { id: string, 
/**
 * In plain words.
 */
name: string, 
/**
 * The name in the papers.
 */
paper_name: string, kind: ContextKind, 
/**
 * The interrupt priority level, as the papers name it.
 */
ipl: string, 
/**
 * The CPU that it runs on. Hardware has 0.
 */
cpu: number, };
export type PlaceKind = "wire_in" | "receive_ring" | "queue" | "transmit_ring" | "wire_out";
export type PlaceRow = { id: string, name: string, paper_name: string, kind: PlaceKind, 
/**
 * The context that empties it. The place is drawn in the lane of this context.
 */
context: number, 
/**
 * How many packets fit at the start; 0 for wires and processes. When a setting changes the limit, the frame has
 * the new one.
 */
capacity: number, 
/**
 * The column along a packet's path.
 */
stage: number, 
/**
 * The interface that it belongs to, or -1.
 */
interface: number, 
/**
 * The name of a drop here; empty if packets are never dropped here.
 */
drop: string, };
export type EdgeRow = { id: string, from: number, to: number, 
/**
 * The context that moves the packet. Hardware takes no CPU time.
 */
context: number, 
/**
 * The steps that move the packet, in order.
 */
steps: Array<number>, };
export type LineRow = { id: string, name: string, paper_name: string, 
/**
 * The context of its handler.
 */
context: number, 
/**
 * The interface that it belongs to, or -1.
 */
interface: number, };
export type GateRow = { id: string, name: string, 
/**
 * What is shown when it is on, and when it is off.
 */
on: string, off: string, };
export type VariableRow = { 
/**
 * As the program writes it, `count[2]` for instance.
 */
name: string, 
/**
 * Its type, as C writes it.
 */
type: string, 
/**
 * The line that declares it; 0 for a chart.
 */
line: number, 
/**
 * Its value at the start, as a 32-bit pattern.
 */
initial: number, };
export type LocalRow = { name: string, 
/**
 * Its type, as C writes it.
 */
type: string, 
/**
 * The line that declares it.
 */
line: number, is_parameter: boolean, };
export type StepRow = { id: string, procedure: string, label: string, 
/**
 * The line of `code` that the step executes, or -1.
 */
code: number, 
/**
 * The kinds of contexts that run it on this machine. Empty if it may run in any: a thread switch, for example.
 */
runs_in: Array<ContextKind>, };
export type CodeRow = { procedure: string, text: string, indent: number, 
/**
 * The number of the step that executes it, or -1 if it costs no cycles.
 */
step: number, 
/**
 * The number of the line in the program's file; 0: pseudo-code.
 */
line: number, };
export type Topology = { model: string, scenario: string, design: string, clock_hz: number, 
/**
 * How many CPUs there are. Each context has the number of its CPU, from 0.
 */
cpus: number, 
/**
 * Highest priority first.
 */
contexts: Array<ContextRow>, places: Array<PlaceRow>, edges: Array<EdgeRow>, lines: Array<LineRow>, gates: Array<GateRow>, 
/**
 * Only a program has variables.
 */
variables?: Array<VariableRow>, 
/**
 * Only a program has functions: the local variables of each.
 */
locals?: Array<Array<LocalRow>>, 
/**
 * Only a program declares knobs.
 */
knobs?: Array<KnobRow>, steps: Array<StepRow>, code: Array<CodeRow>, };
export type Message = { 
/**
 * English, with the names of its values: "{packets} come in."
 */
text: string, 
/**
 * In the order of the text.
 */
values: Array<MessageValue>, };
export type MessageValue = string | Message;
export type Place = { line: number, column: number, };
export type ProgramProblem = { 
/**
 * The place just behind the part that is wrong.
 */
end: Place, rule: string, problem: Message, remedy: Message, line: number, column: number, };
export type CallType = "void" | "int" | "unsigned" | "bool" | "packet" | "queue" | "event" | "function" | "text" | "null" | "wrong";
export type CallContext = "device" | "software" | "clock" | "thread" | "idle" | "process";
export type CallPackets = "keeps" | "gives" | "takes" | "takes_if_true";
export type CallParameter = { name: string, type: CallType, };
export type Call = { name: string, result: CallType, parameters: Array<CallParameter>, 
/**
 * One sentence, which says nothing of the cost.
 */
does: string, 
/**
 * What it costs, if that is not always its step; empty otherwise.
 */
costs: string, 
/**
 * The step whose cycles it costs; none: only its statement costs.
 */
step: string | null, 
/**
 * Where it may be called.
 */
contexts: Array<CallContext>, packets: CallPackets, 
/**
 * Whether the context that calls it may lose the CPU.
 */
sleeps: boolean, 
/**
 * Whether a program may write a function of this name, which then takes its place and costs its step.
 */
replaceable: boolean, 
/**
 * What Linux calls it; empty if it has no such thing.
 */
linux: string, };
export type EntryPoint = { name: string, parameters: Array<CallParameter>, context: CallContext, called: string, };
export type Procedure = { name: string, step: string, };
export type CallConstant = { name: string, 
/**
 * As a 32-bit pattern; for a constant of the machine, the value on M's router.
 */
value: number, 
/**
 * The step whose cycles `charge` takes, if it gets this constant.
 */
step: string | null, means: string, };
export type ReferenceRow = { 
/**
 * As C declares it.
 */
signature: string, name: string, result: CallType, parameters: Array<CallParameter>, 
/**
 * One sentence, which says nothing of the cost.
 */
does: string, 
/**
 * What it costs, if that is not always its step; empty otherwise.
 */
costs: string, 
/**
 * The step whose cycles it costs; none: only its statement costs.
 */
step: string | null, 
/**
 * Where it may be called.
 */
contexts: Array<CallContext>, packets: CallPackets, 
/**
 * Whether the context that calls it may lose the CPU.
 */
sleeps: boolean, 
/**
 * Whether a program may write a function of this name, which then takes its place and costs its step.
 */
replaceable: boolean, 
/**
 * What Linux calls it; empty if it has no such thing.
 */
linux: string, };
export type CallReference = { calls: Array<ReferenceRow>, entry_points: Array<EntryPoint>, procedures: Array<Procedure>, constants: Array<CallConstant>, };
export type Tone = "good" | "neutral" | "bad";
export type Cure = { 
/**
 * The text of the button.
 */
label: Message, 
/**
 * Settings by path.
 */
set: { [key in string]: Value }, };
export type Diagnosis = { 
/**
 * The finding's id.
 */
id: string, 
/**
 * A few words.
 */
headline: Message, 
/**
 * Why, with numbers.
 */
sentences: Array<Message>, tone: Tone, cure: Cure | null, 
/**
 * Length of the window that the numbers are from.
 */
window_ms: number, };
export type Latency = { p50: number | null, p90: number | null, p99: number | null, p999: number | null, max: number | null, mean: number | null, 
/**
 * Whether percentiles come from the latencies of single packets. If not, a percentile is the upper end of a bucket
 * (four buckets for each factor of two).
 */
exact: boolean, };
export type Little = { mean_inside: number, 
/**
 * Rate of delivered packets x their mean latency.
 */
delivered: number, 
/**
 * Rate of drops x mean time inside of the dropped packets.
 */
dropped: number, };
export type WindowFacts = { from_us: number, to_us: number, arrived: number, delivered: number, dropped: number, 
/**
 * CPU cycles of work on packets, whatever their outcome.
 */
packet_work_cycles: number, };
export type PacketBalance = { arrived: number, delivered: number, dropped: number, inside: number, 
/**
 * `delivered + dropped by place + inside`, which has to equal `arrived`.
 */
accounted: number, holds: boolean, };
export type CycleBalance = { elapsed: number, cpus: number, by_context: Record<string, number>, 
/**
 * Sum over contexts, which has to equal `elapsed` times `cpus`.
 */
accounted: number, holds: boolean, };
export type Conservation = { packets: PacketBalance, cycles: CycleBalance, };
export type Report = { 
/**
 * The model version that computed it.
 */
model: string, offered_pps: number, delivered_pps: number, 
/**
 * Of the packets that arrived, 0 to 1; none when no packet arrived.
 */
delivered_share: number | null, 
/**
 * Packets, by place.
 */
drops: Record<string, number>, 
/**
 * The same a second.
 */
dropped_pps: Record<string, number>, 
/**
 * 0 to 1, by context; the shares of a CPU add to 1.
 */
cpu_share: Record<string, number>, 
/**
 * Share of the compute-bound process.
 */
user_share: number, 
/**
 * Share of all processes together, 0 to 1, of the time of all CPUs. Kernel threads are not processes.
 */
process_share: number, latency_us: Latency, 
/**
 * Interrupts taken, by line.
 */
interrupts: Record<string, number>, 
/**
 * The same a second.
 */
interrupts_per_second: Record<string, number>, 
/**
 * Packets that arrived for each interrupt that was taken, by line; without the lines that took none.
 */
packets_per_interrupt: Record<string, number>, 
/**
 * CPU cycles spent on packets that were dropped later, by place of the drop.
 */
wasted_cycles: Record<string, number>, 
/**
 * The same for all places, as a share of the time of all CPUs, 0 to 1.
 */
wasted_share: number, 
/**
 * The same in microseconds for each packet dropped at a place; without the places that dropped none.
 */
wasted_us: Record<string, number>, 
/**
 * Share of the window during which each gate was on.
 */
gate_share: Record<string, number>, 
/**
 * Mean number of packets inside.
 */
mean_inside: number, little: Little, window: WindowFacts, conservation: Conservation, };
export type Replayed = { packets: number, 
/**
 * Time from the first packet to the last, as recorded.
 */
recorded_s: number, 
/**
 * Packets so far that came faster than the wire carries them, and waited for it.
 */
waited: number, waited_us_max: number, 
/**
 * Packets longer than the network's longest. They are replayed with that length.
 */
shortened: number, longest_bytes: number, };
export type HistoryStep = { procedure: string, label: string, 
/**
 * Id of the context that ran the step.
 */
context: string, 
/**
 * Cycles since the start.
 */
begin: number, end: number, cycles: number, };
export type PacketHistory = { packet: number, arrived: number, 
/**
 * "inside", "delivered" or "dropped".
 */
outcome: string, 
/**
 * Id of the place where it is, or where it ended.
 */
place: string | null, 
/**
 * When it was delivered or dropped.
 */
ended: number | null, invested_cycles: number, bytes: number, steps: Array<HistoryStep>, };
export type Metric = "delivered_share" | "delivered_pps" | "latency_p99_us" | "latency_max_us" | "free_cpu" | "user_share" | "interrupts_per_packet" | "quiet_wire_share" | "jain_index" | "wasted_share" | "device_stay_p99_us" | "first_of_burst_us" | "stuck" | "unreclaimed" | "overtaken" | "skipped" | "window_stranded" | "window_wait_us";
export type MetricRow = { 
/**
 * Its name in `challenge.toml` and in results.
 */
id: string, label: string, unit: string, more_is_better: boolean, };
export type Bound = { metric: Metric, at_least?: number, at_most?: number, };
export type Load = { id: string, title: string, 
/**
 * Packets a second, and for how long they come. A window sweep has neither.
 */
rate: number, milliseconds: number, 
/**
 * Packets a second that come from the other wire in that time, and leave by the first one.
 */
other_wire: number, 
/**
 * One packet at each cycle between the last look and the sleep.
 */
window: boolean, bounds: Array<Bound>, 
/**
 * What gold compares with the reference.
 */
gold: Array<Metric>, };
export type LoadRow = { load: Load, 
/**
 * With the load's traffic, and without a program.
 */
machine: Scenario, };
export type ChallengeRow = { id: string, number: number, title: string, task: string, lesson: string, read: string, skeleton: string, reference: string, 
/**
 * How many of the loads are common to all challenges: the first ones.
 */
common: number, loads: Array<LoadRow>, };
export type ChallengeTable = { 
/**
 * Cycles of a statement in all of them.
 */
statement: number, metrics: Array<MetricRow>, challenges: Array<ChallengeRow>, };
export type SweepPoint = { 
/**
 * Cycles after the last look.
 */
cycle: number, 
/**
 * How long it was in the ring, in microseconds; none if nobody took it for 3 ms.
 */
wait_us: number | null, 
/**
 * It waited while the CPU was idle.
 */
stranded: boolean, };
export type Sweep = { 
/**
 * The last look, in cycles from the start of the run; none if the CPU never sleeps after the first packet.
 */
last_look: number | null, 
/**
 * Cycles from the last look to the sleep.
 */
window: number, points: Array<SweepPoint>, 
/**
 * The run with the first packet only. The run of a point has its intervention once more, when the second packet arrives.
 */
scenario: Scenario, };
export type RunFault = { 
/**
 * In English, with its line.
 */
text: string, 
/**
 * From 1; 0: no line.
 */
line: number, 
/**
 * The same without the line, to be translated.
 */
told: Message, seed: number, rate: number, scenario: Scenario, };
export type Numbers = { metric: Metric, median: number | null, reference: number | null, 
/**
 * Whether gold compares them, and the program is near enough.
 */
near?: boolean, 
/**
 * The same by seed; gold asks for more than half of them.
 */
near_by_seed?: Array<boolean>, 
/**
 * By seed.
 */
values: Array<number | null>, reference_values: Array<number | null>, };
export type BoundResult = { 
/**
 * The worst of all seeds; none if a run has no such value.
 */
value: number | null, met: boolean, 
/**
 * That run.
 */
seed: number, rate: number, 
/**
 * Its scenario, if the bound is missed: it can be opened in the machine.
 */
scenario?: Scenario, metric: Metric, at_least?: number, at_most?: number, };
export type LoadResult = { load: string, title: string, met: boolean, 
/**
 * None of its numbers is too far from the reference for gold.
 */
near: boolean, bounds: Array<BoundResult>, 
/**
 * What the program broke, in the first run that it stopped.
 */
fault?: RunFault, 
/**
 * If the load is missed: the first rule about time that the program broke in its runs.
 */
told?: RunFault, 
/**
 * The fate of a packet at each cycle of the window, if the load is a sweep.
 */
sweep?: Sweep, 
/**
 * Delivered packets, latency, free CPU, and what gold compares.
 */
numbers: Array<Numbers>, };
export type Medal = "none" | "bronze" | "silver" | "gold";
export type Award = { medal: Medal, lines: number, reference_lines: number, };
export type Verdict = { challenge: string, number: number, title: string, medal: Medal, lines: number, reference_lines: number, loads: Array<LoadResult>, };
