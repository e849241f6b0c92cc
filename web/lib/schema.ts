// Zod, configured for this page. It must not generate code at run time: the page's content security policy reports even
// the attempt. Its messages say what was found and what is allowed; a message in a schema takes precedence.
import { z } from "zod";
import { UnreadableError } from "./unreadable";

z.config({ jitless: true, customError: formatIssue });

function formatIssue(issue: z.core.$ZodRawIssue): string {
  const { problem, allowed } = describeIssue(issue);
  return allowed === "" ? problem : `${problem}; allowed: ${allowed}`;
}

/** Says what was found and what is allowed. An issue of a result has its input only if it was parsed with `reportInput`. */
export function describeIssue(issue: z.core.$ZodRawIssue | z.core.$ZodIssue) {
  if (issue.code === "unrecognized_keys") {
    return { problem: `it has unknown fields: ${issue.keys.join(", ")}; remove them`, allowed: "" };
  }
  // A check of our own has its message in the schema.
  if (issue.code === "custom") return { problem: issue.message ?? "", allowed: "" };
  // JSON would write null for Infinity and NaN.
  const { input } = issue;
  const there = typeof input === "number" ? String(input) : (JSON.stringify(input) ?? "missing");
  return { problem: `it is ${there.slice(0, 60)}`, allowed: formatAllowed(issue) };
}

const KINDS: Partial<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
};

function formatAllowed(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return KINDS[issue.expected] ?? "a table of names and values";
    case "too_small":
      return `${issue.minimum} or more`;
    case "too_big":
      return issue.origin === "string"
        ? `at most ${issue.maximum} characters`
        : issue.origin === "array"
          ? `at most ${issue.maximum} entries`
          : `${issue.maximum} or less`;
    case "invalid_value":
      return issue.values.join(", ");
    default:
      return "a value as the page writes it";
  }
}

/** Checks a value that was read. `whole` names it when no field is to blame; `inside` is the path of the value itself. */
export function readShape<T>(
  shape: z.ZodType<T>,
  value: unknown,
  { whole = "the whole file", inside = "", remedy = "" },
): T {
  const read = shape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const field = [inside, ...(issue?.path ?? [])].filter((name) => name !== "").join(".");
  throw new UnreadableError(field || whole, issue?.message ?? "", remedy);
}

export { z };
