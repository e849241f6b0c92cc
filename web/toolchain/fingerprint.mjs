// Skips work whose inputs have not changed: a hash of the inputs is kept inside the folder that the
// work makes, so that it goes when the folder goes. Contents count, times do not.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inProject } from "./paths.mjs";

const stampName = ".inputs";

/**
 * A hash of all files below the given paths (relative to the root) and of some words.
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
 * Was `folder` made from inputs with this fingerprint?
 * @param {string} folder
 * @param {string} print
 */
export function isMadeFrom(folder, print) {
  const stamp = path.join(folder, stampName);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === print;
}

/**
 * Remembers what `folder` was made from.
 * @param {string} folder
 * @param {string} print
 */
export function markMadeFrom(folder, print) {
  writeFileSync(path.join(folder, stampName), print);
}
