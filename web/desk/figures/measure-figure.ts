// Measures one picture of a figure. Curves and tables are made of trials of the pool; procedure calls are traced on a
// machine of their own.
import { tr } from "../../i18n/i18n";
import { formatNumber } from "../../lib/format/numbers";
import type { Catalogue, Report, Scenario } from "../../generated/model";
import { sortCalls, type CallSpan } from "./trace-calls";
import type { Tracer } from "./tracer";
import { wireCountAt } from "../curve/curve-plan";
import { sortByPath, valuesAtStart } from "../../model/scenario/settings";

/** What a figure shows; the same kinds as in core/src/experiment/figures.rs. */
export type Picture =
  | { kind: "delivered" | "user_share" | "calls" | "first_packet" | "outcome" }
  | { kind: "latency"; from: string; to: string };

export interface FigurePoint {
  x: number;
  /** The mean over the seeds, with the lowest and the highest value. */
  y: number;
  low: number;
  high: number;
  seeds: number;
}

export interface FigureLine {
  label: string;
  points: FigurePoint[];
  /** The number of wires. The rate x is offered on each of them. */
  wires: number;
}

export type FigureResult =
  | { kind: "lines"; picture: Picture; lines: FigureLine[] }
  | { kind: "calls"; title: string; contexts: string[]; bars: CallSpan[] }
  | { kind: "table"; columns: string[]; rows: string[][] };

/** What a measurement uses. */
export interface MeasurementSource {
  scenarios: readonly Scenario[];
  /** The name of a scenario in the figure. */
  nameOf(scenario: Scenario): string;
  catalogue: Catalogue;
  runTrial(scenario: Scenario): Promise<Report>;
  tracer: Tracer;
  signal: AbortSignal;
}

/** `share` goes from 0 to 1. `lines`: what is measured so far. */
export type Progress = (share: number, lines?: FigureLine[]) => void;

/** The rates of a curve, the packet sizes and bursts of figure 4-2, and the time for which a burst is traced. */
const RATES_PER_CURVE = 24;
const PACKET_BYTES = [64, 128, 256, 512, 1518];
const BURST_MAX = 16;
const FOLLOWED_MILLISECONDS = 40;
/** Shorter than the 55 s over which `livelock reproduce` measures, because a browser's trace is smaller. */
const LATENCY_MILLISECONDS = 4_000;
const LATENCY_POINTS = 60;

export async function measurePicture(
  picture: Picture,
  source: MeasurementSource,
  progress: Progress,
): Promise<FigureResult[]> {
  const result = (lines: FigureLine[]): FigureResult[] => [{ kind: "lines", picture, lines }];
  switch (picture.kind) {
    case "calls":
      return callTimelines(source, progress);
    case "outcome":
      return [await outcomeTable(source, progress)];
    case "latency":
      return result(await latencyLines(source, picture, progress));
    case "first_packet":
      return result(await firstPacketLines(source, progress));
    case "delivered":
      return result(await rateLines(source, (report) => report.delivered_pps, progress));
    case "user_share":
      return result(await rateLines(source, (report) => report.user_share * 100, progress));
  }
}

/** Measures every rate with the first seed, then with the other seeds. Shows results as they arrive. */
async function rateLines(
  { scenarios, nameOf, catalogue, runTrial }: MeasurementSource,
  value: (report: Report) => number,
  progress: Progress,
): Promise<FigureLine[]> {
  const curves = scenarios.map((scenario) => {
    const values = valuesAtStart(catalogue, scenario);
    const rates = evenRates(Number(values["trial.from"]), Number(values["trial.to"]));
    const found = rates.map((): number[] => []);
    return { scenario, rates, found, seeds: Number(values["trial.seeds"]), wires: 1 };
  });
  const soFar = () =>
    curves.map(({ scenario, rates, found, wires }) => ({
      label: nameOf(scenario),
      wires,
      points: rates.flatMap((rate, index) => summarizeSeeds(rate, found[index] ?? [])),
    }));
  const wanted = curves.reduce((sum, { rates, seeds }) => sum + rates.length * seeds, 0);
  const most = Math.max(0, ...curves.map(({ seeds }) => seeds));
  const trials: Promise<void>[] = [];
  let done = 0;
  for (let seed = 0; seed < most; seed++) {
    for (const curve of curves) {
      const { scenario, rates, found, seeds } = curve;
      if (seed >= seeds) continue;
      rates.forEach((rate, index) => {
        const settings = sortByPath({ ...scenario.settings, "traffic.rate": rate });
        const one = runTrial({ ...scenario, seed: scenario.seed + seed, settings });
        trials.push(
          one.then((report) => {
            found[index]?.push(value(report));
            if (index === rates.length - 1) curve.wires = wireCountAt(report.offered_pps, rate);
            progress(++done / wanted, soFar());
          }),
        );
      });
    }
  }
  await Promise.all(trials);
  return soFar();
}

