// Takes a Rust file apart: the code without comments, strings and tests, and the rooms of the crate it
// uses. A scanner, no parser: enough for rules about names.

/**
 * The code, with every character of a comment or a string turned into a space; lines stay.
 * @param {string} text
 */
export function rustCode(text) {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"[\s\S]*?"\1|b?"(?:\\[\s\S]|[^"\\])*"|b?'(?:\\[^']+|[^'\\])'/g;
  return text.replace(token, (found) => found.replace(/[^\n]/g, " "));
}

/**
 * The code before the tests that stand at a file's end.
 * @param {string} text
 */
export function rustCodeWithoutTests(text) {
  return rustCode(text).split(/^\s*#\[cfg\(test\)\]\s*\n\s*mod \w+ \{/m)[0] ?? "";
}

/**
 * The paths below `crate::` that some code uses, first two segments: `crate::cpu::Level` gives
 * `cpu::Level`, and so does `super::Level` in a module of cpu.
 * @param {string} code
 * @param {string[]} modulePath where the code stands: `["cpu", "line"]`
 * @returns {{ value: string, line: number }[]}
 */
export function cratePaths(code, modulePath) {
  const absolute = code.replace(/\b(?:super::)+/g, (supers) => {
    const kept = modulePath.slice(0, modulePath.length - supers.length / "super::".length);
    return ["crate", ...kept, ""].join("::");
  });
  const found = [];
  for (const match of absolute.matchAll(/\bcrate::(?:(\w+)::)?(\{|\w+)/g)) {
    const line = lineAt(absolute, match.index);
    const [, outer, inner = ""] = match;
    const end = match.index + match[0].length;
    const items = inner === "{" ? topLevelItems(groupFrom(absolute, end)) : [inner];
    for (const item of items) {
      const value = outer ? `${outer}::${item}` : item;
      found.push({ value: value.split("::").slice(0, 2).join("::"), line });
    }
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
 * First segments of the items of `{a::B, c::{D, E}}`, without what is in inner braces.
 * @param {string} group
 */
function topLevelItems(group) {
  let flat = group;
  while (/\{[^{}]*\}/.test(flat)) flat = flat.replace(/\{[^{}]*\}/g, "");
  return flat
    .split(",")
    .map((item) => /^\s*(\w+(?:::\w+)?)/.exec(item)?.[1])
    .filter((item) => item !== undefined);
}
