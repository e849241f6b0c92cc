// Why a file or a stored text cannot be read: the field, the problem, and what a person can do. Every reader throws this error.

export class UnreadableError extends Error {
  override name = "UnreadableError";
  constructor(
    /** Dotted path of the field. */
    readonly field: string,
    problem: string,
    readonly remedy = "",
  ) {
    super(problem);
  }
}

export function parseJson(text: string, remedy = "", whole = "the whole file"): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableError(whole, "it is not JSON, or it was cut off", remedy);
  }
}

/** Refuses the form of another version of the page. */
export function checkSchema(found: unknown, known: number, remedy = ""): void {
  if (found === known) return;
  const problem = `it is ${JSON.stringify(found) ?? "missing"}; this page reads ${known}`;
  throw new UnreadableError("schema", problem, remedy);
}
