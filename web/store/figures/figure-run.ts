// A figure of the papers, measured in the browser: trials by the pool for curves, a machine of its own for
// what happens call by call. A figure is run when it is asked for, once, and can be given up.
import { formatNumber } from "../../charts/format";
import type { Catalogue, Report, Scenario } from "../../engine/model";
import { Priority, type Pool } from "../../engine/pool";
import { sortedBars, type Bar } from "./trace-calls";
import { wiresFor } from "../curve/curve-plan";
import { createStore, type Store } from "../store";
import { valuesAtStart } from "../scenario/settings";

/** As core/src/experiment/figures.rs has them. */
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
  /** What each of them is called in it. */
  names: string[];
  claims: string[];
}

export interface Spot {
  x: number;
  /** The mean of so many seeds, and the least and the greatest of them. */
  y: number;
  low: number;
  high: number;
  seeds: number;
}

export interface Line {
  label: string;
  spots: Spot[];
  /** On each of so many wires x is offered, where it is a rate. */
  wires: number;
}

export type Drawn =
  | { kind: "lines"; picture: Picture; lines: Line[] }
  | { kind: "calls"; title: string; contexts: string[]; bars: Bar[] }
  | { kind: "table"; columns: string[]; rows: string[][] };

export interface FigureState {
  phase: "waiting" | "running" | "done" | "failed";
  /** 0 to 1. */
  share: number;
  drawn: Drawn[];
  failure: string | null;
}

