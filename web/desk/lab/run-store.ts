// The state of a run, of its clock and of what is selected as one store. The clock's times are simulated nanoseconds; here they
// are cycles of the run's machine. All machines of a desk have one selection; here it is in the numbers of the run's machine.
// The clock's fields cannot be set here: the clock has functions for them.
import type { ClockState } from "../clock/clock";
import { toCycles } from "../clock/nanoseconds";
import { correspondingItem, type Selection } from "../../frame/selection";
import type { Topology } from "../../generated/model";
import type { ReadableStore, Store } from "../../lib/store";

/** What is selected, and what is pointed at, in the numbers of one machine. */
export interface Pointed {
  selection: Selection;
  highlight: Selection;
}

/** The same for all machines of a desk: each item with the topology whose numbers it has. */
export type SharedPointed = Readonly<
  Record<keyof Pointed, { item: Selection; topology: Topology | null }>
>;

const NOTHING = { item: null, topology: null };
export const NOTHING_POINTED: SharedPointed = { selection: NOTHING, highlight: NOTHING };

export interface RunStore<R extends object> extends ReadableStore<R & ClockState & Pointed> {
  set(changes: Partial<R & Pointed>): void;
}

/** `hertz`: the clock rate until a machine is open. */
export function createRunStore<R extends { topology: Topology | null }>(
  run: Store<R>,
  clock: ReadableStore<ClockState>,
  pointed: Store<SharedPointed>,
  hertz: number,
): RunStore<R> {
  /** The ranges in cycles: the same object as long as the clock has the same one, because views render again for others. */
  let ranges = new WeakMap<object, object>();
  type State = R & ClockState & Pointed;
  let last: { run: R; time: ClockState; items: SharedPointed; state: State } | null = null;

  function get(): State {
    const [own, time, items] = [run.get(), clock.get(), pointed.get()];
    if (last?.run === own && last.time === time && last.items === items) return last.state;
    const rate = own.topology?.clock_hz ?? hertz;
    if (rate !== hertz) ranges = new WeakMap();
    hertz = rate;
    const here = (name: keyof Pointed): Selection =>
      last?.items[name] === items[name] && last.run.topology === own.topology
        ? last.state[name]
        : correspondingItem(items[name].item, items[name].topology, own.topology);
    const times = convertTimes(time, (t) => toCycles(t, rate), ranges);
    const state = { ...own, ...times, selection: here("selection"), highlight: here("highlight") };
    last = { run: own, time, items, state };
    return state;
  }

  function point(name: keyof Pointed, item: Selection | undefined): void {
    if (item === undefined || item === get()[name]) return;
    pointed.set({ [name]: { item, topology: run.get().topology } });
  }

  return {
    get,
    set({ selection, highlight, ...changes }) {
      run.set(changes as Partial<R>);
      point("selection", selection);
      point("highlight", highlight);
    },
    subscribe(listener) {
      const stops = [run, clock, pointed].map((store) => store.subscribe(listener));
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** The same values with other units of time. `known`: objects that have been converted before. */
export function convertTimes<T extends Partial<ClockState>>(
  values: T,
  convert: (t: number) => number,
  known = new WeakMap<object, object>(),
): T {
  const converted = (name: string, value: unknown): unknown => {
    if (typeof value === "number") return name === "speed" ? value : convert(value);
    if (typeof value !== "object" || value === null) return value;
    const whole = known.get(value) ?? mapped(value);
    known.set(value, whole);
    return whole;
  };
  const mapped = (fields: object): object =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, converted(name, value)]),
    );
  return mapped(values) as T;
}
