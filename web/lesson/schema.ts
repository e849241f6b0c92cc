// Zod, told not to make code at run time: the page's content policy forbids that, and even trying counts. And told
// to say what is wrong in the page's words: what is there, and what may be. A schema's own message goes first.
import { z } from "zod";

z.config({ jitless: true, customError: formatIssue });

function formatIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "unrecognized_keys") {
    return `it has ${issue.keys.join(", ")}, which is unknown here; leave that out`;
  }
  // What JSON has no word for (infinity, and what is no number) it would call null.
  const { input } = issue;
  const there = typeof input === "number" ? String(input) : (JSON.stringify(input) ?? "missing");
  return `it is ${there.slice(0, 60)}; allowed: ${formatAllowed(issue)}`;
}

const KINDS: Partial<Record<string, string>> = {
  int: "a whole number",
  number: "a number",
  string: "a text",
  boolean: "true or false",
  array: "a list",
};

function formatAllowed(issue: z.core.$ZodRawIssue): string {
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
      return "what the page itself writes there";
  }
}

export { z };
