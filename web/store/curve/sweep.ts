// The curve for the machine as its knobs stand now. A knob that moves raises an epoch: jobs of older
// epochs are dropped and late answers ignored, so no point of another machine is ever among the shown.
import { Priority, type Pool } from "../../engine/pool";
import type { Catalogue, Scenario } from "../../engine/model";
import { nameCurve } from "./curve-name";
import { nextProbe, STAGES, stageRates, type Point } from "./curve-plan";
import { isMeaningful, parameterOf, settingsOf, valuesAtStart, type Values } from "../scenario/settings";
import { createStore, type Store } from "../store";
import { sayDifferences } from "../scenario/setting-text";

/** The knob on the curve's axis; general, not of one design. */
export const RATE_PATH = "traffic.rate";
/** Whether a capture keeps its own pace or has the offered rate. */
const PACE_PATH = "traffic.pace";
const PATTERN_PATH = "traffic.pattern";

/** What offers another rate to this machine: a capture is sent as much faster or slower. */
export function offering(values: Values, rate: number): Values {
  const pace: Values = values[PATTERN_PATH] === "capture" ? { [PACE_PATH]: "rate" } : {};
  return { ...pace, [RATE_PATH]: rate };
}

/** What sends the packets of a capture as they were recorded; the rate's knob stands where they are. */
export function recorded(arrivals: Float64Array, rateMax: number): Values {
  const packets = arrivals.length / 2;
  const span = arrivals[arrivals.length - 2] ?? 0;
  const rate = span > 0 ? Math.round(((packets - 1) / span) * 1e9) : rateMax;
  return {
    [PATTERN_PATH]: "capture",
    [PACE_PATH]: "recorded",
    [RATE_PATH]: Math.min(rate, rateMax),
  };
}

/** A curve that stays on screen after its machine has gone. */
export interface KeptCurve {
  id: number;
  /** The machine that it is of: names are for people, this tells curves apart. */
  key: string;
  name: string;
  points: readonly Point[];
  /** The machine was left for one that had stood before it: what it shows was not before, but undone. */
  undone?: boolean;
}

export interface CurveState {
  /** Raised by every change of the machine; shown points are all of this epoch. */
  epoch: number;
  /** The machine, as in KeptCurve. */
  key: string;
  /** What tells this machine from the scenario as picked. */
  name: string;
  from: number;
  to: number;
  points: readonly Point[];
  seeds: readonly number[];
  /** Trials done and wanted so far. */
  done: number;
  wanted: number;
  failure: string | null;
  pinned: readonly KeptCurve[];
  /** The curve before the last change (a whole drag is one), when it had been drawn; not pinned. */
  before: KeptCurve | null;
}

export interface Sweep {
  readonly store: Store<CurveState>;
  /** Shows the curve of a scenario with these knobs; the same machine again changes nothing. What is
   * shown in one gesture has one curve before it: that of the machine when the gesture began. */
  show(scenario: Scenario, base: Scenario, values: Values, gesture: number): void;
  pin(): void;
  unpin(id: number): void;
}

const PUBLISH_MILLISECONDS = 100;
const SEEDS_MAX = 10;
const PINNED_MAX = 5;
const EARLIER_MAX = 50;

