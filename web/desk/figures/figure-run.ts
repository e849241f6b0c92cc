// Measures a figure of the papers in the browser, picture by picture. A figure runs once, when somebody requests it, and can
// be cancelled.
import { tr } from "../../i18n/i18n";
import type { Catalogue, Report, Scenario } from "../../generated/model";
import { Priority, type Pool } from "../../engine/pool";
import { createStore, type Store } from "../../lib/store";
import { measurePicture, type FigureResult, type Picture, type Progress } from "./measure-figure";
import type { Tracer } from "./tracer";

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
  const source = { scenarios, nameOf, catalogue, runTrial, tracer };
  /** Cancels the current run, or the last one. */
  let controller = new AbortController();

  async function run(signal: AbortSignal): Promise<void> {
    const drawn: FigureResult[] = [];
    for (const [index, picture] of figure.pictures.entries()) {
      const progress: Progress = (share, lines) => {
        if (signal.aborted) return;
        store.set({ progress: (index + share) / figure.pictures.length });
        if (lines !== undefined)
          store.set({ results: [...drawn, { kind: "lines", picture, lines }] });
      };
      drawn.push(...(await measurePicture(picture, { ...source, signal }, progress)));
      if (signal.aborted) return;
      store.set({ results: [...drawn] });
    }
    store.set({ phase: "done", progress: 1 });
  }

  function runTrial(scenario: Scenario): Promise<Report> {
    return new Promise((resolve, reject) => {
      const text = JSON.stringify(scenario);
      const priority = Priority.band;
      pool.submit({ scenario: text, priority, owner, onReport: resolve, onFailure: reject });
    });
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
