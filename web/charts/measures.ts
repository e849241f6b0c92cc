// What a curve can show upright: delivered packets, wasted CPU time, latency, the processes' share, interrupts for each
// packet. Each measure is read from a trial's report and, for the operating point, from the frame's window.
import type { Report, Topology } from "../engine/model";
import {
  formatCompact,
  formatMicroseconds,
  formatPercentPlain,
  formatRate,
  formatSignificant,
} from "../format/numbers";
import { ContextField, readField, shareOfWindow, type Frame } from "../frame/frame";
import { latencyBins, readThroughput } from "./outcomes";
import { percentile } from "./histogram";

export const MEASURE_IDS = [
  "delivered",
  "peak",
  "wasted",
  "p50",
  "p99",
  "process",
  "interrupts",
] as const;
export type MeasureId = (typeof MEASURE_IDS)[number];

export interface Measure {
  id: MeasureId;
  /** The title of a table's column. */
  title: string;
  /** Begins a sentence. */
  noun: string;
  /** At the axis, with the unit. */
  axisName: string;
  /** In one line, for a person who chooses it. */
  explanation: string;
  /** The kind of value that a lesson may conceal. */
  kind: "packets" | "cpu" | "latency";
  /** The largest possible value; null if there is none. */
  max: number | null;
  /** The value of a trial; null if the trial has none, such as the latency when nothing was delivered. */
  ofReport(report: Report): number | null;
  /** The value now, in the frame's window; null if the window has too few packets. */
  ofFrame(frame: Frame, topology: Topology): number | null;
  format(value: number): string;
  formatTick(value: number): string;
}

const percent = {
  max: 100,
  format: (value: number) => formatPercentPlain(value / 100),
  formatTick: (value: number) => `${formatSignificant(value)} %`,
};

const MEASURES: Record<MeasureId, Measure> = {
  delivered: {
    id: "delivered",
    title: "Delivered",
    noun: "The delivered rate",
    axisName: "delivered, packets/s",
    explanation: "Packets that leave the machine each second.",
    kind: "packets",
    max: null,
    ofReport: (report) => report.delivered_pps,
    ofFrame(frame, topology) {
      const { isTooFew, deliveredRate } = readThroughput(frame, topology);
      return isTooFew ? null : deliveredRate;
    },
    format: formatRate,
    formatTick: formatCompact,
  },
  peak: {
    id: "peak",
    title: "Peak",
    noun: "The height of the peak",
    axisName: "peak: delivered at the best rate, packets/s",
    explanation:
      "The most packets that the machine delivers each second, at the best offered rate.",
    kind: "packets",
    max: null,
    ofReport: (report) => report.delivered_pps,
    // A machine at work has one rate, which need not be the best.
    ofFrame: () => null,
    format: formatRate,
    formatTick: formatCompact,
  },
  wasted: {
    id: "wasted",
    title: "Wasted CPU time",
    noun: "The wasted CPU time",
    axisName: "wasted CPU time",
    explanation: "CPU time spent on packets that were thrown away later.",
    kind: "cpu",
    ...percent,
    ofReport: (report) => report.wasted_share * 100,
    ofFrame: (frame, topology) =>
      isTooShort(frame, topology) ? null : shareOfWindow(frame, frame.window.wastedCycles) * 100,
  },
  p50: latency("p50", "Latency, half within", "half of the packets", 0.5),
  p99: latency("p99", "Latency, 99 % within", "99 % of the packets", 0.99),
  process: {
    id: "process",
    title: "CPU time of processes",
    noun: "The CPU time of processes",
    axisName: "CPU time of processes",
    explanation: "CPU time that user processes get. Interrupts and kernel threads have the rest.",
    kind: "cpu",
    ...percent,
    ofReport: (report) => report.process_share * 100,
    ofFrame(frame, topology) {
      if (isTooShort(frame, topology)) return null;
      const shares = topology.contexts.map(({ kind }, index) =>
        kind === "process" ? readField(frame, "contexts", index, ContextField.share) : 0,
      );
      return (shares.reduce((sum, share) => sum + share, 0) / topology.cpus) * 100;
    },
  },
  interrupts: {
    id: "interrupts",
    title: "Interrupts for each packet",
    noun: "The number of interrupts for each packet",
    axisName: "interrupts for each packet",
    explanation: "Interrupts taken, divided by the packets that arrived.",
    kind: "cpu",
    max: null,
    ofReport({ interrupts, window }) {
      const taken = Object.values(interrupts).reduce((sum, count) => sum + count, 0);
      return window.arrived > 0 ? taken / window.arrived : null;
    },
    ofFrame: (frame, topology) =>
      readThroughput(frame, topology).isTooFew
        ? null
        : frame.window.interrupts / frame.window.arrived,
    format: formatSignificant,
    formatTick: formatSignificant,
  },
};

function latency(id: "p50" | "p99", title: string, whose: string, share: number): Measure {
  return {
    id,
    title,
    noun: `The latency of ${whose}`,
    axisName: `latency: ${whose} within`,
    explanation: `The time from arrival to delivery that ${whose} do not exceed.`,
    kind: "latency",
    max: null,
    ofReport: (report) => report.latency_us[id],
    ofFrame: (frame, topology) =>
      readThroughput(frame, topology).isTooFew ? null : percentile(latencyBins(frame), share),
    format: formatMicroseconds,
    formatTick: formatMicroseconds,
  };
}

/** Right after a change, the window is too short for a share. */
function isTooShort({ window }: Frame, { clock_hz: hertz }: Topology): boolean {
  return window.elapsedCycles < 0.005 * hertz;
}

export function measureOf(id: MeasureId): Measure {
  return MEASURES[id];
}

export const ALL_MEASURES: readonly Measure[] = MEASURE_IDS.map((id) => MEASURES[id]);
