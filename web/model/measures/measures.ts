// The quantities of a curve's vertical axis: delivered packets, wasted CPU time, latency, the processes' share, interrupts
// for each packet. Each measure is read from a trial's report and, for the operating point, from the frame's window.
import { msg, tr } from "../../i18n/i18n";
import type { Report, Topology } from "../../generated/model";
import {
  formatCompact,
  formatMicroseconds,
  formatPercentPlain,
  formatRate,
  formatSignificant,
} from "../../lib/format/numbers";
import { shareOfWindow, type Frame } from "../../frame/frame";
import { latencyBins, readThroughput } from "./outcomes";
import { percentile } from "./histogram";

/** Rates that say something about a machine (desk/curve/rate-search.ts). */
export type RateSearchId = "peak" | "livelock";

export const MEASURE_IDS = [
  "delivered",
  "peak",
  "livelock",
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
  /** The offered rate that is searched before the value can be read, on every axis but that of the offered rate itself. */
  search: RateSearchId | null;
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
    title: msg("Delivered"),
    noun: msg("The delivered rate"),
    axisName: msg("delivered, packets/s"),
    explanation: msg("Packets that leave the machine each second."),
    search: null,
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
    title: msg("Peak"),
    noun: msg("The height of the peak"),
    axisName: msg("peak: delivered at the best rate, packets/s"),
    explanation: msg(
      "The most packets that the machine delivers each second, at the best offered rate.",
    ),
    search: "peak",
    kind: "packets",
    max: null,
    ofReport: (report) => report.delivered_pps,
    // A running machine has one offered rate, and that is seldom the best one.
    ofFrame: () => null,
    format: formatRate,
    formatTick: formatCompact,
  },
  livelock: {
    id: "livelock",
    title: msg("Livelock rate"),
    noun: msg("The rate at which almost nothing gets through"),
    axisName: msg("almost nothing gets through at, packets/s"),
    explanation: msg(
      "The lowest offered rate at which the machine delivers at most 3 % of its peak.",
    ),
    search: "livelock",
    kind: "packets",
    max: null,
    ofReport: (report) => report.offered_pps,
    ofFrame: () => null,
    format: formatRate,
    formatTick: formatCompact,
  },
  wasted: {
    id: "wasted",
    title: msg("Wasted CPU time"),
    noun: msg("The wasted CPU time"),
    axisName: msg("wasted CPU time"),
    explanation: msg("CPU time spent on packets that were thrown away later."),
    search: null,
    kind: "cpu",
    ...percent,
    ofReport: (report) => report.wasted_share * 100,
    ofFrame: (frame, topology) =>
      isTooShort(frame, topology) ? null : shareOfWindow(frame, frame.window.wastedCycles) * 100,
  },
  p50: {
    ...latency("p50", 0.5),
    title: msg("Latency, half within"),
    noun: msg("The latency of half of the packets"),
    axisName: msg("latency: half of the packets within"),
    explanation: msg("The time from arrival to delivery that half of the packets do not exceed."),
  },
  p99: {
    ...latency("p99", 0.99),
    title: msg("Latency, 99 % within"),
    noun: msg("The latency of 99 % of the packets"),
    axisName: msg("latency: 99 % of the packets within"),
    explanation: msg("The time from arrival to delivery that 99 % of the packets do not exceed."),
  },
  process: {
    id: "process",
    title: msg("CPU time of processes"),
    noun: msg("The CPU time of processes"),
    axisName: msg("CPU time of processes"),
    explanation: msg(
      "CPU time that user processes get. Interrupts and kernel threads have the rest.",
    ),
    search: null,
    kind: "cpu",
    ...percent,
    ofReport: (report) => report.process_share * 100,
    ofFrame(frame, topology) {
      if (isTooShort(frame, topology)) return null;
      const shares = topology.contexts.map(({ kind }, index) =>
        kind === "process" ? frame.contexts.share(index) : 0,
      );
      return (shares.reduce((sum, share) => sum + share, 0) / topology.cpus) * 100;
    },
  },
  interrupts: {
    id: "interrupts",
    title: msg("Interrupts for each packet"),
    noun: msg("The number of interrupts for each packet"),
    axisName: msg("interrupts for each packet"),
    explanation: msg("Interrupts taken, divided by the packets that arrived."),
    search: null,
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

function latency(id: "p50" | "p99", share: number) {
  return {
    id,
    search: null,
    kind: "latency" as const,
    max: null,
    ofReport: (report: Report) => report.latency_us[id],
    ofFrame: (frame: Frame, topology: Topology) => {
      if (readThroughput(frame, topology).isTooFew) return null;
      const us = percentile(latencyBins(frame), share);
      // The chart has no place for a latency that is only known to be above the last bin.
      return us === Infinity ? null : us;
    },
    format: formatMicroseconds,
    formatTick: formatMicroseconds,
  };
}

/** Right after a change, the window is too short for a share. */
function isTooShort({ window }: Frame, { clock_hz: hertz }: Topology): boolean {
  return window.elapsedCycles < 0.005 * hertz;
}

/** The measures in the language of the page, each made once: views compare them. */
const translated = new Map<MeasureId, Measure>();

export function measureOf(id: MeasureId): Measure {
  const known = translated.get(id);
  if (known !== undefined) return known;
  const { title, noun, axisName, explanation, ...rest } = MEASURES[id];
  const words = { title: tr(title), noun: tr(noun), axisName: tr(axisName) };
  const measure: Measure = { ...rest, ...words, explanation: tr(explanation) };
  translated.set(id, measure);
  return measure;
}

export const allMeasures = (): Measure[] => MEASURE_IDS.map(measureOf);
