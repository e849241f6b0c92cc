// What a debugger shows of a program, read from the numbers of core/src/frame/debug_view.rs, whose table this follows.
import { numbersOf } from "./number-list";

/** A line of a program at a time of its run. */
export interface LineMoment {
  line: number;
  at: number;
}

export type CallState = "running" | "waiting" | "asleep";

/** The functions that run in a context. */
export interface ContextCalls {
  /** Its number in the topology. */
  context: number;
  state: CallState;
  /** The line that each function has reached, the outermost first. */
  lines: number[];
}

/** A value over time. Each column has its smallest and its largest value in a part of the range. */
export interface Course {
  /** At the shown moment. */
  value: number;
  columns: [number, number][];
}

/** Packets that were lost at a place by one line, or while it ran. */
export interface LineLoss extends LineMoment {
  /** The place's number in the topology. */
  place: number;
  /** The interface refused the packet; the line (0: none of the program) only ran meanwhile. */
  refused: boolean;
  count: number;
  /** The last one, lost at `at`. */
  packet: number;
}

export interface DebugView {
  t: number;
  /** The range that charts and losses are about, in cycles. */
  from: number;
  to: number;
  contexts: ContextCalls[];
  /** The variables that were asked for, in their order, and all knobs. */
  variables: Course[];
  knobs: Course[];
  losses: LineLoss[];
  /** The earlier line that a stop of the kernel follows from. */
  since: LineMoment | null;
}

/** When a variable got another value, by which line (0: not known). */
export interface LastWrite extends LineMoment {
  before: number;
  after: number;
}

const STATES: readonly CallState[] = ["running", "waiting", "asleep"];

export function readDebugView(text: string): DebugView {
  const { next, list } = numbersOf(text);
  const [t, from, to, columns, line, at] = [next(), next(), next(), next(), next(), next()];
  const course = (): Course => ({
    value: next(),
    columns: list(columns, () => [next(), next()]),
  });
  const contexts = list(next(), (): ContextCalls => ({
    context: next(),
    state: STATES[next()] ?? "waiting",
    lines: list(next(), next),
  }));
  const [variables, knobs] = [list(next(), course), list(next(), course)];
  const losses = list(next(), () => readLoss(next));
  const since = line === 0 ? null : { line, at };
  return { t, from, to, contexts, variables, knobs, losses, since };
}

export function readLastWrite(text: string): LastWrite | null {
  const { next } = numbersOf(text);
  const [at, line, before, after] = [next(), next(), next(), next()];
  return Number.isNaN(at) ? null : { at, line, before, after };
}

export function readPacketLoss(text: string): LineLoss | null {
  const loss = readLoss(numbersOf(text).next);
  return Number.isNaN(loss.line) ? null : loss;
}

function readLoss(next: () => number): LineLoss {
  const [line, place, refused] = [next(), next(), next() === 1];
  return { line, place, refused, count: next(), packet: next(), at: next() };
}
