// The code view's data: the pseudo-code of a machine in blocks, the counts of its lines, the steps that run at the shown
// moment, and the call stacks. Reads the frame and the topology, and formats nothing.
import { ContextState, type Frame } from "./frame";
import type { Topology } from "./topology";

export interface CodeLine {
  /** The position in `Topology.code`. */
  line: number;
  /** The step that executes the line; -1 if the line costs no cycles. */
  step: number;
  procedure: string;
  text: string;
  /** Relative to the first line of the block. */
  indent: number;
}

/** A procedure that nothing else in the pseudo-code calls, with the lines of the procedures that it calls; or a function of a
 * program. */
export interface CodeBlock {
  procedure: string;
  lines: CodeLine[];
}

export function codeBlocks({ code }: Topology): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  code.forEach(({ procedure, text, indent, step, line: number }, line) => {
    let block = blocks.at(-1);
    // Every line of pseudo-code without an indent begins a procedure. A program's function has several.
    const begins = indent === 0 && (number === 0 || block?.procedure !== procedure);
    if (block === undefined || begins) {
      block = { procedure, lines: [] };
      blocks.push(block);
    }
    block.lines.push({ line, step, procedure, text, indent });
  });
  return blocks;
}

export interface LineCounts {
  visits: number;
  cycles: number;
  /** The part for packets that were thrown away later. */
  wastedVisits: number;
  wastedCycles: number;
  /** Cycles for packets that are still inside the machine. */
  undecidedCycles: number;
}

export interface CodeCounts {
  /** The part of the window that is counted, in cycles from the start. */
  from: number;
  to: number;
  /** The counted part begins after the window: the trace no longer has its beginning, or the window has too many records. */
  isPartial: boolean;
  /** The CPU time of all CPUs in that part. */
  available: number;
  switchCycles: number;
  idleCycles: number;
  /** In steps without a line: calls of a program, and the screening process beside it. */
  unlistedCycles: number;
  /** Indexed as `Topology.code`. */
  lines: LineCounts[];
  total: LineCounts;
}

/** The frame was made without counts ("absent"), or the trace has no part of the window ("unknown"). */
export type CountsState = CodeCounts | "absent" | "unknown";

export function readCodeCounts(frame: Frame): CountsState {
  if (frame.codeFacts.length === 0) return "absent";
  const { codeLines } = frame;
  const { from, to, switchCycles, idleCycles, unlistedCycles } = frame.codeFacts;
  if (codeLines.length === 0) return "unknown";
  const lines = Array.from({ length: codeLines.length }, (_, row) => ({
    visits: codeLines.visits(row),
    cycles: codeLines.cycles(row),
    wastedVisits: codeLines.wastedVisits(row),
    wastedCycles: codeLines.wastedCycles(row),
    undecidedCycles: codeLines.undecidedCycles(row),
  }));
  const sum = (read: (line: LineCounts) => number) =>
    lines.reduce((total, line) => total + read(line), 0);
  return {
    from,
    to,
    isPartial: from > frame.windowFrom,
    available: (to - from) * frame.cpus.length,
    switchCycles,
    idleCycles,
    unlistedCycles,
    lines,
    total: {
      visits: sum((line) => line.visits),
      cycles: sum((line) => line.cycles),
      wastedVisits: sum((line) => line.wastedVisits),
      wastedCycles: sum((line) => line.wastedCycles),
      undecidedCycles: sum((line) => line.undecidedCycles),
    },
  };
}

/** The step that each CPU executes at the shown moment; -1 for none. */
export function runningSteps(frame: Frame): number[] {
  return Array.from({ length: frame.cpus.length }, (_, cpu) => {
    const context = frame.cpus.running(cpu);
    return frame.contexts.step(context);
  });
}

export interface CallStackEntry {
  step: number;
  /** -1 for none. */
  packet: number;
  isCurrent: boolean;
}

export interface CallStack {
  context: number;
  cpu: number;
  isRunning: boolean;
  /** The innermost procedure first. */
  entries: CallStackEntry[];
}

/** The stacks of the running contexts by CPU, and after each the stacks of the contexts that are interrupted on that CPU,
 * highest priority first. */
export function readCallStacks(frame: Frame, topology: Topology): CallStack[] {
  const entries = new Map<number, CallStackEntry[]>();
  for (let row = 0; row < frame.callStacks.length; row += 1) {
    const context = frame.callStacks.context(row);
    const found = entries.get(context) ?? [];
    found.unshift({
      step: frame.callStacks.step(row),
      packet: frame.callStacks.packet(row),
      isCurrent: frame.callStacks.isCurrent(row),
    });
    entries.set(context, found);
  }
  const stacks = topology.contexts.flatMap(({ cpu }, context): CallStack[] => {
    const state = frame.contexts.state(context);
    const isRunning = state === ContextState.running;
    const own = entries.get(context) ?? [];
    const isShown = isRunning || (state === ContextState.preempted && own.length > 0);
    return isShown ? [{ context, cpu, isRunning, entries: own }] : [];
  });
  return stacks.sort((a, b) => a.cpu - b.cpu || Number(b.isRunning) - Number(a.isRunning));
}
