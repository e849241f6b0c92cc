// The local variables of the functions that run at a moment, read from the numbers of core/src/frame/debug_locals.rs, whose table
// this follows. A replay of the run has them, so they come later than the rest of a debugger's view.
import type { LineMoment } from "./debug-view";
import { numbersOf } from "./number-list";

/** What a variable is: a number, or one of these. */
export type LocalValue = number | "unset" | "NULL";

export interface LocalVariable {
  value: LocalValue;
  /** The last write: its line, when this line began, and the value before. Null: none since the function was called. */
  write: (LineMoment & { before: LocalValue }) | null;
}

/** A function that runs. */
export interface FunctionLocals {
  /** Its number in `Topology.locals`, which names its variables. */
  function: number;
  /** Every write since its call is known. */
  isWhole: boolean;
  variables: LocalVariable[];
}

export interface DebugLocals {
  t: number;
  /** By the number of a context: its functions, the outermost first. */
  contexts: ReadonlyMap<number, readonly FunctionLocals[]>;
}

/** Null: another machine was opened meanwhile, or another moment was asked for. */
export function readDebugLocals(text: string): DebugLocals | null {
  const { next, list } = numbersOf(text);
  const t = next();
  if (Number.isNaN(t)) return null;
  const value = (): LocalValue => {
    const [kind, number] = [next(), next()];
    return kind === 0 ? "unset" : kind === 2 ? "NULL" : number;
  };
  const variable = (): LocalVariable => {
    const [now, line, at, before] = [value(), next(), next(), value()];
    return { value: now, write: line === 0 ? null : { line, at, before } };
  };
  const functions = () =>
    list(next(), (): FunctionLocals => {
      const [number, isWhole] = [next(), next() === 1];
      return { function: number, isWhole, variables: list(next(), variable) };
    });
  const contexts = new Map(list(next(), () => [next(), functions()] as const));
  return { t, contexts };
}
