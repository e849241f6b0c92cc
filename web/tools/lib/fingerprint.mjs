// Skips work whose inputs have not changed. The folder that the work creates contains a hash of the
// inputs, so that deleting the folder deletes the hash too. The hash is of file contents, not of
// file times. Nothing half-made is taken for made: a folder is filled aside, gets its hash last, and is then moved into place.
// Needs no npm package: the bootstrap uses it.

import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { holdCheckout } from "./lock.mjs";
import { inProject } from "./paths.mjs";
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

/** What commands fill before they move it into place. Only the holder of the checkout's lock makes anything. */
const asideFolder = inProject("core/target/aside");

/**
 * Makes a folder of this checkout, unless it is made from these inputs already: here, or by a command for which this one has
 * waited.
 * @param {string} folder
 * @param {string} print the fingerprint of the inputs
 * @param {(aside: string) => Promise<unknown>} fill puts the contents into an empty folder
 * @returns {Promise<string>} the remark of the step
 */
export async function makeFolder(folder, print, fill) {
  const isMade = () => isMadeFrom(folder, print);
  if (isMade() || !(await holdCheckout(isMade)) || isMade()) return unchanged;
  const aside = emptyAside(path.basename(folder));
  await fill(aside);
  moveMade(aside, folder, print);
  return "built";
}

/**
 * Returns an empty folder to fill, on the disk of the checkout. Removes what killed commands have left there.
 * @param {string} name
 */
export function emptyAside(name) {
  remove(asideFolder);
  mkdirSync(asideFolder, { recursive: true });
  return mkdtempSync(path.join(asideFolder, `${name}-`));
}

/**
 * Marks a filled folder as made, and moves it into place. What was there goes.
 * @param {string} filled
 * @param {string} folder
 * @param {string} print the fingerprint of the inputs
 */
export function moveMade(filled, folder, print) {
  markMadeFrom(filled, print);
  const before = `${filled}-before`;
  remove(before);
  mkdirSync(path.dirname(folder), { recursive: true });
  if (existsSync(folder)) renameSync(folder, before);
  renameSync(filled, folder);
  remove(before);
}

/**
 * A program of a killed command may still write there. Then the next command removes it.
 * @param {string} folder
 */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is in nobody's way.
  }
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
    // The old mark does not stand beside the new count.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(count, String(result.passed));
    markMadeFrom(folder, print);
  }
  return result;
}

/** The remark beside a check that has not run. */
const unchangedSincePass = "not run: unchanged since it passed";