/** A traced machine: its calls, or when its first packet was delivered. The signal gives it up. */
export interface Tracer {
  calls(
    scenario: Scenario,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<{ contexts: string[]; bars: Bar[] }>;
  /** Milliseconds; null when it was not delivered. */
  firstPacket(
    scenario: Scenario,
    milliseconds: number,
    signal: AbortSignal,
  ): Promise<number | null>;
}

export interface FigureRun {
  store: Store<FigureState>;
  start(): void;
  cancel(): void;
}

/** Points of a curve, frames and bursts of figure 4-2, and how long a burst is followed: as the report. */
const POINTS = 24;
const SIZES = [64, 128, 256, 512, 1518];
const BURST_MAX = 16;
const FOLLOWED_MILLISECONDS = 40;
/** Shorter than the report's 55 s: a browser's trace is smaller. */
const LATENCY_MILLISECONDS = 4_000;
const LATENCY_SPOTS = 60;

export function createFigure(
  figure: Figure,
  catalogue: Catalogue,
  pool: Pool,
  tracer: Tracer,
): FigureRun {
  const store = createStore<FigureState>({ phase: "waiting", share: 0, drawn: [], failure: null });
  const scenarios = figure.scenarios.flatMap(
    (id) => catalogue.scenarios.find((scenario) => scenario.id === id) ?? [],
  );
  const nameOf = ({ id, title }: Scenario) => figure.names[figure.scenarios.indexOf(id)] ?? title;
  const owner = `figure ${figure.id}`;
  /** Of the run under way, or of the last one. */
  let given = new AbortController();

  async function run(signal: AbortSignal): Promise<void> {
    const drawn: Drawn[] = [];
    for (const [index, picture] of figure.pictures.entries()) {
      const progress = (share: number, lines?: Line[]) => {
        if (signal.aborted) return;
        store.set({ share: (index + share) / figure.pictures.length });
        if (lines !== undefined)
          store.set({ drawn: [...drawn, { kind: "lines", picture, lines }] });
      };
      drawn.push(...(await measure(picture, progress, signal)));
      if (signal.aborted) return;
      store.set({ drawn: [...drawn] });
    }
    store.set({ phase: "done", share: 1 });
  }

  async function measure(
    picture: Picture,
    progress: (share: number, lines?: Line[]) => void,
    signal: AbortSignal,
  ): Promise<Drawn[]> {
    if (picture.kind === "calls") {
      const all: Drawn[] = [];
      for (const scenario of scenarios) {
        const { contexts, bars } = await tracer.calls(scenario, followed(scenario), signal);
        all.push({ kind: "calls", title: nameOf(scenario), contexts, bars: sortedBars(bars) });
        progress(all.length / scenarios.length);
      }
      return all;
    }
    if (picture.kind === "outcome") return [await outcomes(progress)];
    const lines =
      picture.kind === "latency"
        ? await latencies(picture.from, picture.to, progress, signal)
        : picture.kind === "first_packet"
          ? await firstPackets(progress, signal)
          : await curves(picture.kind === "user_share", progress);
    return [{ kind: "lines", picture, lines }];
  }

  function trial(scenario: Scenario): Promise<Report> {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(scenario);
      const priority = Priority.band;
      pool.submit({ scenario: text, priority, owner, onReport: resolve, onFailure: reject });
    });
  }

  /** Every rate with its first seed, then the other seeds; what is there is shown as it comes. */
  async function curves(
    isShare: boolean,
    progress: (share: number, lines: Line[]) => void,
  ): Promise<Line[]> {
    const value = (report: Report) => (isShare ? report.user_share * 100 : report.delivered_pps);
    const curves = scenarios.map((scenario) => {
      const values = valuesAtStart(catalogue, scenario);
      const rates = spread(Number(values["trial.from"]), Number(values["trial.to"]));
      const found = rates.map((): number[] => []);
      return { scenario, rates, found, seeds: Number(values["trial.seeds"]), wires: 1 };
    });
    const soFar = () =>
      curves.map(({ scenario, rates, found, wires }) => ({
        label: nameOf(scenario),
        wires,
        spots: rates.flatMap((rate, index) => spotOf(rate, found[index] ?? [])),
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
          const settings = ordered({ ...scenario.settings, "traffic.rate": rate });
          const one = trial({ ...scenario, seed: scenario.seed + seed, settings });
          trials.push(
            one.then((report) => {
              found[index]?.push(value(report));
              if (index === rates.length - 1) curve.wires = wiresFor(report.offered_pps, rate);
              progress(++done / wanted, soFar());
            }),
          );
        });
      }
    }
    await Promise.all(trials);
    return soFar();
  }

  async function firstPackets(
    progress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Line[]> {
    const [scenario] = scenarios;
    if (scenario === undefined) return [];
    const lines: Line[] = [];
    for (const bytes of SIZES) {
      const spots: Spot[] = [];
      for (let burst = 1; burst <= BURST_MAX; burst++) {
        const settings = { ...scenario.settings, "traffic.bytes": bytes, "traffic.burst": burst };
        const made = { ...scenario, settings: ordered(settings) };
        const y = await tracer.firstPacket(made, followed(scenario), signal);
        if (y !== null) spots.push(...spotOf(burst, [y]));
        progress((lines.length + burst / BURST_MAX) / SIZES.length);
      }
      lines.push({ label: `${bytes} bytes`, wires: 1, spots });
    }
    return lines;
  }

  async function latencies(
    from: string,
    to: string,
    progress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Line[]> {
    const lines: Line[] = [];
    for (const scenario of scenarios) {
      const { bars } = await tracer.calls(scenario, LATENCY_MILLISECONDS, signal);
      const spots = shareWithin(sortedBars(bars), from, to);
      lines.push({ label: nameOf(scenario), wires: 1, spots });
      progress(lines.length / scenarios.length);
    }
    return lines;
  }

  async function outcomes(progress: (share: number) => void): Promise<Drawn> {
    const columns = ["Scenario", "Arrived", "Delivered", "Dropped", "Offered/s", "Delivered/s"];
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

  function followed(scenario: Scenario): number {
    const start = Number(valuesAtStart(catalogue, scenario)["traffic.start_ms"] ?? 0);
    return start + FOLLOWED_MILLISECONDS;
  }

  function giveUp(): void {
    given.abort();
    pool.cancel(owner);
  }

  return {
    store,
    start() {
      const { phase } = store.get();
      if (phase === "running" || phase === "done") return;
      given = new AbortController();
      const { signal } = given;
      store.set({ phase: "running", failure: null });
      run(signal).catch((error: unknown) => {
        if (signal.aborted) return;
        giveUp();
        const failure = error instanceof Error ? error.message : String(error);
        store.set({ phase: "failed", failure });
      });
    },
    cancel() {
      giveUp();
      if (store.get().phase === "running") store.set({ phase: "waiting", share: 0 });
    },
  };
}

/** The mean of the seeds with the least and the greatest; nothing where none is there yet. */
function spotOf(x: number, all: readonly number[]): Spot[] {
  if (all.length === 0) return [];
  const y = all.reduce((sum, one) => sum + one, 0) / all.length;
  return [{ x, y, low: Math.min(...all), high: Math.max(...all), seeds: all.length }];
}

/** Evenly from one rate to another, both included: the rates of the command's curves. */
export function spread(from: number, to: number): number[] {
  const rate = (n: number) => from + Math.floor(((to - from) * n) / (POINTS - 1));
  return [...new Set(Array.from({ length: POINTS }, (_, n) => rate(n)))];
}

/** The share of packets that got from one procedure's begin to the other's within a time. */
export function shareWithin(bars: readonly Bar[], from: string, to: string): Spot[] {
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
  return Array.from({ length: LATENCY_SPOTS }, (_, number) => {
    const index = Math.floor(((all.length - 1) * number) / (LATENCY_SPOTS - 1));
    const y = (100 * (index + 1)) / all.length;
    return { x: all[index] ?? 0, y, low: y, high: y, seeds: 1 };
  });
}

/** Sorted by name, as canonical scenarios are: what the pool remembers is found again. */
function ordered(settings: Scenario["settings"]): Scenario["settings"] {
  return Object.fromEntries(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
}