export function createSweep(
  catalogue: Catalogue,
  pool: Pick<Pool, "submit" | "cancel">,
  later: (run: () => void, milliseconds: number) => void,
): Sweep {
  const store = createStore<CurveState>({
    epoch: 0,
    key: "",
    name: "",
    from: 0,
    to: 1,
    points: [],
    seeds: [],
    done: 0,
    wanted: 0,
    failure: null,
    pinned: [],
    before: null,
  });
  let key = "";
  /** The machines that stood before this one, oldest first. */
  let earlier: readonly string[] = [];
  let kept = 0;
  let lastGesture = -1;
  /** The scenario that the machines are of: one of another has no curve before it. */
  let lastBase = "";
  let machine: { scenario: Scenario; values: Values } | null = null;
  /** The present epoch's results; published into the store a few times a second. */
  let points = new Map<number, Point>();
  /** Rates that were asked for: one whose trials fail is not tried again and again. */
  let tried = new Set<number>();
  let done = 0;
  let wanted = 0;
  /** Trials are being asked for. The pool answers at once what it knows: then not all is planned yet. */
  let asking = false;
  let publishing = false;

  function show(scenario: Scenario, base: Scenario, values: Values, gesture: number): void {
    const others: Values = { ...values };
    delete others[RATE_PATH];
    const nextKey = JSON.stringify([scenario.seed, others]);
    if (nextKey === key) return;
    const baseKey = JSON.stringify([base.id, base.seed, base.settings]);
    if (baseKey !== lastBase) earlier = [];
    const stays = baseKey === lastBase ? store.get().before : null;
    const before = baseKey !== lastBase || gesture === lastGesture ? null : leave(nextKey);
    lastBase = baseKey;
    lastGesture = gesture;
    key = nextKey;
    pool.cancel(owner());
    machine = { scenario, values };
    points = new Map();
    tried = new Set();
    done = wanted = 0;
    const range = rangeOf(values);
    const stayed = before ?? stays;
    store.set({
      epoch: store.get().epoch + 1,
      key,
      name: nameOf(scenario, base, others, stayed),
      ...range,
      points: [],
      seeds: seedsOf(scenario, values),
      done: 0,
      wanted: 0,
      failure: null,
      before: stayed,
    });
    // Where the rate means nothing there is no curve to draw.
    const rate = parameterOf(catalogue, RATE_PATH);
    if (rate === undefined || isMeaningful(catalogue, rate, values)) submitAll();
  }

  function nameOf(
    scenario: Scenario,
    base: Scenario,
    values: Values,
    before: KeptCurve | null,
  ): string {
    const standard = withoutRate(valuesAtStart(catalogue, base));
    const differences = sayDifferences(catalogue, standard, values);
    if (scenario.seed !== base.seed) differences.push(`seed ${scenario.seed}`);
    const { pinned } = store.get();
    const others = before === null ? pinned : [...pinned, before];
    return nameCurve(key, base.title, differences, others);
  }

  /** The curve of the machine that is left, if it had been drawn; and that it stood here. */
  function leave(nextKey: string): KeptCurve | null {
    const stood = earlier.lastIndexOf(nextKey);
    earlier = stood >= 0 ? earlier.slice(0, stood) : [...earlier, key].slice(-EARLIER_MAX);
    const drawn = keepIfDrawn();
    return drawn === null ? null : { ...drawn, undone: stood >= 0 };
  }

  function submitAll(): void {
    const { from, to, seeds } = store.get();
    const [first, ...others] = seeds;
    if (first === undefined) return;
    const all: number[] = [];
    ask(() => {
      STAGES.forEach((_count, stage) => {
        for (const rate of stageRates(stage, from, to)) {
          all.push(rate);
          submit(rate, first, Priority.curve);
        }
      });
      for (const seed of others) for (const rate of all) submit(rate, seed, Priority.band);
    });
    publish();
  }

  /** Asks for trials, and looks closer when all of them are there. */
  function ask(submitThem: () => void): void {
    asking = true;
    submitThem();
    asking = false;
    lookCloser();
  }

  function submit(rate: number, seed: number, priority: number): void {
    if (machine === null) return;
    const { epoch } = store.get();
    tried.add(rate);
    wanted++;
    pool.submit({
      scenario: trialText(machine.scenario, machine.values, rate, seed),
      priority,
      owner: owner(),
      onReport(report) {
        if (store.get().epoch !== epoch) return;
        const trials = points.get(rate)?.trials ?? [];
        const more = [...trials, { seed, report }].sort((a, b) => a.seed - b.seed);
        points.set(rate, { rate, trials: more });
        done++;
        lookCloser();
        // A stage that is complete is worth seeing at once.
        if (trials.length === 0 && isStage(points.size)) publish();
        else publishSoon();
      },
      onFailure(error) {
        if (store.get().epoch !== epoch) return;
        done++;
        store.set({ failure: error.message });
        lookCloser();
        publishSoon();
      },
    });
  }

  /** When everything planned is there: looks closer at where loss begins. */
  function lookCloser(): void {
    if (asking || done < wanted) return;
    const rate = nextProbe([...points.values()]);
    if (rate === null || tried.has(rate)) return;
    ask(() => {
      for (const seed of store.get().seeds) submit(rate, seed, Priority.band);
    });
  }

  function trialText(scenario: Scenario, values: Values, rate: number, seed: number): string {
    const settings = settingsOf(catalogue, { ...values, ...offering(values, rate) });
    return JSON.stringify({ ...scenario, seed, settings: sorted(settings), interventions: [] });
  }

  function publishSoon(): void {
    if (publishing) return;
    publishing = true;
    later(() => {
      publishing = false;
      publish();
    }, PUBLISH_MILLISECONDS);
  }

  function publish(): void {
    const shown = [...points.values()].sort((a, b) => a.rate - b.rate);
    store.set({ points: shown, done, wanted });
  }

  function keepIfDrawn(): KeptCurve | null {
    if (points.size < STAGES[0]) return null;
    const shown = [...points.values()].sort((a, b) => a.rate - b.rate);
    const { key: machineKey, name } = store.get();
    return { id: ++kept, key: machineKey, name, points: shown };
  }

  function owner(): string {
    return `curve ${store.get().epoch}`;
  }

  return {
    store,
    show,
    pin() {
      const curve = keepIfDrawn();
      if (curve === null) return;
      const { pinned } = store.get();
      const others = pinned.filter((one) => one.key !== curve.key);
      store.set({ pinned: [...others, curve].slice(-PINNED_MAX) });
    },
    unpin(id) {
      const { pinned, before } = store.get();
      store.set({
        pinned: pinned.filter((curve) => curve.id !== id),
        before: before?.id === id ? null : before,
      });
    },
  };
}

function isStage(count: number): boolean {
  return (STAGES as readonly number[]).includes(count);
}

function withoutRate(values: Values): Values {
  const rest = { ...values };
  delete rest[RATE_PATH];
  return rest;
}

function rangeOf(values: Values): { from: number; to: number } {
  const to = Number(values["trial.to"] ?? 14_880);
  return { from: 0, to: to > 0 ? to : 14_880 };
}

/** The seeds of a point: the scenario's own and the ones after it. */
function seedsOf(scenario: Scenario, values: Values): number[] {
  const count = Math.max(1, Math.min(SEEDS_MAX, Number(values["trial.seeds"] ?? 1)));
  return Array.from({ length: count }, (_, index) => scenario.seed + index);
}

function sorted(values: Values): Values {
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1)));
}
