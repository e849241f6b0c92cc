// The selected packet's story as a frame tells it: every step spent on it, where it ended and what it
// cost. Read for lists and sentences, not for drawing.
import {
  ContextField,
  PacketOutcome,
  readField,
  PacketStepField,
  MoveField,
  packetsAt,
  type Frame,
} from "./frame";
import { usesCpu, type Topology } from "./topology";
import { formatDuration, formatMoment, formatNumber } from "../format/numbers";

export interface PacketStep {
  step: number;
  context: number;
  begin: number;
  end: number;
  /** CPU cycles spent; less than end - begin when it was interrupted. */
  cycles: number;
}

export interface PacketHistory {
  packet: number;
  arrived: number;
  outcome: number;
  /** Where it is, or where it ended; -1 = in somebody's hands. */
  place: number;
  outcomeTime: number;
  cyclesSpent: number;
  bytes: number;
  steps: PacketStep[];
}

const PACKET_FACTS = 8;

export function readPacketHistory(frame: Frame, packet: number): PacketHistory | null {
  if (frame.rowCount("packetFacts") < PACKET_FACTS) return null;
  const read = (row: number) => readField(frame, "packetFacts", row, 0);
  if (read(0) !== packet) return null;
  const steps = Array.from({ length: frame.rowCount("packetSteps") }, (_, row): PacketStep => {
    const part = (position: number) => readField(frame, "packetSteps", row, position);
    return {
      step: part(PacketStepField.step),
      context: part(PacketStepField.context),
      begin: part(PacketStepField.begin),
      end: part(PacketStepField.end),
      cycles: part(PacketStepField.cycles),
    };
  });
  return {
    packet,
    arrived: read(1),
    outcome: read(2),
    place: read(3),
    outcomeTime: read(4),
    cyclesSpent: read(5),
    bytes: read(7),
    steps: steps.filter((step) => step.cycles > 0),
  };
}

/** What becomes of the packet, in one or two sentences; what is still to come is told as such. */
export function describePacket(topology: Topology, story: PacketHistory, frame: Frame): string {
  if (hasEnded(story, frame)) return describeOutcome(topology, story, false);
  if (frame.t < story.arrived) {
    const comes = `Not here yet: it comes in at ${formatMoment(story.arrived, topology.clock_hz)}.`;
    return story.outcome === PacketOutcome.inside
      ? comes
      : `${comes} ${describeOutcome(topology, story, true)}`;
  }
  const spent = formatDuration(spentSoFar(story, frame), topology.clock_hz);
  const now = `${describeLocation(topology, frame, story.packet)} ${spent} of CPU time so far.`;
  return story.outcome === PacketOutcome.inside
    ? now
    : `${now} ${describeOutcome(topology, story, true)}`;
}

function describeOutcome(topology: Topology, story: PacketHistory, later: boolean): string {
  const hertz = topology.clock_hz;
  const name = topology.places[story.place]?.name ?? "";
  const spent = formatDuration(story.cyclesSpent, hertz);
  const lived = formatDuration(Math.max(0, story.outcomeTime - story.arrived), hertz);
  if (story.outcome === PacketOutcome.delivered) {
    return later
      ? `It will be delivered ${lived} after its arrival.`
      : `Delivered ${lived} after it arrived; ${spent} of CPU time were spent on it.`;
  }
  if (story.cyclesSpent === 0) {
    return later
      ? `It will be refused at the ${name}, at no cost.`
      : `Refused: the ${name} was full. That cost no CPU time.`;
  }
  return later
    ? `It will be thrown away at the ${name}, and ${spent} of CPU time with it.`
    : `Thrown away at the ${name}, ${lived} after it arrived. The ${spent} of CPU time already spent on it were wasted.`;
}

/** What became of the packet has happened by the frame's moment. */
export function hasEnded(story: PacketHistory, frame: Frame): boolean {
  return story.outcome !== PacketOutcome.inside && story.outcomeTime <= frame.t;
}

export interface PacketStepProgress extends PacketStep {
  /** Seen from the frame's moment. */
  when: "done" | "going on" | "later";
  /** Of its cycles, those spent by then. */
  spent: number;
}

/** The steps as they stand at the frame's moment: one that has not begun has cost nothing yet. */
export function stepsAt(story: PacketHistory, frame: Frame): PacketStepProgress[] {
  return story.steps.map((step): PacketStepProgress => {
    if (frame.t >= step.end) return { ...step, when: "done", spent: step.cycles };
    if (frame.t <= step.begin) return { ...step, when: "later", spent: 0 };
    return { ...step, when: "going on", spent: spentOnStep(story, step, frame) };
  });
}

/** CPU cycles spent on the packet by the frame's moment. */
export function spentSoFar(story: PacketHistory, frame: Frame): number {
  return stepsAt(story, frame).reduce((sum, { spent }) => sum + spent, 0);
}

/** As its context tells; while something that it called has the CPU, by the time that has passed. */
function spentOnStep({ packet }: PacketHistory, step: PacketStep, frame: Frame): number {
  const told = (position: number) => readField(frame, "contexts", step.context, position);
  const inHand =
    told(ContextField.packet) === packet &&
    told(ContextField.step) === step.step &&
    told(ContextField.stepCycles) === step.cycles;
  if (inHand) return told(ContextField.progress) * step.cycles;
  return (step.cycles * (frame.t - step.begin)) / Math.max(1, step.end - step.begin);
}

/** Where a packet is at the frame's moment. */
function describeLocation(topology: Topology, frame: Frame, packet: number): string {
  for (let row = 0; row < frame.rowCount("moves"); row += 1) {
    if (readField(frame, "moves", row, MoveField.packet) !== packet) continue;
    const edge = topology.edges[readField(frame, "moves", row, MoveField.edge)];
    const context = topology.contexts[edge?.context ?? -1];
    return context !== undefined && usesCpu(context)
      ? `In the hands of: ${context.name}.`
      : "On the wire.";
  }
  for (const [index, place] of topology.places.entries()) {
    if (packetsAt(frame, index).packets.includes(packet)) {
      return `Waits in the ${place.name}.`;
    }
  }
  return "Inside the machine.";
}

/** CPU time by who spent it, in lane order. */
export function costByContext(
  topology: Topology,
  story: PacketHistory,
): { context: number; cycles: number }[] {
  return topology.contexts.flatMap((context, index) => {
    if (!usesCpu(context)) return [];
    const cycles = story.steps
      .filter((step) => step.context === index)
      .reduce((sum, step) => sum + step.cycles, 0);
    return cycles > 0 ? [{ context: index, cycles }] : [];
  });
}

export function formatPacketName(packet: number): string {
  return `Packet ${formatNumber(packet)}`;
}