async function firstPacketLines(
  { scenarios, catalogue, tracer, signal }: MeasurementSource,
  progress: Progress,
): Promise<FigureLine[]> {
  const [scenario] = scenarios;
  if (scenario === undefined) return [];
  const milliseconds = followedMilliseconds(catalogue, scenario);
  const lines: FigureLine[] = [];
  for (const bytes of PACKET_BYTES) {
    const points: FigurePoint[] = [];
    for (let burst = 1; burst <= BURST_MAX; burst++) {
      const settings = { ...scenario.settings, "traffic.bytes": bytes, "traffic.burst": burst };
      const burstScenario = { ...scenario, settings: sortByPath(settings) };
      const y = await tracer.firstPacket(burstScenario, milliseconds, signal);
      if (y !== null) points.push(...summarizeSeeds(burst, [y]));
      progress((lines.length + burst / BURST_MAX) / PACKET_BYTES.length);
    }
    lines.push({ label: tr("{bytes} bytes", { bytes }), wires: 1, points });
  }
  return lines;
}

async function latencyLines(
  { scenarios, nameOf, tracer, signal }: MeasurementSource,
  { from, to }: { from: string; to: string },
  progress: Progress,
): Promise<FigureLine[]> {
  const lines: FigureLine[] = [];
  for (const scenario of scenarios) {
    const { bars } = await tracer.calls(scenario, LATENCY_MILLISECONDS, signal);
    const points = cumulativeLatency(sortCalls(bars), from, to);
    lines.push({ label: nameOf(scenario), wires: 1, points });
    progress(lines.length / scenarios.length);
  }
  return lines;
}

async function callTimelines(
  { scenarios, nameOf, catalogue, tracer, signal }: MeasurementSource,
  progress: Progress,
): Promise<FigureResult[]> {
  const all: FigureResult[] = [];
  for (const scenario of scenarios) {
    const milliseconds = followedMilliseconds(catalogue, scenario);
    const { contexts, bars } = await tracer.calls(scenario, milliseconds, signal);
    all.push({ kind: "calls", title: nameOf(scenario), contexts, bars: sortCalls(bars) });
    progress(all.length / scenarios.length);
  }
  return all;
}

async function outcomeTable(
  { scenarios, nameOf, runTrial }: MeasurementSource,
  progress: Progress,
): Promise<FigureResult> {
  const columns = [
    tr("Scenario"),
    tr("Arrived"),
    tr("Delivered"),
    tr("Dropped"),
    tr("Offered/s"),
    tr("Delivered/s"),
  ];
  const rows: string[][] = [];
  for (const scenario of scenarios) {
    const { conservation, offered_pps, delivered_pps } = await runTrial(scenario);
    const { arrived, delivered, dropped } = conservation.packets;
    const numbers = [arrived, delivered, dropped, offered_pps, delivered_pps];
    rows.push([nameOf(scenario), ...numbers.map((one) => formatNumber(one))]);
    progress(rows.length / scenarios.length);
  }
  return { kind: "table", columns, rows };
}

function followedMilliseconds(catalogue: Catalogue, scenario: Scenario): number {
  const start = Number(valuesAtStart(catalogue, scenario)["traffic.start_ms"] ?? 0);
  return start + FOLLOWED_MILLISECONDS;
}

/** A point with the mean, lowest and highest value of the seeds; no point when there is no value yet. */
function summarizeSeeds(x: number, all: readonly number[]): FigurePoint[] {
  if (all.length === 0) return [];
  const y = all.reduce((sum, one) => sum + one, 0) / all.length;
  return [{ x, y, low: Math.min(...all), high: Math.max(...all), seeds: all.length }];
}

/** Evenly spaced rates, both ends included: the same as in the command line's curves. */
export function evenRates(from: number, to: number): number[] {
  const rate = (n: number) => from + Math.floor(((to - from) * n) / (RATES_PER_CURVE - 1));
  return [...new Set(Array.from({ length: RATES_PER_CURVE }, (_, n) => rate(n)))];
}

/** The cumulative distribution of the time from the start of one procedure to the start of another, in per cent. */
export function cumulativeLatency(
  bars: readonly CallSpan[],
  from: string,
  to: string,
): FigurePoint[] {
  const all: number[] = [];
  let entered: number | null = null;
  for (const { procedure, begin } of bars) {
    if (procedure === from) entered = begin;
    else if (procedure === to && entered !== null) {
      all.push(begin - entered);
      entered = null;
    }
  }
  all.sort((a, b) => a - b);
  if (all.length === 0) return [];
  return Array.from({ length: LATENCY_POINTS }, (_, number) => {
    const index = Math.floor(((all.length - 1) * number) / (LATENCY_POINTS - 1));
    const y = (100 * (index + 1)) / all.length;
    return { x: all[index] ?? 0, y, low: y, high: y, seeds: 1 };
  });
}
