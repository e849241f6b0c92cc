// The curve of the machine before the last change, which stays in the chart beside the new one. A whole drag is one change, and a
// machine of another scenario has no previous curve.
import { STAGES, type Point } from "./curve-plan";
import type { RunState } from "./curve-run";

export interface PreviousCurve {
  /** Identifies the machine. `name` is for people. */
  key: string;
  name: string;
  points: readonly Point[];
  /** An undo has replaced this machine. So the label of the curve is "undone", not "before". */
  wasUndone: boolean;
}

/** The curve in the chart that is being replaced. */
interface DrawnCurve extends RunState {
  key: string;
  name: string;
  previous: PreviousCurve | null;
}

interface NextMachine {
  key: string;
  /** Identifies the opened scenario and the axis. */
  origin: string;
  /** The change that made this machine. */
  transaction: number;
}

const EARLIER_KEYS_MAX = 50;

export function createPreviousCurves() {
  /** The keys of earlier machines, oldest first. */
  let earlierKeys: readonly string[] = [];
  let lastTransaction = -1;
  let lastOrigin = "";

  /** The curve of the machine that is being replaced, if it had been drawn. */
  function retire({ key, name, points, done, wanted }: DrawnCurve, next: string) {
    const position = earlierKeys.lastIndexOf(next);
    const wasUndone = position >= 0;
    earlierKeys = wasUndone
      ? earlierKeys.slice(0, position)
      : [...earlierKeys, key].slice(-EARLIER_KEYS_MAX);
    const isDrawn = points.length > 0 && (points.length >= STAGES[0] || done >= wanted);
    return isDrawn ? { key, name, points, wasUndone } : null;
  }

  return {
    /** Returns the previous curve when another machine is drawn in the place of this one. */
    replace(drawn: DrawnCurve, { key, origin, transaction }: NextMachine): PreviousCurve | null {
      const isSameOrigin = origin === lastOrigin;
      const isSameChange = transaction === lastTransaction || key === drawn.key;
      lastOrigin = origin;
      lastTransaction = transaction;
      if (!isSameOrigin) {
        earlierKeys = [];
        return null;
      }
      return (isSameChange ? null : retire(drawn, key)) ?? drawn.previous;
    },
  };
}
