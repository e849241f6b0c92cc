// Skips work whose inputs have not changed. The folder that the work creates contains a hash of the
// inputs, so that deleting the folder deletes the hash too. The hash is of file contents, not of
// file times.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inProject, root } from "./paths.mjs";
import { unchanged } from "./step.mjs";

const stampName = ".inputs";

/**
 * Returns a hash of all files below the given paths (relative to the root) and of some words.
 * @param {string[]} inputs files or folders; a missing one counts as empty
 * @param {{ words?: string[], skip?: string[] }} options `skip`: names of files and folders left out
 */
export function fingerprint(inputs, { words = [], skip = [] } = {}) {
  const hash = createHash("sha256");
  for (const word of words) hash.update(`word ${word}\n`);
  for (const input of inputs) {
    for (const file of filesBelow(inProject(input), new Set(skip))) {
      hash.update(`file ${path.relative(inProject(), file)}\n`).update(readFileSync(file));
    }
  }
  return hash.digest("hex");
}

/**
 * Every file at or below a path, in a fixed order.
 * @param {string} start
 * @param {Set<string>} skip
 * @returns {string[]}
 */
export function filesBelow(start, skip = new Set()) {
  if (!existsSync(start) || skip.has(path.basename(start))) return [];
  if (statSync(start).isFile()) return [start];
  return readdirSync(start)
    .sort()
    .flatMap((name) => filesBelow(path.join(start, name), skip));
}

/**
 * Returns whether `folder` was made from inputs with this fingerprint.
 * @param {string} folder
 * @param {string} print
 */
export function isMadeFrom(folder, print) {
  const stamp = path.join(folder, stampName);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === print;
}

/**
 * Stores in `folder` the fingerprint of the inputs that it was made from.
 * @param {string} folder
 * @param {string} print
 */
export function markMadeFrom(folder, print) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, stampName), print);
}

/** Folders that commands write, and the Rust code. package-lock.json stands for node_modules. */
const notChecked = new Set([
  ...[".git", "core", "dist", "node_modules", "playwright-report", "test-results"],
]);

/**
 * Runs a check, unless it has passed on the same files. Only for checks whose result depends on
 * nothing but the files of the project. For ESLint with types all files are one input, because a
 * change in one file can cause an error in another one.
 * @template {{ passed: number, failed: number, output: string, remark?: string }} Result
 * @param {string} name
 * @param {string[]} words what its result depends on, besides the files of the project
 * @param {() => Promise<Result>} check
 * @param {string[]} [inputs] its files and folders
 * @returns {Promise<Result | { passed: number, failed: number, output: string, remark: string }>}
 */
export async function unlessUnchanged(name, words, check, inputs = everything()) {
  const folder = inProject("node_modules/.cache/checked", name);
  const print = fingerprint(inputs, { words: [...words, process.version] });
  if (isMadeFrom(folder, print)) {
    return { passed: 1, failed: 0, output: unchanged, remark: unchanged };
  }
  const result = await check();
  if (result.failed === 0) markMadeFrom(folder, print);
  return result;
}

/** All other files and folders of the root, so that a new folder is included too. */
function everything() {
  return readdirSync(root).filter((name) => !notChecked.has(name));
}
