// A check that has passed is not run again on the same files. Only for checks whose verdict is a function of what
// is written in the project: ESLint with types, for which a change in one file can make another one wrong, so that
// all of them are one input. Tests are run every time.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { fingerprint, isMadeFrom, markMadeFrom } from "./fingerprint.mjs";
import { inProject, root } from "./paths.mjs";
import { unchanged } from "./step.mjs";

/** Made by commands, or Rust; packages are told by package-lock.json. */
const apart = new Set([
  ".git",
  "core",
  "dist",
  "node_modules",
  "playwright-report",
  "test-results",
]);

/**
 * Runs a check, unless it passed when all was as it is now.
 * @template {{ passed: number, failed: number, output: string, remark?: string }} Result
 * @param {string} name
 * @param {string[]} words what its verdict depends on beside the project's files
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
  rmSync(folder, { recursive: true, force: true });
  const result = await check();
  if (result.failed === 0) {
    mkdirSync(folder, { recursive: true });
    markMadeFrom(folder, print);
  }
  return result;
}

/** All that is written: a folder that somebody adds is among it. */
function everything() {
  return readdirSync(root).filter((name) => !apart.has(name));
}
