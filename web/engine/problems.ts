// The ways in which a call into the simulator can fail: a user's mistake (the core throws an Error whose message is JSON
// with fields), or our own (a wasm trap, which makes the instance unusable). Any other error counts as a trap, because
// the instance can no longer be trusted.
import type { ScenarioError } from "../generated/model";
import type { FieldProblem } from "./protocol";

/** Thrown when a scenario, a change or a link is refused. Each problem names its field. */
export class RefusedError extends Error {
  override name = "RefusedError";
  constructor(readonly problems: FieldProblem[]) {
    super(problems.map(formatProblem).join(" ") || "The simulator refused this.");
  }
}

/** Returns a function that reads a field. If the field is wrong, the function adds the problem to `problems` and returns
 * `fallback`. */
export function problemCollector(problems: FieldProblem[]) {
  return <T>(read: () => T, fallback: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      problems.push(...error.problems);
      return fallback;
    }
  };
}

/** Thrown when the simulator has trapped. The client replaces its worker. */
export class TrapError extends Error {
  override name = "TrapError";
  constructor(
    message: string,
    /** The command that trapped. */
    readonly command: string,
    /** The machine's head at that time, in cycles. */
    readonly head: number,
  ) {
    super(message);
  }
}

/** Thrown when a task was cancelled on purpose. */
export class CancelledError extends Error {
  override name = "CancelledError";
}

/** "offered rate is 20000: out of range. Allowed: 0 to 14880." For programs; the page shows `describeProblem`. */
function formatProblem(problem: FieldProblem): string {
  const value = problem.value === "" ? "" : ` is ${problem.value}:`;
  const allowed = problem.allowed === "" ? "" : ` Allowed: ${problem.allowed}.`;
  const text = `${problem.field}${value} ${problem.problem}`.trim();
  return `${text}${/[.!?]$/.test(text) ? "" : "."}${allowed}`;
}

/** The problems inside an error of the core, which the page translates; null when it is another kind of error. */
export function parseRefusal(error: unknown): ScenarioError[] | null {
  if (!(error instanceof Error) || isTrap(error)) return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(error.message);
  } catch {
    return null;
  }
  const list = (parsed as { errors?: unknown } | null)?.errors;
  return Array.isArray(list) ? (list as ScenarioError[]) : null;
}

export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}
