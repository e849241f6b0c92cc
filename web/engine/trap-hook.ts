// A test hook, used only in the worker: "?trap=5" in the page's address makes the simulator trap when the shown machine
// passes 5 simulated milliseconds. It is a real trap in the real instance: an exported function gets an address outside
// of its memory.
import type { Machine, Simulator } from "./machine";

/** The simulated milliseconds after which to trap; null: never. */
export function parseTrapMilliseconds(query: string): number | null {
  const text = new URLSearchParams(query).get("trap");
  if (text === null) return null;
  const milliseconds = Number(text);
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? milliseconds : null;
}

/** Wraps a simulator: its machines call `triggerTrap` when they pass that time. */
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

function trapAt(machine: Machine, at: number, triggerTrap: () => void): Machine {
  return new Proxy(machine, {
    get(target, name) {
      if (name === "frame" && target.head >= at) triggerTrap();
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value, target),
  });
}
