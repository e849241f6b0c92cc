// Runs other programs. Their output is collected and shown only when a program fails.

import path from "node:path";
import { execa } from "execa";
import { root } from "./paths.mjs";
import { Failure } from "./step.mjs";

const stopping = new AbortController();

/**
 * @typedef {object} Options
 * @property {string} [cwd] folder to run in; the project's root when absent
 * @property {Record<string, string>} [env] variables added to the present ones
 * @property {string[]} [path] folders put in front of PATH
 * @property {number} [timeout] milliseconds after which the program is ended
 *
 * @typedef {object} Outcome
 * @property {number} code exit status; 127 when the program does not exist
 * @property {string} output standard output and standard error, in the order of their writing
 */

/**
 * Runs a program to its end, whatever its status.
 * @param {string} program
 * @param {string[]} arguments_
 * @param {Options} options
 * @returns {Promise<Outcome>}
 */
export async function tryRun(program, arguments_, options = {}) {
  const { cwd = root, env, path: folders = [], timeout = 0 } = options;
  const { exitCode, code, all, timedOut } = await execa(program, arguments_, {
    cwd,
    env: { ...env, PATH: [...folders, process.env.PATH].join(path.delimiter) },
    preferLocal: true,
    localDir: root,
    stdin: "ignore",
    all: true,
    reject: false,
    timeout,
    cancelSignal: stopping.signal,
  });
  const missing = code === "ENOENT";
  const remark = missing
    ? `${program} does not exist`
    : timedOut
      ? "it took too long and was ended"
      : "";
  return { code: exitCode ?? (missing ? 127 : 1), output: `${all ?? ""}\n${remark}` };
}

/**
 * Runs a program that has to succeed and returns what it printed.
 * @param {string} program
 * @param {string[]} arguments_
 * @param {Options & { remedy: string }} options
 */
export async function run(program, arguments_, options) {
  const { code, output } = await tryRun(program, arguments_, options);
  if (code === 0) return output;
  const problem = `${program} ${arguments_.join(" ")} ended with ${code}`;
  throw new Failure(problem, options.remedy, output);
}

/**
 * Waits for all steps; the first failure ends the programs of the others.
 * @param {Promise<unknown>[]} steps
 */
export async function allOrStop(steps) {
  try {
    await Promise.all(steps);
  } catch (error) {
    stopping.abort();
    await Promise.allSettled(steps);
    throw error;
  }
}
