// The state of a run and of its clock as one store. The clock's times are simulated nanoseconds; here they are cycles of the run's
// machine. Only the run's own fields can be set: the clock has functions for its own.
import type { ClockState } from "../clock/clock";
import { toCycles } from "../clock/nanoseconds";
import type { Topology } from "../../generated/model";
import type { ReadableStore, Store } from "../../lib/store";

export interface RunStore<R extends object> extends ReadableStore<R & ClockState> {
  set(changes: Partial<R>): void;
}

/** `hertz`: the clock rate until a machine is open. */
export function createRunStore<R extends { topology: Topology | null }>(
  run: Store<R>,
  clock: Store<ClockState>,
  hertz: number,
): RunStore<R> {
  /** The ranges in cycles: the same object as long as the clock has the same one, because views render again for others. */
  let ranges = new WeakMap<object, object>();
  let last: { run: R; time: ClockState; state: R & ClockState } | null = null;
  return {
    get() {
      const [own, time] = [run.get(), clock.get()];
      if (last?.run === own && last.time === time) return last.state;
      const rate = own.topology?.clock_hz ?? hertz;
      if (rate !== hertz) ranges = new WeakMap();
      hertz = rate;
      const state = { ...own, ...convertTimes(time, (t) => toCycles(t, rate), ranges) };
      last = { run: own, time, state };
      return state;
    },
    set: (changes) => run.set(changes),
    subscribe(listener) {
      const stops = [run.subscribe(listener), clock.subscribe(listener)];
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
