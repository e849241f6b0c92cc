// Measures a figure of the papers in the browser. Curves are made of trials of the pool; procedure calls are traced on
// a machine of their own. A figure runs once, when somebody requests it, and can be cancelled.
import { tr } from "../../i18n/i18n";
import { formatNumber } from "../../format/numbers";
import type { Catalogue, Report, Scenario } from "../../engine/model";
import { Priority, type Pool } from "../../engine/pool";
import { sortCalls, type CallSpan, type Tracer } from "./trace-calls";
import { wireCountAt } from "../curve/curve-plan";
import { createStore, type Store } from "../store";
import { valuesAtStart } from "../scenario/settings";

/** What a figure shows; the same kinds as in core/src/experiment/figures.rs. */
export type Picture =
  | { kind: "delivered" | "user_share" | "calls" | "first_packet" | "outcome" }
  | { kind: "latency"; from: string; to: string };

export interface Figure {
  id: string;
  key: string;
  paper: string;
  title: string;
  pictures: Picture[];
  scenarios: string[];
  /** The name of each scenario in the figure. */
  names: string[];
  claims: string[];
}

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

export interface FigureState {
  phase: "waiting" | "running" | "done" | "failed";
  /** From 0 to 1. */
  progress: number;
  results: FigureResult[];
  failure: string | null;
}

export interface FigureRun {
  store: Store<FigureState>;
  start(): void;
  cancel(): void;
}

/** The same values as in the report of `npm run reproduce`: the rates of a curve, the packet sizes
 * and bursts of figure 4-2, and the time for which a burst is traced. */
const RATES_PER_CURVE = 24;
const PACKET_BYTES = [64, 128, 256, 512, 1518];
const BURST_MAX = 16;
const FOLLOWED_MILLISECONDS = 40;
/** Shorter than the report's 55 s, because a browser's trace is smaller. */
const LATENCY_MILLISECONDS = 4_000;
const LATENCY_POINTS = 60;

