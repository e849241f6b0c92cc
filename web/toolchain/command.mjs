// Runs other programs. Output is collected and shown only when a program fails: a step prints one
// line. When one of several side-by-side steps fails, `stopCommands` ends the others.

import { spawn } from "node:child_process";
import path from "node:path";
import { Failure } from "./failure.mjs";
import { inProject, root } from "./paths.mjs";

const stopping = new AbortController();

/** Ends every program that `run` has started and not seen the end of. */
export function stopCommands() {
  stopping.abort();
}

/**
 * @typedef {object} Options
 * @property {string} [cwd] folder to run in; the project's root when absent
 * @property {Record<string, string>} [env] variables added to the present ones
 * @property {string[]} [path] folders put in front of PATH
 * @property {number} [timeout] milliseconds after which the program is ended
 *
 * @typedef {object} Outcome
 * @property {number} code exit status; 127 when the program does not exist
 * @property {string} output standard output and standard error, mixed as they came
 */

/**
 * Runs a program to its end, whatever its status.
 * @param {string} program
 * @param {string[]} arguments_
 * @param {Options} options
 * @returns {Promise<Outcome>}
 */
export function tryRun(program, arguments_, options = {}) {
  const folders = [...(options.path ?? []), inProject("node_modules", ".bin"), process.env.PATH];
  const child = spawn(program, arguments_, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env, PATH: folders.join(path.delimiter) },
    stdio: ["ignore", "pipe", "pipe"],
    signal: stopping.signal,
    timeout: options.timeout ?? 0,
  });
  return new Promise((resolve) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => resolve({ code: 127, output: output + error.message }));
    child.on("close", (code, signal) => {
      const ending = signal ? `\nended by ${signal}, perhaps after too long a time\n` : "";
      resolve({ code: code ?? 1, output: output + ending });
    });
  });
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
  throw new Failure(
    `${program} ${arguments_.join(" ")} ended with ${code}`,
    options.remedy,
    output,
  );
}
