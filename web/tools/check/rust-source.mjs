// Extracts parts of a Rust file: the code without comments, strings and tests, and the modules of
// the crate that the code uses. It is a scanner and not a parser, which is enough for rules about
// names.

/**
 * Returns the code. Replaces every character of a comment or a string by a space, but keeps line
 * breaks.
 * @param {string} text
 */
export function rustCode(text) {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\[^']+|[^'\\])'/g;
  return text.replace(token, (found) => found.replace(/[^\n]/g, " "));
}

/**
 * Returns the code before the tests at the end of a file.
 * @param {string} text
 */
export function rustCodeWithoutTests(text) {
  return rustCode(text).split(/^\s*#\[cfg\(test\)\]\s*\n\s*mod \w+ \{/m)[0] ?? "";
}

/**
 * Returns the paths below `crate::` that the code uses, with their segments up to the first group.
 * `crate::cpu::Level` gives `cpu::Level`, and so does `super::Level` in a module of cpu.
 * @param {string} code
 * @param {string[]} modulePath the module of the code: `["cpu", "line"]`
 * @returns {{ value: string, line: number }[]}
 */
export function cratePaths(code, modulePath) {
  const absolute = code.replace(/\b(?:super::)+/g, (supers) => {
    const kept = modulePath.slice(0, modulePath.length - supers.length / "super::".length);
    return ["crate", ...kept, ""].join("::");
  });
  const found = [];
  for (const match of absolute.matchAll(/\bcrate::((?:\w+::)*)(\{|\w+)/g)) {
    const line = lineAt(absolute, match.index);
    const [, outer = "", inner = ""] = match;
    const end = match.index + match[0].length;
    const items = inner === "{" ? topLevelItems(groupFrom(absolute, end)) : [inner];
    for (const item of items) found.push({ value: outer + item, line });
  }
  return found;
}

/**
 * @param {string} text
 * @param {number} index
 */
export function lineAt(text, index) {
  return text.slice(0, index).split("\n").length;
}

/**
 * The text from inside an open brace to the brace that closes it.
 * @param {string} code
 * @param {number} from just after the open brace
 */
function groupFrom(code, from) {
  let depth = 1;
  for (let index = from; index < code.length; index += 1) {
    if (code[index] === "{") depth += 1;
    if (code[index] === "}") depth -= 1;
    if (depth === 0) return code.slice(from, index);
  }
  return code.slice(from);
}

/**
 * Returns the items of `{a::B, c::{D, E}}` without the content of inner braces.
 * @param {string} group
 */
function topLevelItems(group) {
  let flat = group;
  while (/\{[^{}]*\}/.test(flat)) flat = flat.replace(/\{[^{}]*\}/g, "");
  return flat
    .split(",")
    .map((item) => /^\s*(\w+(?:::\w+)*)/.exec(item)?.[1])
    .filter((item) => item !== undefined);
}
