// Every source file opens with a comment of one to five lines that says what it is. A diagram or more
// may follow after an empty line of the comment.

import { longestHeader } from "../house.mjs";
import { generated } from "../project.mjs";

/** @type {import("./index.mjs").Rule} */
export const fileHeaders = {
  name: `every source file opens with a comment of 1 to ${longestHeader} lines`,
  check: (project) =>
    project
      .select(/\.(ts|tsx|mjs|js|rs|css|html)$/)
      .filter((file) => !generated.has(file))
      .flatMap((file) => {
        const lines = headerLines(file, project.text(file));
        if (lines.length === 0) return [`${file}:1 has no header`];
        if (lines.length <= longestHeader) return [];
        return [`${file}:1 the header's first paragraph has ${lines.length} lines`];
      }),
};

/**
 * The lines of the first paragraph of the comment that opens a file; none when there is no comment.
 * @param {string} file
 * @param {string} text
 */
export function headerLines(file, text) {
  const [open, line] = file.endsWith(".rs")
    ? [/^\/\/! ?/, /^\/\/! ?(.*)$/]
    : [/^\/\/ ?/, /^\/\/ ?(.*)$/];
  const start = text.replace(/^#!.*\n/, "").replace(/^<!doctype html>\s*/i, "");
  const block = /^(?:\/\*\*?|<!--)([\s\S]*?)(?:\*\/|-->)/.exec(start)?.[1];
  const rows = block
    ?.trim()
    .split("\n")
    .map((row) => row.replace(/^\s*\*? ?/, ""));
  const comment = rows ?? (open.test(start) ? takeWhile(start.split("\n"), line) : []);
  const paragraphEnd = comment.findIndex((row) => row.trim() === "");
  return paragraphEnd === -1 ? comment : comment.slice(0, paragraphEnd);
}

/**
 * @param {string[]} rows
 * @param {RegExp} pattern its first group is what is kept
 */
function takeWhile(rows, pattern) {
  const end = rows.findIndex((row) => !pattern.test(row));
  return rows.slice(0, end === -1 ? rows.length : end).map((row) => pattern.exec(row)?.[1] ?? "");
}
