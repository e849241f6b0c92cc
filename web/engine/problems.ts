// Tells the three ways a call into the simulator can fail: the user's mistake (the core throws an
// Error whose message is JSON with fields), our own (a wasm trap, which poisons the instance), and
// anything else, which is treated as a trap because the instance can no longer be trusted.
import type { FieldProblem } from "./protocol";

/** A scenario, a change or a link that the core refused; each problem names its field. */
export class RefusedError extends Error {
  override name = "RefusedError";
  constructor(readonly problems: FieldProblem[]) {
    super(problems.map(formatProblem).join(" ") || "The simulator refused this.");
  }
}

/** The simulator broke (a wasm trap); its worker is being replaced. */
export class TrapError extends Error {
  override name = "TrapError";
  constructor(
    message: string,
    /** The command during which it broke. */
    readonly command: string,
    /** The machine's head then, in cycles. */
    readonly head: number,
  ) {
    super(message);
  }
}

/** The task was given up on purpose. */
export class CancelledError extends Error {
  override name = "CancelledError";
}

export function formatProblem(problem: FieldProblem): string {
  const value = problem.value === "" ? "" : ` is ${problem.value}:`;
  const allowed = problem.allowed === "" ? "" : ` Allowed: ${problem.allowed}.`;
  const text = `${problem.field}${value} ${problem.problem}`.trim();
  return `${text}${/[.!?]$/.test(text) ? "" : "."}${allowed}`;
}

/** The problems inside an error of the core, or null when it is not one of those. */
export function parseRefusal(error: unknown): FieldProblem[] | null {
  if (!(error instanceof Error) || isTrap(error)) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(error.message);
  } catch {
    return null;
  }
  const list = (parsed as { errors?: unknown } | null)?.errors;
  if (!Array.isArray(list)) return null;
  return list.map((entry: Record<string, unknown>) => ({
    field: text(entry.field),
    value: text(entry.value),
    problem: text(entry.problem),
    allowed: text(entry.allowed),
  }));
}

export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}

function text(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
