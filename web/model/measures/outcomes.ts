// Where packets and CPU time went in a frame's window: CPU shares by context, packets by outcome, wasted work by
// place, the latency histogram, and the laws that these numbers must obey.
import type { PlaceKind, Topology } from "../../generated/model";
import { MIN_PACKETS_FOR_RATE } from "../../lib/format/numbers";
import { shareOfWindow, type Frame } from "../../frame/frame";
import { cpuNumbers, nameWithInterface, nameWithoutCpu } from "../../frame/topology";
import { deliveredOnWire } from "../../frame/flows";
import type { Bin } from "./histogram";

export interface ContextShare {
  index: number;
  id: string;
  name: string;
  paperName: string;
  kind: string;
  cpu: number;
  /** Whether packets wait for it or pass through it. Other processes compete with the packets for the CPU. */
  handlesPackets: boolean;
  /** Share of its CPU. */
  share: number;
  cycles: number;
}

export interface PlaceLoss {
  index: number;
  id: string;
  name: string;
  paperName: string;
  kind: PlaceKind;
  /** Text for a drop at this place: "dropped at ipintrq". */
  drop: string;
  packets: number;
  wastedCycles: number;
  /** Share of the window's CPU time. */
  wastedShare: number;
}

/** Packets that left the machine at one place: on a wire, or into a process's memory. */
export interface Delivery {
  id: string;
  name: string;
  packets: number;
}

/** How often the CPU took the interrupt of a line. */
export interface LineCount {
  id: string;
  name: string;
  taken: number;
}

/** Both sides of an equation that must hold in the window. */
export interface Law {
  left: number;
  right: number;
  holds: boolean;
}

/** Packets that arrived and left in the window. */
export interface Throughput {
  arrived: number;
  delivered: number;
  /** Fewer than 30 packets: a rate means little, so the counts are shown. */
  isTooFew: boolean;
  /** Packets a second. */
  offeredRate: number;
  deliveredRate: number;
}

/** A shorter window has only counts: a rate would be mostly chance. */
export const RATE_NEEDS_MILLISECONDS = 20;

export interface Outcomes extends Throughput {
  elapsedCycles: number;
  milliseconds: number;
  insideBefore: number;
  inside: number;
  /** By CPU. */
  cpus: ContextShare[][];
  cpu: ContextShare[];
  interrupts: number;
  lines: LineCount[];
  losses: PlaceLoss[];
  /** Their sum is `delivered`. */
  deliveries: Delivery[];
  refused: number;
  droppedAfterWork: number;
  wastedShare: number;
  meanLatencyMicroseconds: number;
  meanInside: number;
  latency: Bin[];
  laws: { packets: Law; cpu: Law; little: Law };
}

/** Little's law holds only over a steady window, so a tenth is tolerated. */
const LITTLE_TOLERANCE = 0.1;

export function readThroughput({ window }: Frame, { clock_hz: hertz }: Topology): Throughput {
  const { arrived, delivered, elapsedCycles } = window;
  const seconds = elapsedCycles / hertz;
  return {
    arrived,
    delivered,
    isTooFew: arrived < MIN_PACKETS_FOR_RATE,
    offeredRate: seconds > 0 ? arrived / seconds : 0,
    deliveredRate: seconds > 0 ? delivered / seconds : 0,
  };
}

export function readOutcomes(frame: Frame, topology: Topology): Outcomes {
  const { window } = frame;
  const elapsed = window.elapsedCycles;
  const seconds = elapsed / topology.clock_hz;
  const cpu = cpuShares(frame, topology);
  const cpus = cpuNumbers(topology).map((number) => cpu.filter((share) => share.cpu === number));
  const available = elapsed * topology.cpus;
  const losses = placeLosses(frame, topology);
  const inLatency = window.latencyCycles + window.droppedCycles;
  const meanInside = elapsed > 0 ? window.insideCycles / elapsed : 0;
  const littleInside = elapsed > 0 ? inLatency / elapsed : 0;
  const spentBy = (shares: ContextShare[]) => shares.reduce((sum, { cycles }) => sum + cycles, 0);
  const before = window.arrived + window.insideAtStart;
  const after = window.delivered + window.dropped + window.inside;
  return {
    elapsedCycles: elapsed,
    milliseconds: seconds * 1e3,
    ...readThroughput(frame, topology),
    insideBefore: window.insideAtStart,
    inside: window.inside,
    cpus,
    cpu,
    interrupts: window.interrupts,
    lines: topology.lines.map(({ id, name }, index) => ({
      id,
      name,
      taken: frame.lines.taken(index),
    })),
    losses,
    deliveries: deliveriesOf(frame, topology),
    refused: window.refused,
    droppedAfterWork: window.dropped - window.refused,
    wastedShare: shareOfWindow(frame, window.wastedCycles),
    meanLatencyMicroseconds:
      window.delivered > 0
        ? ((window.latencyCycles / window.delivered) * 1e6) / topology.clock_hz
        : NaN,
    meanInside,
    latency: latencyBins(frame),
    laws: {
      packets: { left: before, right: after, holds: before === after },
      cpu: {
        left: spentBy(cpu),
        right: available,
        holds: cpus.every((shares) => spentBy(shares) === elapsed),
      },
      little: { left: meanInside, right: littleInside, holds: isNear(meanInside, littleInside) },
    },
  };
}

function cpuShares(frame: Frame, topology: Topology): ContextShare[] {
  const handling = new Set([...topology.edges, ...topology.places].map(({ context }) => context));
  return topology.contexts
    .map(({ id, paper_name: paperName, kind, cpu }, index) => ({
      handlesPackets: handling.has(index),
      index,
      id,
      name: nameWithoutCpu(topology, index),
      paperName,
      kind,
      cpu,
      share: frame.contexts.share(index),
      cycles: frame.contexts.cycles(index),
    }))
    .filter(({ kind }) => kind !== "hardware");
}

function placeLosses(frame: Frame, topology: Topology): PlaceLoss[] {
  return topology.places
    .map(({ id, paper_name: paperName, kind, drop }, index) => {
      const wastedCycles = frame.places.wasted(index);
      return {
        index,
        id,
        name: nameWithInterface(topology, index),
        paperName,
        kind,
        drop,
        packets: frame.places.drops(index),
        wastedCycles,
        wastedShare: shareOfWindow(frame, wastedCycles),
      };
    })
    .filter(({ drop, packets }) => drop !== "" || packets > 0);
}

function deliveriesOf(frame: Frame, topology: Topology): Delivery[] {
  return topology.places.flatMap(({ id, kind }, place) => {
    if (kind !== "wire_out") return [];
    const packets = deliveredOnWire(topology, frame, place);
    return [{ id, name: nameWithInterface(topology, place), packets }];
  });
}

export function latencyBins(frame: Frame): Bin[] {
  return Array.from({ length: frame.latency.length }, (_, row) => ({
    low: frame.latency.low(row),
    high: frame.latency.high(row),
    count: frame.latency.count(row),
  }));
}

function isNear(a: number, b: number): boolean {
  const size = Math.max(Math.abs(a), Math.abs(b));
  return size === 0 || Math.abs(a - b) <= LITTLE_TOLERANCE * size;
}
