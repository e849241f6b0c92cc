// The history of the selected packet in a frame: every step spent on it, its outcome and its cost. Lists and
// sentences use it; the timeline draws the same rows by itself.
import { tr } from "../i18n/i18n";
import { PacketOutcome, packetsAt, type Frame } from "./frame";
import { usesCpu, type Topology } from "./topology";
import { formatDuration, formatMoment, formatNumber } from "../lib/format/numbers";
import { lowerFirst } from "../lib/format/sentence";

export interface PacketStep {
  step: number;
  context: number;
  begin: number;
  end: number;
  /** CPU cycles spent; less than end - begin if the step was interrupted. */
  cycles: number;
}

export interface PacketHistory {
  packet: number;
  arrived: number;
  outcome: number;
  /** The place where it is or ended; -1 while a context carries it. */
  place: number;
  outcomeTime: number;
  cyclesSpent: number;
  bytes: number;
  steps: PacketStep[];
}

export function readPacketHistory(frame: Frame, packet: number): PacketHistory | null {
  const { packetFacts: facts, packetSteps } = frame;
  if (facts.length === 0 || facts.packet !== packet) return null;
  const steps = Array.from({ length: packetSteps.length }, (_, row): PacketStep => {
    return {
      step: packetSteps.step(row),
      context: packetSteps.context(row),
      begin: packetSteps.begin(row),
      end: packetSteps.end(row),
      cycles: packetSteps.cycles(row),
    };
  });
  return {
    packet,
    arrived: facts.arrived,
    outcome: facts.outcome,
    place: facts.place,
    outcomeTime: facts.ended,
    cyclesSpent: facts.cycles,
    bytes: facts.bytes,
    steps: steps.filter((step) => step.cycles > 0),
  };
}

/** Describes where the packet is, and its outcome. An outcome after the shown time is in the future tense. */
export function describePacket(topology: Topology, history: PacketHistory, frame: Frame): string {
  if (hasEnded(history, frame)) return describeOutcome(topology, history, false);
  if (frame.t < history.arrived) {
    const arrival = tr("Not here yet: it arrives at {arrived}.", {
      arrived: formatMoment(history.arrived, topology.clock_hz),
    });
    return history.outcome === PacketOutcome.inside
      ? arrival
      : `${arrival} ${describeOutcome(topology, history, true)}`;
  }
  const spent = formatDuration(spentSoFar(history, frame), topology.clock_hz);
  const now = tr("{location} {spent} of CPU time so far.", {
    location: describeLocation(topology, frame, history.packet),
    spent,
  });
  return history.outcome === PacketOutcome.inside
    ? now
    : `${now} ${describeOutcome(topology, history, true)}`;
}

/** What became of a packet by the shown time, in a few words: "delivered after 0.4 ms". */
export function describePacketBriefly(topology: Topology, frame: Frame, packet: number): string {
  const history = readPacketHistory(frame, packet);
  const hertz = topology.clock_hz;
  if (history === null) {
    return packet > frame.total.arrived
      ? tr("not here yet")
      : tr("no longer in the recorded trace");
  }
  if (frame.t < history.arrived) return tr("not here yet");
  const spent = formatDuration(spentSoFar(history, frame), hertz);
  if (!hasEnded(history, frame)) {
    const where = lowerFirst(describeLocation(topology, frame, packet)).replace(/\.$/, "");
    return tr("{where}, after {spent} of work", { where, spent });
  }
  const lived = formatDuration(Math.max(0, history.outcomeTime - history.arrived), hertz);
  if (history.outcome === PacketOutcome.delivered) {
    return tr("delivered after {lived}, with {spent} of work", { lived, spent });
  }
  const place = topology.places[history.place]?.name ?? "";
  return history.cyclesSpent === 0
    ? tr("refused at the {place}, at no cost", { place: lowerFirst(place) })
    : tr("thrown away at the {place} after {spent} of work", { place: lowerFirst(place), spent });
}

function describeOutcome(topology: Topology, history: PacketHistory, isLater: boolean): string {
  const hertz = topology.clock_hz;
  const name = topology.places[history.place]?.name ?? "";
  const spent = formatDuration(history.cyclesSpent, hertz);
  const lived = formatDuration(Math.max(0, history.outcomeTime - history.arrived), hertz);
  if (history.outcome === PacketOutcome.delivered) {
    return isLater
      ? tr("It will be delivered {lived} after its arrival.", { lived })
      : tr("Delivered {lived} after it arrived; {spent} of CPU time were spent on it.", {
          lived,
          spent,
        });
  }
  if (history.cyclesSpent === 0) {
    return isLater
      ? tr("It will be refused at the {name}, at no cost.", { name })
      : tr("Refused: the {name} was full. That cost no CPU time.", { name });
  }
  return isLater
    ? tr("It will be thrown away at the {name}, and {spent} of CPU time with it.", { name, spent })
    : tr(
        `Thrown away at the {name}, {lived} after it arrived. The {spent} of CPU time already
      spent on it were wasted.`,
        { name, lived, spent },
      );
}

/** Whether the packet was delivered or dropped by the shown time. */
export function hasEnded(history: PacketHistory, frame: Frame): boolean {
  return history.outcome !== PacketOutcome.inside && history.outcomeTime <= frame.t;
}

export interface PacketStepProgress extends PacketStep {
  /** Relative to the shown time. */
  when: "done" | "running" | "later";
  /** Cycles spent by the shown time. */
  spent: number;
}

/** The steps with the cycles spent by the shown time. */
export function stepsAt(history: PacketHistory, frame: Frame): PacketStepProgress[] {
  return history.steps.map((step): PacketStepProgress => {
    if (frame.t >= step.end) return { ...step, when: "done", spent: step.cycles };
    if (frame.t <= step.begin) return { ...step, when: "later", spent: 0 };
    return { ...step, when: "running", spent: spentOnStep(history, step, frame) };
  });
}

/** CPU cycles spent on the packet by the shown time. */
export function spentSoFar(history: PacketHistory, frame: Frame): number {
  return stepsAt(history, frame).reduce((sum, { spent }) => sum + spent, 0);
}

/** Cycles spent on a running step. Estimates them from the elapsed time while a procedure that it called has the CPU. */
function spentOnStep({ packet }: PacketHistory, step: PacketStep, frame: Frame): number {
  const { contexts } = frame;
  const inHand =
    contexts.packet(step.context) === packet &&
    contexts.step(step.context) === step.step &&
    contexts.stepCycles(step.context) === step.cycles;
  if (inHand) return contexts.progress(step.context) * step.cycles;
  return (step.cycles * (frame.t - step.begin)) / Math.max(1, step.end - step.begin);
}

/** Where a packet is at the shown time. */
function describeLocation(topology: Topology, frame: Frame, packet: number): string {
  for (let row = 0; row < frame.moves.length; row += 1) {
    if (frame.moves.packet(row) !== packet) continue;
    const edge = topology.edges[frame.moves.edge(row)];
    const context = topology.contexts[edge?.context ?? -1];
    return context !== undefined && usesCpu(context)
      ? tr("Carried by: {name}.", { name: context.name })
      : tr("On the wire.");
  }
  for (const [index, place] of topology.places.entries()) {
    if (packetsAt(frame, index).packets.includes(packet)) {
      return tr("Waits in the {name}.", { name: place.name });
    }
  }
  return tr("Inside the machine.");
}

export function formatPacketName(packet: number): string {
  return tr("Packet {packet}", { packet: formatNumber(packet) });
}
