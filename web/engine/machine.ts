// The simulator's interface for the servers: the same as the wasm package's Session and Trial, so that the servers can be
// tested without the package. Only worker.ts connects the two.
import type { JudgeWork } from "./protocol";

/** One machine with its trace. Times are cycles. */
export interface Machine {
  topology(): string;
  scenario(): string;
  readonly head: number;
  /** Whether the kernel has stopped for good, or the machine has reached 600 simulated seconds or 1000 interventions. Then it
   * cannot run further. */
  readonly at_bound: boolean;
  /** Why the kernel has stopped for good: JSON `ScenarioError`, or "null". */
  readonly fault: string;
  /** The rules about time that the program has broken so far: JSON `Told<ScenarioError>[]`. */
  readonly told: string;
  set tracing(on: boolean);
  advance(until: number, iterations: number): number;
  /** `at`: the cycle of the change; the head, if that is later. */
  intervene(changes: string, at: number): void;
  frame(request: Float64Array): Float64Array;
  diagnosis(t: number): string;
  /** The next (1) or previous (-1) moment of a kind in the trace; NaN: none. */
  neighbour(t: number, what: string, direction: number): number;
  /** Runs from the head to the next moment of a kind; NaN: none within these limits. */
  advance_to(what: string, until: number, iterations: number): number;
  /** The first moment of a kind after a time and not after another one; NaN: none. */
  next_until(from: number, until: number, what: string): number;
  /** What a debugger shows (frame/debug-view.ts). */
  debug_view(request: Float64Array): Float64Array;
  /** Local variables (frame/debug-locals.ts). Undefined: a replay goes on with the next call. */
  locals(t: number, iterations: number): Float64Array | undefined;
  last_write(t: number, variable: number): Float64Array;
  packet_loss(packet: number): Float64Array;
  report(from: number, to: number): string;
  packet(id: number): string;
  chrome_trace(from: number, to: number): string;
  capture(): string;
  trace_hash(): string;
  free(): void;
}

/** One trial of a sweep: no trace, only its report. Or another work of the pool's. */
export interface TrialMachine {
  advance(iterations: number): boolean;
  result(): string;
  free(): void;
}

/** The part of the wasm package that a worker uses. */
export interface Simulator {
  validate(scenario: string): string;
  /** JSON `ProgramProblem[]`: what is wrong with a program in kernel C. */
  checkProgram(text: string): Promise<string>;
  /** JSON: the problems of a breakpoint's condition as `ProgramProblem[]`, or its code as a text. */
  checkCondition(text: string, condition: string): Promise<string>;
  /** Compiles the program of a scenario, before the scenario is opened or tried; null if it has none. */
  prepare(scenario: string): Promise<void> | null;
  open(scenario: string, traceMegabytes: number): Machine;
  trial(scenario: string): TrialMachine;
  /** Prepares a work of the judge. */
  judge(work: JudgeWork, text: string): Promise<TrialMachine>;
}
