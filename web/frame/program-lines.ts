// The lines of a program in what its machine says: the line that a CPU executes, and what each line costs. Lines are counted from 1.
import { tr } from "../i18n/i18n";
import type { LineLoss } from "./debug-view";
import type { LineCounts } from "./code-lines";
import type { Topology } from "./topology";

/** Whether the machine's kernel is a program that somebody has written. */
export function runsProgram({ code }: Topology): boolean {
  return code.some(({ line }) => line > 0);
}

/** The function of the text that has a line. */
export function functionAt({ code }: Topology, line: number): string {
  return code.find((row) => row.line === line)?.procedure ?? "";
}

/**
 * The lines that the CPUs execute. A call has a step of its own, which is no line: then it is the line with this call, if there is
 * only one. `callsOf`: the names of the calls that take a step, by its id.
 */
export function runningLines(
  running: readonly number[],
  { steps, code }: Topology,
  callsOf: (step: string) => readonly string[],
): number[] {
  return running.flatMap((number) => {
    const step = steps[number];
    if (step === undefined) return [];
    const own = code[step.code]?.line ?? 0;
    if (own > 0) return [own];
    const names = callsOf(step.id);
    const calls = code.filter(
      ({ line, step: runs, text }) =>
        line > 0 && runs >= 0 && names.some((name) => text.includes(`${name}(`)),
    );
    return calls.length === 1 ? calls.map(({ line }) => line) : [];
  });
}

/** What each line of a program cost. */
export function countsByLine(
  counts: readonly LineCounts[],
  { code }: Topology,
): ReadonlyMap<number, LineCounts> {
  const rows = code.flatMap(({ line, step }, row) => {
    const one = counts[row];
    return line === 0 || step < 0 || one === undefined ? [] : [[line, one] as const];
  });
  return new Map(rows);
}

/**
 * The line that makes room in a receive ring that has refused packets: it gives descriptors back or, on a machine where reading a
 * packet does that, reads packets. Null: the loss was none of a ring, or the program has no such line, or several.
 */
export function roomLine(
  { places, code }: Topology,
  { place, refused }: LineLoss,
  givesBack: boolean,
): { line: number; text: string } | null {
  if (!refused || places[place]?.kind !== "receive_ring") return null;
  const call = givesBack ? "lninitdesc(" : "lnread(";
  const lines = code.filter(({ line, step, text }) => line > 0 && step >= 0 && text.includes(call));
  return (lines.length === 1 && lines[0]) || null;
}

/** Which line lost packets, and where. */
export function describeLoss(topology: Topology, { line, place, refused }: LineLoss): string {
  const name = topology.places[place]?.name ?? "";
  const text = topology.code.find((row) => row.line === line)?.text ?? "";
  if (refused)
    return line === 0
      ? tr("refused, because the {name} was full; no line of the program ran.", { name })
      : tr("refused, because the {name} was full, while line {line} ran: {text}", {
          ...{ name, line, text },
        });
  return line === 0
    ? tr("dropped at the {name}, by no line of the program.", { name })
    : tr("dropped by line {line}: {text}", { line, text });
}
