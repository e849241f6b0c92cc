// A test hook, read in the worker only: "?trap=5" in the page's address breaks the simulator once
// the shown machine passes 5 simulated milliseconds. The trap is a real one, in the real instance:
// an exported function is handed an address outside its memory.
import type { Machine, Simulator } from "./machine";

/** Milliseconds of simulated time after which to trap, or null. */
export function parseTrapMilliseconds(query: string): number | null {
  const text = new URLSearchParams(query).get("trap");
  if (text === null) return null;
  const milliseconds = Number(text);
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : null;
}

/** The same simulator, whose machines call `spring` when they pass that time while being driven. */
export function withTrap(
  simulator: Simulator,
  milliseconds: number,
  triggerTrap: () => void,
): Simulator {
  return {
    ...simulator,
    open(scenario, traceMegabytes) {
      const machine = simulator.open(scenario, traceMegabytes);
      const { clock_hz } = JSON.parse(machine.topology()) as { clock_hz: number };
      return trapAt(machine, (milliseconds / 1e3) * clock_hz, triggerTrap);
    },
  };
}

function trapAt(machine: Machine, at: number, spring: () => void): Machine {
  return new Proxy(machine, {
    get(target, name) {
      if (name === "frame" && target.head >= at) spring();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
