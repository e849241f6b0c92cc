// JSON for committed files that programs write and read: a person sees in `git diff` which row has changed, and a row is one line.

/**
 * @param {unknown} value
 * @param {number} levels of objects and lists that have a line for each of their parts
 * @param {string} indent
 * @returns {string}
 */
export function jsonRows(value, levels, indent = "") {
  if (levels === 0 || typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(([key, part]) => {
    const name = Array.isArray(value) ? "" : `${JSON.stringify(key)}: `;
    return `${inner}${name}${jsonRows(part, levels - 1, inner)}`;
  });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
