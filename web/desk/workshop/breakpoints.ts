// Breakpoints of a program as data: which lines have a statement, how edits move them, and the kind of moment that they are for the
// machine. A condition has a code, which the compiler makes; without a condition there is none.
import type { BreakpointBoundary } from "../../engine/protocol";
import type { ProgramProblem } from "../../i18n/model-texts";
import type { Topology } from "../../generated/model";
import type { StoredProgram } from "./programs";

export type Breakpoint = NonNullable<StoredProgram["breakpoints"]>[number];

/** What a condition is: its code, or what is wrong with it. */
export type Condition = { code: string } | { problems: readonly ProgramProblem[] };

/** As many as one can read in a list. */
export const BREAKPOINTS_MAX = 50;
export const CONDITION_MAX = 500;

/** The line at which a breakpoint stops: itself, or the next one with a statement; null if there is none. */
export function stopLine(topology: Topology | null, line: number): number | null {
  const rows = topology?.code ?? [];
  const stops = rows.filter((row) => row.line >= line && row.step >= 0).map((row) => row.line);
  return stops.length === 0 ? null : Math.min(...stops);
}

/** The breakpoints with one more or less at a line. */
export function withToggled(list: readonly Breakpoint[], line: number): readonly Breakpoint[] {
  const others = list.filter((one) => one.line !== line);
  if (others.length < list.length || list.length >= BREAKPOINTS_MAX) return others;
  return [...others, { line, condition: "" }].sort((one, other) => one.line - other.line);
}

/** The breakpoints after an edit: `to` has the new line of each line in `from`; 0: the line is gone. */
export function withMoved(
  list: readonly Breakpoint[],
  from: readonly number[],
  to: readonly number[],
): readonly Breakpoint[] {
  const moved = list.map((one) => ({ ...one, line: to[from.indexOf(one.line)] ?? one.line }));
  return moved.filter(
    ({ line }, index) => line > 0 && moved.findIndex((one) => one.line === line) === index,
  );
}

/** The moments at which the program stops; null: it has no breakpoint that can stop it. */
export function boundaryOf(
  list: readonly Breakpoint[],
  topology: Topology | null,
  conditionOf: (condition: string) => Condition | undefined,
): BreakpointBoundary | null {
  const words = list.flatMap(({ line, condition }) => {
    const stop = stopLine(topology, line);
    const step = topology?.code.find((row) => row.line === stop && row.step >= 0)?.step;
    if (step === undefined) return [];
    if (condition.trim() === "") return [String(step)];
    const known = conditionOf(condition);
    return known !== undefined && "code" in known ? [`${step}:${known.code}`] : [];
  });
  return words.length === 0 ? null : `break ${words.join(" ")}`;
}