export function createFigureRun(
  figure: Figure,
  catalogue: Catalogue,
  pool: Pool,
  tracer: Tracer,
): FigureRun {
  const store = createStore<FigureState>({
    phase: "waiting",
    progress: 0,
    results: [],
    failure: null,
  });
  const scenarios = figure.scenarios.flatMap(
    (id) => catalogue.scenarios.find((scenario) => scenario.id === id) ?? [],
  );
  const nameOf = ({ id, title }: Scenario) =>
    figure.names[figure.scenarios.indexOf(id)] ?? tr(title);
  const owner = `figure ${figure.id}`;
  /** Cancels the current run, or the last one. */
  let controller = new AbortController();

  async function run(signal: AbortSignal): Promise<void> {
    const drawn: FigureResult[] = [];
    for (const [index, picture] of figure.pictures.entries()) {
      const progress = (share: number, lines?: FigureLine[]) => {
        if (signal.aborted) return;
        store.set({ progress: (index + share) / figure.pictures.length });
        if (lines !== undefined)
          store.set({ results: [...drawn, { kind: "lines", picture, lines }] });
      };
      drawn.push(...(await measure(picture, progress, signal)));
      if (signal.aborted) return;
      store.set({ results: [...drawn] });
    }
    store.set({ phase: "done", progress: 1 });
  }

  async function measure(
    picture: Picture,
    progress: (share: number, lines?: FigureLine[]) => void,
    signal: AbortSignal,
  ): Promise<FigureResult[]> {
    if (picture.kind === "calls") {
      const all: FigureResult[] = [];
      for (const scenario of scenarios) {
        const { contexts, bars } = await tracer.calls(
          scenario,
          followedMilliseconds(scenario),
          signal,
        );
        all.push({ kind: "calls", title: nameOf(scenario), contexts, bars: sortCalls(bars) });
        progress(all.length / scenarios.length);
      }
      return all;
    }
    if (picture.kind === "outcome") return [await outcomeTable(progress)];
    const lines =
      picture.kind === "latency"
        ? await latencyLines(picture.from, picture.to, progress, signal)
        : picture.kind === "first_packet"
          ? await firstPacketLines(progress, signal)
          : await rateLines(picture.kind === "user_share", progress);
    return [{ kind: "lines", picture, lines }];
  }

  function trial(scenario: Scenario): Promise<Report> {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(scenario);
      const priority = Priority.band;
      pool.submit({ scenario: text, priority, owner, onReport: resolve, onFailure: reject });
    });
  }

  /** Measures every rate with the first seed, then with the other seeds. Shows results as they arrive. */
  async function rateLines(
    isShare: boolean,
    progress: (share: number, lines: FigureLine[]) => void,
  ): Promise<FigureLine[]> {
    const value = (report: Report) => (isShare ? report.user_share * 100 : report.delivered_pps);
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
          const one = trial({ ...scenario, seed: scenario.seed + seed, settings });
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
    progress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<FigureLine[]> {
    const [scenario] = scenarios;
    if (scenario === undefined) return [];
    const lines: FigureLine[] = [];
    for (const bytes of PACKET_BYTES) {
      const points: FigurePoint[] = [];
      for (let burst = 1; burst <= BURST_MAX; burst++) {
        const settings = { ...scenario.settings, "traffic.bytes": bytes, "traffic.burst": burst };
        const burstScenario = { ...scenario, settings: sortByPath(settings) };
        const y = await tracer.firstPacket(burstScenario, followedMilliseconds(scenario), signal);
        if (y !== null) points.push(...summarizeSeeds(burst, [y]));
        progress((lines.length + burst / BURST_MAX) / PACKET_BYTES.length);
      }
      lines.push({ label: tr("{bytes} bytes", { bytes }), wires: 1, points: points });
    }
    return lines;
  }

  async function latencyLines(
    from: string,
    to: string,
    progress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<FigureLine[]> {
    const lines: FigureLine[] = [];
    for (const scenario of scenarios) {
      const { bars } = await tracer.calls(scenario, LATENCY_MILLISECONDS, signal);
      const points = cumulativeLatency(sortCalls(bars), from, to);
      lines.push({ label: nameOf(scenario), wires: 1, points: points });
      progress(lines.length / scenarios.length);
    }
    return lines;
  }

  async function outcomeTable(progress: (share: number) => void): Promise<FigureResult> {
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
      const { conservation, offered_pps, delivered_pps } = await trial(scenario);
      const { arrived, delivered, dropped } = conservation.packets;
      const numbers = [arrived, delivered, dropped, offered_pps, delivered_pps];
      rows.push([nameOf(scenario), ...numbers.map((one) => formatNumber(one))]);
      progress(rows.length / scenarios.length);
    }
    return { kind: "table", columns, rows };
  }

  function followedMilliseconds(scenario: Scenario): number {
    const start = Number(valuesAtStart(catalogue, scenario)["traffic.start_ms"] ?? 0);
    return start + FOLLOWED_MILLISECONDS;
  }

  function abort(): void {
    controller.abort();
    pool.cancel(owner);
  }

  return {
    store,
    start() {
      const { phase } = store.get();
      if (phase === "running" || phase === "done") return;
      controller = new AbortController();
      const { signal } = controller;
      store.set({ phase: "running", failure: null });
      run(signal).catch((error: unknown) => {
        if (signal.aborted) return;
        abort();
        const failure = error instanceof Error ? error.message : String(error);
        store.set({ phase: "failed", failure });
      });
    },
    cancel() {
      abort();
      if (store.get().phase === "running") store.set({ phase: "waiting", progress: 0 });
    },
  };
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

/** Sorts settings by path, as canonical scenarios do, so that the pool finds cached reports. */
function sortByPath(settings: Scenario["settings"]): Scenario["settings"] {
  return Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}
