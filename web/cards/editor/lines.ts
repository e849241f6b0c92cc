// What the editor shows beside its lines. A page may name it before the editor is loaded.

/** What a line costs, as it is shown. */
export interface LineCost {
  visits: string;
  /** Of the statements of the line: calls have costs of their own. */
  cycles: string;
  /** The part of that for packets that were thrown away later, from 0 to 1. */
  wasted: number;
}

/** A breakpoint, as the gutter shows it. */
export interface ShownBreakpoint {
  line: number;
  hasCondition: boolean;
}

/** What the gutters show; lines are counted from 1. */
export interface ShownLines {
  running: readonly number[];
  /** The line where the kernel has stopped; 0: none. */
  stopped: number;
  /** Null: the gutter of costs is switched off. */
  costs: ReadonlyMap<number, LineCost> | null;
  /** The machine is paused: the line that runs is brought into view, unless the person is in the editor. */
  isPaused: boolean;
}

export const NO_LINES: ShownLines = { running: [], stopped: 0, costs: null, isPaused: false };
