// Skips work whose inputs have not changed. The folder that the work creates contains a hash of the
// inputs, so that deleting the folder deletes the hash too. The hash is of file contents, not of
// file times.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inProject } from "./paths.mjs";

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

/**
 * Runs a check, unless it has passed on the same files. Only for checks whose result depends on nothing but these files, the
 * words and the versions of the compilers. A check that is skipped counts the tests that passed before.
 * @template {{ passed: number, failed: number, output: string, remark?: string }} Result
 * @param {string} name
 * @param {() => Promise<Result>} check
 * @param {{ words: string[], inputs: string[], skip?: string[] }} on `words`: what its result depends on, besides files;
 *   `inputs`: its files and folders, without those named in `skip`
 * @returns {Promise<Result | { passed: number, failed: number, output: string, remark: string }>}
 */
export async function unlessUnchanged(name, check, { words, inputs, skip }) {
  const folder = inProject("node_modules/.cache/checked", name);
  const count = path.join(folder, "passed");
  const print = fingerprint(inputs, { words: [...words, process.version], skip });
  if (isMadeFrom(folder, print) && existsSync(count)) {
    const passed = Number(readFileSync(count, "utf8"));
    return { passed, failed: 0, output: unchangedSincePass, remark: unchangedSincePass };
  }
  const result = await check();
  if (result.failed === 0) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(count, String(result.passed));
    markMadeFrom(folder, print);
  }
  return result;
}

/** The remark beside a check that has not run. */
const unchangedSincePass = "not run: unchanged since it passed";
