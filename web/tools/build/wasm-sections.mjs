// Checks what a WebAssembly module consists of: a table of its sections is enough to see that it is complete and
// optimised. (https://webassembly.github.io/spec/core/binary/modules.html)

const MAGIC_AND_VERSION = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
const CUSTOM = 0;
/** Ids of the sections that every module of ours has. */
const REQUIRED = { type: 1, function: 3, export: 7, code: 10, data: 11 };

/**
 * @typedef {object} Section
 * @property {number} id
 * @property {string} name of a custom section; else ""
 * @property {number} bytes
 */

/**
 * Lists the sections of a module. Throws a RangeError if the bytes end inside a section.
 * @param {Uint8Array} bytes
 * @returns {Section[]}
 */
export function sectionsOf(bytes) {
  if (!MAGIC_AND_VERSION.equals(bytes.subarray(0, 8))) throw new RangeError("no module");
  /** @type {Section[]} */
  const sections = [];
  for (let at = 8; at < bytes.length;) {
    const id = bytes[at] ?? 0;
    const size = readNumber(bytes, at + 1);
    const end = size.next + size.value;
    if (end > bytes.length) throw new RangeError("cut off");
    sections.push({ id, name: id === CUSTOM ? nameAt(bytes, size.next) : "", bytes: size.value });
    at = end;
  }
  return sections;
}

/**
 * Returns what is wrong with a module that should be complete, optimised, and the same on every computer: phrases that
 * follow "it".
 * @param {Uint8Array} bytes
 * @param {string[]} folders of this computer, which no text of the module may name
 */
export function problemsOfModule(bytes, folders) {
  /** @type {Section[]} */
  let sections;
  try {
    sections = sectionsOf(bytes);
  } catch {
    return ["is no complete module"];
  }
  const ids = new Set(sections.map(({ id }) => id));
  const missing = Object.entries(REQUIRED).filter(([, id]) => !ids.has(id));
  // rustc writes names; wasm-opt removes them. So a module with names has not been optimised.
  const leftOver = sections.filter(({ name }) => name === "name" || name.startsWith(".debug"));
  const named = folders.filter((folder) => Buffer.from(bytes).includes(folder));
  return [
    ...missing.map(([name]) => `has no ${name} section`),
    ...leftOver.map(({ name }) => `has the section "${name}", so it was not optimised`),
    ...named.map((folder) => `names the folder ${folder} of this computer`),
  ];
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function nameAt(bytes, at) {
  const length = readNumber(bytes, at);
  return Buffer.from(bytes.subarray(length.next, length.next + length.value)).toString();
}

/**
 * Reads a number of 32 bits in LEB128.
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function readNumber(bytes, at) {
  let value = 0;
  for (let next = at, scale = 1; next < at + 5; next++, scale *= 128) {
    const byte = bytes[next];
    if (byte === undefined) throw new RangeError("cut off");
    value += (byte & 127) * scale;
    if (byte < 128) return { value, next: next + 1 };
  }
  throw new RangeError("the size of a section has more than five bytes");
}
